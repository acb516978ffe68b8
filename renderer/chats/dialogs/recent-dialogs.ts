import type { Composer } from '../composer/composer.svelte';
import type { Conversation } from '../conversation/conversation.svelte';
import type { RowSizes } from '../list/row-sizes';
import type { ScrollAnchor } from '../list/scroll-goal';
import type { DialogMembers } from '../panel/members.svelte';

/** One conversation of a dialog or thread with its members and composer, cached for a while after it was left. */
export interface OpenDialog {
  /** The dialog. */
  id: number;
  conversation: Conversation;
  members: DialogMembers;
  composer: Composer;
  /** Where it was left; null at the end. */
  anchor: ScrollAnchor | null;
  /** The heights of its rows when it was left; null before. */
  sizes: RowSizes | null;
  /** Stops applying events to it. */
  close: () => void;
}

/**
 * The dialogs or threads that were open recently, to be painted at once when they are opened again. Beyond `max` of
 * them it forgets the one that was opened longest ago, but neither the shown one nor one with an unfinished edit.
 */
export class RecentDialogs {
  readonly #opened = new Map<number, OpenDialog>();
  readonly #max: number;
  readonly #shown: () => number | undefined;
  readonly #onforget: (id: number) => void;

  /** `shown` returns the ID of the one on screen; `onforget` is called with the ID of each that is forgotten. */
  constructor(
    max: number,
    shown: () => number | undefined,
    onforget: (id: number) => void = () => undefined,
  ) {
    this.#max = max;
    this.#shown = shown;
    this.#onforget = onforget;
  }

  get all(): OpenDialog[] {
    return [...this.#opened.values()];
  }

  find(id: number): OpenDialog | undefined {
    return this.#opened.get(id);
  }

  /** Returns the one with this ID, which `create` makes unless it was open recently. */
  open(id: number, create: () => OpenDialog): OpenDialog {
    const opened = this.#opened.get(id) ?? create();
    this.#opened.delete(id);
    this.#opened.set(id, opened);
    if (this.#opened.size > this.#max) this.#forgetOldest();
    return opened;
  }

  forget(id: number): void {
    const opened = this.#opened.get(id);
    if (!opened) return;
    this.#opened.delete(id);
    opened.close();
    this.#onforget(id);
  }

  /** Forgets all, or those of a dialog. */
  forgetAll(dialogId?: number): void {
    for (const [id, opened] of [...this.#opened])
      if (dialogId === undefined || opened.id === dialogId) this.forget(id);
  }

  #forgetOldest(): void {
    const shown = this.#shown();
    const earlier = [...this.#opened].slice(0, -1);
    const oldest = earlier.find(([id, { composer }]) => id !== shown && !composer.editing);
    if (oldest) this.forget(oldest[0]);
  }
}
