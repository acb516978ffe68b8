import { tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { OpenDialog } from '../dialogs/own-chats.svelte';

/** Controls the scroll position of the message list: keeps it at the end or in place, and loads pages near its ends. */
export class ListScroll {
  view = $state<HTMLElement>();
  list = $state<VirtualizerHandle>();
  readonly #open: OpenDialog;
  #isPlaced = $state(false);
  #isAtEnd = $state(true);
  #litKey = $state('');
  #focused = $state<number>();
  #isGoing = false;
  #isStaying = false;
  #isClosed = false;
  /** The goal of the last scroll; scrolled to again if rows change before the list has settled. */
  #aimed: Goal | null = null;
  /** Scroll offset, content height and number of rows at the last check. */
  #stood = { top: 0, whole: 0, rows: 0 };
  #litTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #kept = $derived(this.#focused === undefined ? [] : [this.#focused]);

  constructor(open: OpenDialog) {
    this.#open = open;
  }

  /** The list has reached its initial scroll position and may be shown. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }
  /** The list is scrolled to its end, or nearly. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }
  /** The key of the row that is highlighted for a moment; "" for none. */
  get litKey(): string {
    return this.#litKey;
  }
  /** The index of the row with the keyboard focus. */
  get focused(): number | undefined {
    return this.#focused;
  }
  /** Indexes of rows that stay mounted outside the viewport. */
  get kept(): readonly number[] {
    return this.#kept;
  }

  /** Scrolls to the goal of the conversation. */
  async go(): Promise<void> {
    const { conversation } = this.#open;
    const { goal } = conversation;
    if (!goal || !this.list || this.#isGoing) return;
    this.#isGoing = true;
    this.#aimed = null;
    conversation.reached();
    const row = conversation.rows[indexOf(goal, conversation.rows)];
    let fits = false;
    if (row) {
      this.#isAtEnd = goal.kind === 'end';
      if (goal.kind === 'message' && goal.isLit) this.#light(row.key);
      const from = this.view?.scrollTop;
      let turns = 0;
      await this.#reach(() => {
        // A list that fits into the viewport is at its end, and stays there as it grows. Rows have no height before the
        // first frame.
        fits ||= goal.kind === 'unread' && turns++ > 0 && this.#fits;
        this.#aim(fits ? { kind: 'end' } : goal);
      });
      if (!fits && goal.kind !== 'end' && this.view?.scrollTop !== from) this.#aimed = goal;
    }
    this.#isGoing = false;
    this.#isPlaced = true;
    if (fits) {
      this.#isAtEnd = true;
      this.#stayAtEnd();
    }
    this.moved();
    if (conversation.goal) await this.go();
  }

  /** Handles a scroll, by the person or by code. */
  moved(): void {
    const { list, view } = this;
    if (!list || !view || !this.#isPlaced || this.#isClosed) return;
    // Measured on the element: the virtual list learns a new viewport height only after the scroll that it causes. New
    // content height is known to the virtual list first.
    const { scrollTop: top, clientHeight: seen } = view;
    const whole = Math.max(view.scrollHeight, list.getScrollSize());
    const { conversation } = this.#open;
    const stood = this.#stood;
    this.#stood = { top, whole, rows: conversation.rows.length };
    // The same rows were measured taller: the person hasn't scrolled up.
    const hasGrown = whole > stood.whole && top >= stood.top && conversation.rows.length === stood.rows;
    const isLeft = whole - top - seen >= END_WITHIN;
    if (this.#isAtEnd && isLeft && hasGrown) this.#stayAtEnd();
    // Added or removed rows also move the end away for a moment.
    this.#isAtEnd = !isLeft || (this.#isAtEnd && this.#isStaying);
    if (top < NEAR_END) void conversation.run.growOlder();
    if (whole - top - seen < NEAR_END) void conversation.run.growNewer();
    this.#notePlace(list, top);
    this.look();
  }

  /** Handles a scroll by wheel or touch: stops holding the position. */
  byHand(): void {
    this.#isStaying = false;
    this.#aimed = null;
  }

  /** Handles the end of a scroll: trims the loaded messages. */
  rested(): void {
    const aimed = this.#aimed;
    // Delayed, because the virtual list still makes a correction from old measurements at this moment.
    if (aimed) setTimeout(() => this.#aimed === aimed && (this.#aimed = null), SETTLED_AFTER);
    if (this.list) this.#open.conversation.run.trim(this.list.findItemIndex(this.list.getScrollOffset()));
  }

  /** Handles changed rows; a list at its end stays there. */
  rowsChanged(): void {
    if (!this.#isPlaced || this.#isGoing) return;
    void tick().then(() => {
      const aimed = this.#aimed;
      if (aimed) void this.#reach(() => aimed === this.#aimed && this.#aim(aimed)).then(() => this.moved());
      else if (this.#isAtEnd && !this.#open.conversation.run.hasNewer) this.#stayAtEnd();
      else this.moved();
    });
  }

  /** Handles a changed height of the window, the composer or a row; a list at its end stays there. */
  resized(): void {
    if (this.#isPlaced && !this.#isGoing && this.#isAtEnd && !this.#open.conversation.run.hasNewer)
      this.#stayAtEnd();
  }

  /** Marks the visible messages as read. */
  look(): void {
    const { list } = this;
    if (!list || !this.#isPlaced || this.#isClosed) return;
    const { conversation } = this.#open;
    const bottom = list.getScrollOffset() + list.getViewportSize() - SEEN_BY;
    const index = this.#isAtEnd ? conversation.rows.length - 1 : list.findItemIndex(bottom);
    const seen = conversation.rows.slice(0, index + 1).findLast((row) => row.message !== null);
    if (seen?.message) conversation.saw(seen.message.ID);
  }

  /** Scrolls to a row and focuses its message. */
  async focusOn(index: number): Promise<void> {
    const row = this.#open.conversation.rows[index];
    if (!row || !this.list) return;
    this.#focused = index;
    this.list.scrollToIndex(index, { align: 'nearest' });
    await tick();
    await frame();
    this.view?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"] [data-message]`)?.focus();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#litTimer);
  }

  /** Looks the index up each time, because rows may be added above the goal meanwhile. */
  #aim(goal: Goal): void {
    const index = indexOf(goal, this.#open.conversation.rows);
    if (index < 0) return;
    if (goal.kind === 'end') this.#toEnd();
    else if (goal.kind === 'unread')
      this.list?.scrollToIndex(index, { align: 'start', offset: -UNREAD_ABOVE });
    else if (goal.atTop) this.list?.scrollToIndex(index, { align: 'start', offset: goal.offset });
    else this.list?.scrollToIndex(index, { align: 'center' });
  }

  /**
   * Repeats `aim` once per frame until the position is stable. The virtual list corrects itself when rows turn out to
   * have another height, but before the page has that height, and so stops too early.
   */
  async #reach(aim: () => void): Promise<void> {
    let stood = '';
    for (let turn = 0; turn < MOST_AIMS && this.list && !this.#isClosed; turn++) {
      aim();
      await frame();
      const stands = `${this.list?.getScrollSize()}: ${this.view?.scrollTop} of ${this.view?.scrollHeight}`;
      if (turn > 0 && stands === stood) return;
      stood = stands;
    }
  }

  /** All rows fit into the viewport. */
  get #fits(): boolean {
    return (this.list?.getScrollSize() ?? Infinity) <= (this.view?.clientHeight ?? 0);
  }

  #toEnd(): void {
    const last = this.#open.conversation.rows.length - 1;
    if (last >= 0) this.list?.scrollToIndex(last, { align: 'end' });
  }

  /** Scrolls to the end until the heights of the last rows are stable. */
  #stayAtEnd(): void {
    if (this.#isStaying) return;
    this.#isStaying = true;
    void this.#reach(() => this.#isStaying && this.#toEnd()).then(() => {
      this.#isStaying = false;
      this.moved();
    });
  }

  #notePlace(list: VirtualizerHandle, top: number): void {
    const { conversation } = this.#open;
    if (this.#isAtEnd && !conversation.run.hasNewer) {
      this.#open.place = null;
      return;
    }
    const index = list.findItemIndex(top);
    const id = conversation.rows[index]?.message?.ID;
    if (id !== undefined) this.#open.place = { id, offset: top - list.getItemOffset(index) };
  }

  #light(key: string): void {
    clearTimeout(this.#litTimer);
    this.#litKey = key;
    this.#litTimer = setTimeout(() => (this.#litKey = ''), LIT_FOR);
  }
}

/**
 * In pixels: the distance that still counts as the end; the distance at which the next page loads; how much of a row
 * must be visible to count as read; the space above the unread divider.
 */
const END_WITHIN = 48;
const NEAR_END = 800;
const SEEN_BY = 16;
const UNREAD_ABOVE = 48;
const MOST_AIMS = 12;
/** In milliseconds: how long a row is highlighted; how long the virtual list may still move after a scroll ends. */
const LIT_FOR = 1_800;
const SETTLED_AFTER = 100;

type Conversation = OpenDialog['conversation'];
type Goal = NonNullable<Conversation['goal']>;

function indexOf(goal: Goal, rows: Conversation['rows']): number {
  if (goal.kind === 'end') return rows.length - 1;
  if (goal.kind === 'unread') return rows.findIndex((row) => row.hasUnreadLine);
  return rows.findIndex((row) => row.message?.ID === goal.id);
}

function frame(): Promise<void> {
  // Hidden windows draw no frames, hence the timeout. It is longer in visible ones, because a slow machine may take
  // long for a frame and rows have no height before it.
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.hidden ? 100 : 1_000);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
