import type { Invite } from '../../../shared/contract/records';
import { call } from '../../api';
import type { LoadState } from '../dialogs/dialogs.svelte';

/** The invitations to one dialog; only its admins see them. */
export class Invitations {
  readonly #dialogId: number;
  #all = $state.raw<readonly Invite[]>([]);
  #state = $state<LoadState>('loading');
  #error = $state.raw<unknown>(null);

  constructor(dialogId: number) {
    this.#dialogId = dialogId;
  }

  /** Newest first. */
  get all(): readonly Invite[] {
    return this.#all;
  }
  get state(): LoadState {
    return this.#state;
  }
  get error(): unknown {
    return this.#error;
  }

  async load(): Promise<void> {
    try {
      const invites = await call('dialogs.invites', { dialog_id: this.#dialogId });
      this.#all = invites.sort((one, other) => other.Timestamp - one.Timestamp);
      this.#state = 'ready';
    } catch (error) {
      this.#error = error;
      this.#state = 'failed';
    }
  }

  /** `maxUses` 0: no limit; `seconds` 0: for ever. Throws AppError. */
  async create(maxUses: number, seconds: number): Promise<Invite> {
    const expires = seconds ? Math.floor(Date.now() / 1000) + seconds : 0;
    const invite = await call('dialogs.createInvite', { dialog_id: this.#dialogId, maxUses, expires });
    this.#all = [invite, ...this.#all];
    return invite;
  }

  /** Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('dialogs.revokeInvite', { dialog_id: this.#dialogId, code });
    this.#all = this.#all.filter((invite) => invite.Code !== code);
  }
}

/** The code in what somebody was given: a code, or a link that holds one. */
export function codeIn(words: string): string {
  const [, inLink] = /(?:#|\/)\/?(?:join|invites?)\/([^/?#\s]+)/.exec(words) ?? [];
  try {
    return decodeURIComponent(inLink ?? words).trim();
  } catch {
    return words.trim();
  }
}
