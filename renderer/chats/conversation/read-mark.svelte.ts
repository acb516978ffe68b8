import type { MessageModel } from '../../../shared/contract/records';
import { call, session } from '../../api';
import type { Dialogs } from '../dialogs/dialogs.svelte';

/** How far one dialog is read by the person at this screen. It only goes forward, here as on the host. */
export class ReadMark {
  readonly #dialogId: number;
  readonly #dialogs: Dialogs;
  #upTo = 0;
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dialogId: number, dialogs: Dialogs) {
    this.#dialogId = dialogId;
    this.#dialogs = dialogs;
  }

  /** Something in the dialog isn't read. */
  get hasUnread(): boolean {
    return (this.#dialogs.find(this.#dialogId)?.Unread ?? 0) > 0;
  }

  /** A message was seen; `isLast` when the dialog has none after it. Tells the host soon, many sights at once. */
  move(messages: readonly MessageModel[], id: number, isLast: boolean): void {
    const dialog = this.#dialogs.find(this.#dialogId);
    if (id <= this.#upTo || !dialog?.Member || !document.hasFocus() || document.hidden) return;
    const news = messages.filter((one) => one.ID > this.#upTo && one.ID <= id && isUnread(one)).length;
    this.#upTo = id;
    if (!news && !(isLast && dialog.Unread)) return;
    this.#dialogs.change(this.#dialogId, { Unread: isLast ? 0 : Math.max(0, dialog.Unread - news) });
    this.#timer ??= setTimeout(() => void this.#tell(), TELL_AFTER);
  }

  /** Somebody has read up to a message: oneself, at another screen. */
  hear(reader: number, upTo: number): void {
    if (reader !== session.id) return;
    this.#upTo = Math.max(this.#upTo, upTo);
    this.#told = Math.max(this.#told, upTo);
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    const upTo = this.#upTo;
    if (upTo <= this.#told) return;
    try {
      await call('dialogs.read', { dialog_id: this.#dialogId, message: upTo });
      this.#told = Math.max(this.#told, upTo);
    } catch {
      // Seen again, it will be told again.
      if (this.#upTo === upTo) this.#upTo = this.#told;
    }
  }
}

/** Milliseconds. */
const TELL_AFTER = 300;

function isUnread(message: MessageModel): boolean {
  return !message.Read && message.Type === 'message' && message.Author.ID !== session.id;
}
