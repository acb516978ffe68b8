import type { MessageModel } from '../../../shared/contract/records';
import { call } from '../../api';

/** How far you have read one thread. The mark only moves forward, here and on the host. */
export class ThreadMark {
  readonly #root: () => MessageModel | undefined;
  #upTo = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `root` returns the first message of the thread, which tells how many replies are unread. */
  constructor(root: () => MessageModel | undefined) {
    this.#root = root;
  }

  get unread(): number {
    return this.#root()?.Replies?.Unread ?? 0;
  }

  get hasUnread(): boolean {
    return this.unread > 0;
  }

  /** The thread has unread replies besides a new one, which its first message may count already. */
  hasUnreadBefore(id: number): boolean {
    return this.unread > (this.#root()?.Replies?.Last === id ? 1 : 0);
  }

  /** Moves the mark to a seen reply. One delayed request covers several. */
  move(_: readonly MessageModel[], id: number): void {
    if (id <= this.#upTo || !this.hasUnread || !document.hasFocus() || document.hidden) return;
    this.#upTo = id;
    this.#timer ??= setTimeout(() => void this.#send(), SEND_DELAY_MS);
  }

  /** The host emits the first message of a thread when it was read. */
  noteRead(): void {
    // Nothing to note.
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const [upTo, root] = [this.#upTo, this.#root()];
    if (!root || upTo <= root.ID) return;
    await call('dialogs.readThread', { message_id: root.ID, reply: upTo }).catch(() => {
      // Resets the mark, so that seeing the reply again retries.
      if (this.#upTo === upTo) this.#upTo = 0;
    });
  }
}

/** Delay of the request in milliseconds. */
const SEND_DELAY_MS = 300;
