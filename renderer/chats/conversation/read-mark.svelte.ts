import type { MessageModel } from '../../../shared/contract/records';
import { call, session } from '../../api';
import type { Dialogs } from '../dialogs/dialogs.svelte';

/** How far one dialog is read by the person at this screen. It only goes forward, here as on the host. */
export class ReadMark {
  readonly #dialogId: number;
  readonly #dialogs: Dialogs;
  #upTo = 0;
  /** Up to where the host knows it. */
  #acknowledged = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dialogId: number, dialogs: Dialogs) {
    this.#dialogId = dialogId;
    this.#dialogs = dialogs;
  }

  /** Something in the dialog isn't read. */
  get hasUnread(): boolean {
    return (this.#dialogs.find(this.#dialogId)?.Unread ?? 0) > 0;
  }

  /** A message was seen; `isLast` when the dialog has none after it. The host is told soon, once for many. */
  move(messages: readonly MessageModel[], id: number, isLast: boolean): void {
    const dialog = this.#dialogs.find(this.#dialogId);
    if (id <= this.#upTo || !dialog?.Member || !document.hasFocus() || document.hidden) return;
    const news = messages.filter((one) => one.ID > this.#upTo && one.ID <= id && isUnread(one)).length;
    this.#upTo = id;
    if (!news && !(isLast && dialog.Unread)) return;
    this.#dialogs.change(this.#dialogId, { Unread: isLast ? 0 : Math.max(0, dialog.Unread - news) });
    this.#timer ??= setTimeout(() => void this.#send(), SEND_AFTER);
  }

  /** Someone has read up to a message; counts where it was oneself, at another screen. */
  noteRead(reader: number, upTo: number): void {
    if (reader !== session.id) return;
    this.#upTo = Math.max(this.#upTo, upTo);
    this.#acknowledged = Math.max(this.#acknowledged, upTo);
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const upTo = this.#upTo;
    if (upTo <= this.#acknowledged) return;
    try {
      await call('dialogs.read', { dialog_id: this.#dialogId, message: upTo });
      this.#acknowledged = Math.max(this.#acknowledged, upTo);
    } catch {
      // Seen again, it is sent again.
      if (this.#upTo === upTo) this.#upTo = this.#acknowledged;
    }
  }
}

/** Milliseconds. */
const SEND_AFTER = 300;

function isUnread(message: MessageModel): boolean {
  return !message.Read && message.Type === 'message' && message.Author.ID !== session.id;
}
