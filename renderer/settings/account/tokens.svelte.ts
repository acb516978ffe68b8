import type { Token } from '../../../shared/contract/records';
import { AppError, Attempt, call, Fresh, Once } from '../../api';

/** The sessions and named tokens of the own account. */
export class Tokens {
  readonly reading = new Attempt();
  readonly #once = new Once();
  readonly #fresh = new Fresh();
  #all = $state.raw<readonly Token[]>([]);
  #isRead = $state(false);

  get isRead(): boolean {
    return this.#isRead;
  }

  /** The session of this window. */
  get current(): Token | undefined {
    return this.#all.find((token) => token.Current);
  }

  /** The other sessions, the last used first. */
  get others(): readonly Token[] {
    return this.#all
      .filter((token) => token.Kind === 'session' && !token.Current)
      .sort((one, other) => other.LastBeen - one.LastBeen);
  }

  /** Tokens for bots, newest first. */
  get named(): readonly Token[] {
    return this.#all.filter((token) => token.Kind === 'named');
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      this.#all = await this.#fresh.read(() => call('account.tokens'));
      this.#isRead = true;
    });
  }

  /** Ends one. Throws AppError, but not where it had ended already. */
  async end(token: Token): Promise<void> {
    try {
      await call('account.revokeToken', { token_id: token.ID });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    }
    this.#all = this.#all.filter((one) => one.ID !== token.ID);
    this.#fresh.changed();
  }

  /** Ends every other session. Throws AppError at the first that can't be ended. */
  async endOthers(): Promise<void> {
    for (const token of this.others) await this.end(token);
  }

  /** Makes a named token and gives its value, which is never shown again. Throws AppError. */
  async create(name: string): Promise<string> {
    const { Token: value = '', ...token } = await this.#once.call('account.createToken', { name });
    this.#all = [token, ...this.#all.filter(({ ID }) => ID !== token.ID)];
    this.#fresh.changed();
    return value;
  }
}
