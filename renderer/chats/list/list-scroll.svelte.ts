import { tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { Row } from '../conversation/rows';
import type { OpenDialog } from '../dialogs/recent-dialogs';
import { focusMessage, mayFocusJumped } from './jump-focus';
import { areRowsMeasured, elementOf, fitsView, frame, isRowShown, measure } from './list-frames';
import { MessageFocus } from './message-focus.svelte';
import { RowHighlight } from './row-highlight.svelte';
import { sizesFor } from './row-sizes';
import {
  anchorAt,
  END,
  END_WITHIN,
  isUnreadAboveEnd,
  rowIndexOf,
  scrollTopOf,
  type ScrollGoal,
} from './scroll-goal';

/**
 * Controls the scroll position of the message list: keeps it at its end or at a goal while rows change, and loads pages
 * near its ends. It sets the position itself: the virtual list would go on correcting its own scrolls for a while.
 */
export class ListScroll {
  view = $state<HTMLElement>();
  list = $state<VirtualizerHandle>();
  readonly focus: MessageFocus;
  readonly highlight = new RowHighlight();
  /** The heights of the rows from the last visit, with which the list is in place as soon as it is scrolled. */
  readonly sizes: ReturnType<typeof sizesFor>;
  readonly #open: OpenDialog;
  #isPlaced = $state(false);
  #buffer = $state(FIRST_BUFFER);
  #isAtEnd = $state(true);
  /** A message or the unread divider that the list scrolls to, and stays at until rows there are measured. */
  #goal: ScrollGoal | null = null;
  /** The person is scrolling up from the end. */
  #isScrollingUp = false;
  /** A finger moves the list. */
  #isTouched = false;
  #isClosed = false;
  #settling: Promise<void> | null = null;
  /** Scroll offset and content height at the last check. */
  #last = { top: 0, height: 0 };
  #bufferTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: OpenDialog) {
    this.#open = open;
    this.sizes = sizesFor(open.sizes, open.conversation.rows);
    this.focus = new MessageFocus(() => open.conversation.rows);
  }

  /** The list has reached its initial scroll position and may be shown. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }
  /** How far above and below the viewport rows are mounted, in pixels. */
  get buffer(): number {
    return this.#buffer;
  }
  /** The list is scrolled to its end, or nearly, and follows it. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Scrolls to the goal of the conversation. */
  async go(): Promise<void> {
    const { conversation } = this.#open;
    const { goal } = conversation;
    if (!goal || !this.list) return;
    conversation.reached();
    const row = conversation.rows[rowIndexOf(goal, conversation.rows)];
    if (row) {
      const isJump = goal.kind === 'message' && goal.isHighlighted;
      if (isJump) this.highlight.show(row.key);
      this.#goal = goal.kind === 'end' ? null : goal;
      this.#isAtEnd = goal.kind === 'end';
      this.#isScrollingUp = false;
      const settled = this.#settle();
      if (this.sizes) this.#place();
      await settled;
      if (isJump) this.#focusJumped(row);
      // A list that fits into the viewport is at its end, and stays there as it grows.
      if (goal.kind === 'unread' && fitsView(this.list, this.view)) this.#release(goal);
      else setTimeout(() => this.#release(goal), HOLD_MS);
    }
    this.#place();
    this.#update();
  }

  /** Handles a scroll, by the person or by code. */
  scrolled(): void {
    if (!this.list || !this.view) return;
    const { top, height } = measure(this.list, this.view);
    // Content that shrinks moves the list up as well, and content that is measured moves it by a few pixels.
    const growth = height - this.#last.height;
    const byLayout = Math.min(0, growth) - (growth === 0 || this.#isTouched ? 1 : LAYOUT_MOVES);
    if (top - this.#last.top < byLayout) this.#isScrollingUp = true;
    this.#update();
  }

  /** Handles a turn of the wheel, which comes before the scroll. */
  wheeled(event: WheelEvent): void {
    this.#goal = null;
    if (event.deltaY < 0) this.#isScrollingUp = true;
  }

  /** Handles a move of a finger. */
  touchMoved(): void {
    this.#goal = null;
    this.#isTouched = true;
  }

  /** Handles the end of a scroll: trims the loaded messages. */
  rested(): void {
    this.#isScrollingUp = false;
    this.#isTouched = false;
    this.#update();
    if (this.list) this.#run.trim(this.list.findItemIndex(this.list.getScrollOffset()));
  }

  /** Handles changed rows, and changed heights of rows, window or composer: the list stays at its goal or its end. */
  changed(): void {
    if (!this.#isPlaced) return void this.#placeMeasured();
    void tick().then(() => {
      this.#update();
      const target = this.#target;
      if (this.#isAtEnd && this.#passesUnread) return this.#open.conversation.goToUnread();
      if (target) void this.#settle();
      // Otherwise messages would accumulate until they stop to arrive.
      if (target?.kind === 'end') this.#run.trim(this.#run.messages.length);
    });
  }

  /** Marks the visible messages as read. */
  look(): void {
    const { list } = this;
    if (!list || !this.#isPlaced || this.#isClosed || this.view?.closest('[inert]')) return;
    const { conversation } = this.#open;
    const bottom = list.getScrollOffset() + list.getViewportSize() - SEEN_BY;
    const index = this.#isAtEnd ? conversation.rows.length - 1 : list.findItemIndex(bottom);
    const seen = conversation.rows.slice(0, index + 1).findLast((row) => row.message !== null);
    if (seen?.message) conversation.saw(seen.message.ID);
  }

  /** Scrolls to a row and focuses its message. */
  async focusOn(index: number): Promise<void> {
    const row = this.#open.conversation.rows[index];
    if (!row) return;
    this.focus.prepare(row.key);
    await tick();
    await frame();
    const element = this.view && elementOf(this.view, row);
    element?.scrollIntoView({ block: 'nearest' });
    if (this.view) focusMessage(this.view, row);
  }

  close(): void {
    this.#isClosed = true;
    this.highlight.close();
    clearTimeout(this.#bufferTimer);
  }

  get #run() {
    return this.#open.conversation.run;
  }

  /**
   * Shows the list as soon as the rows at its goal are measured. Rows are measured right before a frame is drawn, so it
   * appears in that frame.
   */
  async #placeMeasured(): Promise<void> {
    await tick();
    if (!this.#settling || this.#isPlaced) return;
    this.#scroll();
    await tick();
    const target = this.#target;
    const { list, view } = this;
    const { rows } = this.#open.conversation;
    if (!target || !list || !view) return;
    const isShown = isRowShown(list, view, rows, rowIndexOf(target, rows));
    if (isShown && areRowsMeasured(list, view, rows)) this.#place();
  }

  /** Shows the list. Most rows outside the viewport are mounted once those in it were painted. */
  #place(): void {
    if (this.#isPlaced) return;
    this.#isPlaced = true;
    this.#bufferTimer = setTimeout(() => (this.#buffer = BUFFER), BUFFER_AFTER);
  }

  #focusJumped(row: Row): void {
    if (this.#isClosed || !mayFocusJumped()) return;
    this.focus.note(row.key);
    if (this.view) focusMessage(this.view, row);
  }

  #release(goal: ScrollGoal): void {
    if (this.#goal === goal) this.#goal = null;
  }

  /** What the list has to stay at; null if the person may leave it anywhere. */
  get #target(): ScrollGoal | null {
    if (this.#goal) return this.#goal;
    return this.#isAtEnd && !this.#isScrollingUp && !this.#run.hasNewer ? END : null;
  }

  /** Nobody is looking, and at its end the list would show messages without the unread ones before them. */
  get #passesUnread(): boolean {
    const { conversation } = this.#open;
    return conversation.isLeftUnread && isUnreadAboveEnd(conversation.rows, this.list, this.view);
  }

  /** Updates everything that depends on the position. */
  #update(): void {
    const { list, view } = this;
    if (!list || !view || !this.#isPlaced || this.#isClosed) return;
    const { rows } = this.#open.conversation;
    this.#last = measure(list, view);
    const { top, height } = this.#last;
    const below = height - top - view.clientHeight;
    if (below < 1) this.#isScrollingUp = false;
    // However far the end moves away by itself, the list follows it: only a person leaves it.
    this.#isAtEnd = !this.#run.hasNewer && (below < END_WITHIN || (this.#isAtEnd && !this.#isScrollingUp));
    if (this.#isAtEnd && below >= END_WITHIN) void this.#settle();
    if (top < NEAR_END) void this.#run.growOlder(() => this.#noteScroll());
    if (below < NEAR_END) void this.#run.growNewer();
    this.#open.anchor = this.#isAtEnd ? null : (anchorAt(list, rows, top) ?? this.#open.anchor);
    this.focus.show(list.findItemIndex(top), list.findItemIndex(top + view.clientHeight - SEEN_BY));
    this.look();
  }

  /**
   * Scrolls to the target in each frame until the position is stable and the row there has been measured, which may
   * take many frames on a busy machine. A target that changes meanwhile is scrolled to instead.
   */
  #settle(): Promise<void> {
    this.#scroll();
    this.#settling ??= this.#untilStable();
    return this.#settling;
  }

  async #untilStable(): Promise<void> {
    let last = '';
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      await frame();
      const target = this.#target;
      if (!target || !this.list || !this.view || this.#isClosed) break;
      this.#scroll();
      const { rows } = this.#open.conversation;
      const index = rowIndexOf(target, rows);
      const now = `${index} ${this.list.getScrollSize()} ${this.view.scrollTop} ${this.view.scrollHeight}`;
      if (now === last && isRowShown(this.list, this.view, rows, index)) break;
      last = now;
    }
    // Not after the promise has resolved: a goal that is set in between would wait for nothing.
    this.#settling = null;
  }

  /** Scrolls to the target. Looks its index up each time, because rows may be added above it. */
  #scroll(): void {
    const { list, view } = this;
    const target = this.#target;
    if (!target || !list || !view) return;
    const index = rowIndexOf(target, this.#open.conversation.rows);
    if (index < 0) return;
    const before = view.scrollTop;
    view.scrollTop = scrollTopOf(target, index, list, view);
    this.#last = measure(list, view);
    if (view.scrollTop !== before) this.#noteScroll();
  }

  /**
   * Tells the virtual list its position at once: the browser's own event comes a frame later. Until then the list would
   * show rows of the old position, and go back there when rows change their height; with new rows at the start it would
   * mount others in their place.
   */
  #noteScroll(): void {
    this.view?.dispatchEvent(new Event('scroll'));
  }
}

/**
 * In pixels: how far rows are mounted around the viewport, before the list appears and afterwards; the distance at
 * which the next page loads; how much of a row must be visible to count as read; how far the list moves by itself at
 * most while rows are measured.
 */
const FIRST_BUFFER = 200;
const BUFFER = 400;
const NEAR_END = 800;
const SEEN_BY = 16;
const LAYOUT_MOVES = 16;
const MAX_TURNS = 120;
/**
 * In milliseconds: when after the list appeared more rows are mounted around the viewport; how long the list stays at
 * a goal after it came there.
 */
const BUFFER_AFTER = 100;
const HOLD_MS = 250;
