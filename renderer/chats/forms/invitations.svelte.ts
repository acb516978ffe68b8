import type { Invite } from '../../../shared/contract/records';
import { call, on, PagedList } from '../../api';

/** The invitations to one dialog, newest first; visible only to its admins. */
export class DialogInvitations extends PagedList<Invite> {
  readonly #dialogId: number;

  constructor(dialogId: number) {
    super({
      read: () => call('dialogs.invites', { dialog_id: dialogId }),
      keyOf: ({ Code }) => Code,
      compare: (one, other) => other.Timestamp - one.Timestamp,
    });
    this.#dialogId = dialogId;
  }

  /**
   * Loads the list and reloads it when members change, as an invitation may have been used. Returns a function that
   * unsubscribes.
   */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (event.Type === 'reset' || (event.Type === 'member' && event.Dialog === this.#dialogId))
        void this.load();
    });
  }

  /** Creates an invitation. `maxUses` 0 means no limit, `seconds` 0 means it never expires. Throws AppError. */
  async create(maxUses: number, seconds: number): Promise<Invite> {
    const expires = seconds ? Math.floor(Date.now() / 1000) + seconds : 0;
    const invite = await call('dialogs.createInvite', { dialog_id: this.#dialogId, maxUses, expires });
    this.put(invite);
    return invite;
  }

  /** Revokes an invitation. Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('dialogs.revokeInvite', { dialog_id: this.#dialogId, code });
    this.remove(code);
  }
}

/** Returns the invitation code in a text that is either a code or a link with one. */
export function codeIn(text: string): string {
  const [, inLink] = /(?:#|\/)\/?(?:join|invites?)\/([^/?#\s]+)/.exec(text) ?? [];
  try {
    return decodeURIComponent(inLink ?? text).trim();
  } catch {
    return text.trim();
  }
}
