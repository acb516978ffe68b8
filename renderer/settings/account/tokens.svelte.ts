import type { Token } from '../../../shared/contract/records';
import { AppError, call, IdempotentCalls, PagedList } from '../../api';
import { lastSeen, timeAgo } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';

/** The sessions, named tokens and connected apps of the signed-in person. */
export class Tokens extends PagedList<Token> {
  readonly #once = new IdempotentCalls();

  constructor() {
    super({ read: () => call('account.tokens'), keyOf: ({ ID }) => ID });
  }

  /** The session of this window. */
  get current(): Token | undefined {
    return this.items.find((token) => token.Current);
  }

  /** The other sessions, most recently used first. */
  get others(): readonly Token[] {
    return this.items
      .filter((token) => token.Kind === 'session' && !token.Current)
      .sort((one, other) => other.LastBeen - one.LastBeen);
  }

  /** Tokens for bots, newest first. */
  get named(): readonly Token[] {
    return this.items.filter((token) => token.Kind === 'named');
  }

  /** Tokens of apps of other makers, most recently used first. */
  get connected(): readonly Token[] {
    return this.items
      .filter((token) => token.Kind === 'app')
      .sort((one, other) => other.LastBeen - one.LastBeen);
  }

  /** Revokes a session or token. Throws AppError, except when it was already revoked. */
  async end(token: Token): Promise<void> {
    try {
      await call('account.revokeToken', { token_id: token.ID });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    }
    this.remove(token.ID);
  }

  /** Revokes every other session. Stops and throws AppError at the first failure. */
  async endOthers(): Promise<void> {
    for (const token of this.others) await this.end(token);
  }

  /** Creates a named token and returns its value, which is never shown again. Throws AppError. */
  async create(name: string): Promise<string> {
    const { Token: value = '', ...token } = await this.#once.call('account.createToken', { name });
    this.put(token);
    return value;
  }
}

/** Returns when a session was active, or when a program last used its token. */
export function lastUseOf({ Current, Kind, LastBeen, Timestamp }: Token): string {
  const t = m().settings.sessions;
  if (Current) return t.here;
  if (Kind === 'session') return lastSeen(LastBeen);
  return LastBeen > Timestamp ? t.used(timeAgo(LastBeen)) : t.neverUsed;
}
