import type { MessageModel } from '../../../shared/contract/records';
import { call, session } from '../../api';
import type { Dialogs } from '../dialogs/dialogs.svelte';

/** How far you have read one dialog. The mark only moves forward, here and on the host. */
export class ReadMark {
  readonly #dialogId: number;
  readonly #dialogs: Dialogs;
  #upTo = 0;
  /** The mark that the host has acknowledged. */
  #acknowledged = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dialogId: number, dialogs: Dialogs) {
    this.#dialogId = dialogId;
    this.#dialogs = dialogs;
  }

  /** The number of unread messages. */
  get unread(): number {
    return this.#dialogs.find(this.#dialogId)?.Unread ?? 0;
  }

  /** The dialog has unread messages. */
  get hasUnread(): boolean {
    return this.unread > 0;
  }

  /** The dialog has unread messages besides a new one, which `Dialogs` may have counted already. */
  hasUnreadBefore(id: number): boolean {
    const dialog = this.#dialogs.find(this.#dialogId);
    return (dialog?.Unread ?? 0) > (dialog?.LastMessage?.ID === id ? 1 : 0);
  }

  /** Moves the mark to a seen message, the dialog's newest if `isLast`. One delayed request covers several messages. */
  move(messages: readonly MessageModel[], id: number, isLast: boolean): void {
    const dialog = this.#dialogs.find(this.#dialogId);
    if (id <= this.#upTo || !dialog?.Member || !document.hasFocus() || document.hidden) return;
    const news = messages.filter((one) => one.ID > this.#upTo && one.ID <= id && isUnread(one)).length;
    this.#upTo = id;
    if (!news && !(isLast && dialog.Unread)) return;
    this.#dialogs.change(this.#dialogId, { Unread: isLast ? 0 : Math.max(0, dialog.Unread - news) });
    this.#timer ??= setTimeout(() => void this.#send(), SEND_DELAY_MS);
  }

  /** Handles a read event; moves the mark if you read the messages on another device. */
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
      // Resets the mark, so that seeing the message again retries.
      if (this.#upTo === upTo) this.#upTo = this.#acknowledged;
    }
  }
}

/** Delay of the request in milliseconds. */
const SEND_DELAY_MS = 300;

function isUnread(message: MessageModel): boolean {
  return !message.Read && message.Type === 'message' && message.Author.ID !== session.id;
}
