import { tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { OpenDialog } from '../dialogs/own-chats.svelte';

/** Where the list of messages stands: keeps it at the end or in its place, reads more as the ends come near. */
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
  /** Where it has scrolled to and may yet be moved from, as the list aims on by itself until it rests. */
  #aimed: Goal | null = null;
  /** How far it was scrolled, how high all of it was, and of how many rows, when it was last looked at. */
  #stood = { top: 0, whole: 0, rows: 0 };
  #litTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #kept = $derived(this.#focused === undefined ? [] : [this.#focused]);

  constructor(open: OpenDialog) {
    this.#open = open;
  }

  /** The list has reached its first place, and may be seen. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }
  /** The last row is seen, or nearly. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }
  /** The row that is lit for a moment. */
  get litKey(): string {
    return this.#litKey;
  }
  /** The row that the keyboard is on. */
  get focused(): number | undefined {
    return this.#focused;
  }
  /** Rows that stay in the page though they aren't seen. */
  get kept(): readonly number[] {
    return this.#kept;
  }

  /** Goes where the conversation wants to be. */
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
        // Where all of it fits into the view it is at its end, and stays there as it grows. Before the first frame no row has a height.
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

  /** The list was scrolled, by whomever. */
  moved(): void {
    const { list, view } = this;
    if (!list || !view || !this.#isPlaced || this.#isClosed) return;
    // The page's own figures, as the list learns a new height of the view only after the scroll that it causes; of the
    // whole the list knows first that it has grown.
    const { scrollTop: top, clientHeight: seen } = view;
    const whole = Math.max(view.scrollHeight, list.getScrollSize());
    const { conversation } = this.#open;
    const stood = this.#stood;
    this.#stood = { top, whole, rows: conversation.rows.length };
    // The same rows turned out to be taller: nobody has gone up then.
    const hasGrown = whole > stood.whole && top >= stood.top && conversation.rows.length === stood.rows;
    const isLeft = whole - top - seen >= END_WITHIN;
    if (this.#isAtEnd && isLeft && hasGrown) this.#stayAtEnd();
    // Rows that come or go take the end away for a moment, too.
    this.#isAtEnd = !isLeft || (this.#isAtEnd && this.#isStaying);
    if (top < NEAR_END) void conversation.run.growOlder();
    if (whole - top - seen < NEAR_END) void conversation.run.growNewer();
    this.#notePlace(list, top);
    this.look();
  }

  /** Somebody scrolls: nothing holds them. */
  byHand(): void {
    this.#isStaying = false;
    this.#aimed = null;
  }

  /** The list has come to rest. */
  rested(): void {
    const aimed = this.#aimed;
    // In the very moment it still moves itself by what it knew before.
    if (aimed) setTimeout(() => this.#aimed === aimed && (this.#aimed = null), SETTLED_AFTER);
    if (this.list) this.#open.conversation.run.trim(this.list.findItemIndex(this.list.getScrollOffset()));
  }

  /** Rows have changed; a list that stood at its end stays there. */
  rowsChanged(): void {
    if (!this.#isPlaced || this.#isGoing) return;
    void tick().then(() => {
      const aimed = this.#aimed;
      if (aimed) void this.#reach(() => aimed === this.#aimed && this.#aim(aimed)).then(() => this.moved());
      else if (this.#isAtEnd && !this.#open.conversation.run.hasNewer) this.#stayAtEnd();
      else this.moved();
    });
  }

  /** The window, the box below or a row has another height. */
  resized(): void {
    if (this.#isPlaced && !this.#isGoing && this.#isAtEnd && !this.#open.conversation.run.hasNewer)
      this.#stayAtEnd();
  }

  /** What is seen by somebody who is here is read. */
  look(): void {
    const { list } = this;
    if (!list || !this.#isPlaced || this.#isClosed) return;
    const { conversation } = this.#open;
    const bottom = list.getScrollOffset() + list.getViewportSize() - SEEN_BY;
    const index = this.#isAtEnd ? conversation.rows.length - 1 : list.findItemIndex(bottom);
    const seen = conversation.rows.slice(0, index + 1).findLast((row) => row.message !== null);
    if (seen?.message) conversation.saw(seen.message.ID);
  }

  /** Puts the keyboard on a row. */
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

  /** Rows may come above it while it is aimed at: where it is now is looked up each time. */
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
   * Aims until it stands still. The list aims again by itself when rows turn out to be of another height, but before the
   * page has the new height, and so falls short.
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

  /** All rows are in the view. */
  get #fits(): boolean {
    return (this.list?.getScrollSize() ?? Infinity) <= (this.view?.clientHeight ?? 0);
  }

  #toEnd(): void {
    const last = this.#open.conversation.rows.length - 1;
    if (last >= 0) this.list?.scrollToIndex(last, { align: 'end' });
  }

  /** Stays at the end, whatever heights the last rows turn out to have. */
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

/** Pixels: how near the end still is the end; from where more is read; how much of a row must be seen to have been read. */
const END_WITHIN = 48;
const NEAR_END = 800;
const SEEN_BY = 16;
const UNREAD_ABOVE = 48;
const MOST_AIMS = 12;
/** Milliseconds. */
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
  // A window that isn't seen draws no frames; on a slow machine one may take long, and rows have no heights before it.
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.hidden ? 100 : 1_000);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
