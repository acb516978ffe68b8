import type { MessageModel } from '../../../shared/contract/records';
import { toAuthor } from '../../../shared/people';
import { EventSubscription, session, type ServerEvent } from '../../api';
import type { PeopleCache } from '../people-cache.svelte';
import type { Dialogs, LoadState } from '../dialogs/dialogs.svelte';
import { dialogOf } from '../dialogs/dialog-of-event';
import { isEditable } from '../message/editable';
import { MessageChanges } from './message-changes.svelte';
import { firstUnread, MessageRun } from './message-run.svelte';
import type { MessageOutbox } from '../composer/outbox.svelte';
import { ThreadMark } from '../threads/thread-mark';
import { ReadMark } from './read-mark.svelte';
import { rowsOf, type KnownRows, type Row } from './rows';
import { JumpReturns } from '../list/jump-returns.svelte';
import {
  centeredAt,
  END,
  restoredAt,
  topAt,
  UNREAD,
  type ScrollAnchor,
  type ScrollGoal,
} from '../list/scroll-goal';

/**
 * The state of one dialog's conversation, or of one thread: rows, scroll goal and unread messages, and the requests
 * that change it.
 */
export class Conversation {
  readonly dialogId: number;
  /** The first message of the thread that it is; 0 for the dialog itself. */
  readonly threadId: number;
  /** Your changes to its messages. */
  readonly changes: MessageChanges;
  /** The replies to which the person can return after jumps to what they answer. */
  readonly returns = new JumpReturns();
  readonly #people: PeopleCache;
  readonly #outbox: MessageOutbox;
  readonly #mark: ReadMark | ThreadMark;
  readonly #run: MessageRun;
  #state = $state<LoadState>('loading');
  #error = $state.raw<unknown>(null);
  #isExpired = false;
  #unreadFrom = $state(0);
  #goal = $state.raw<ScrollGoal | null>(null);
  /** The first load, while it is running. */
  #opening: Promise<void> | null = null;
  readonly #events = new EventSubscription((event) => this.#handle(event));
  readonly #knownRows: KnownRows = new WeakMap();
  readonly #rows = $derived.by(() =>
    rowsOf({
      messages: this.#run.messages,
      outgoing: this.#run.hasNewer ? [] : this.#outbox.in(this.dialogId, this.threadId),
      hidden: this.changes.hidden,
      me: session.id,
      unreadFrom: this.#unreadFrom,
      root: this.#run.root,
      isWhole: !this.#run.hasOlder,
      known: this.#knownRows,
    }),
  );

  constructor(dialogId: number, dialogs: Dialogs, people: PeopleCache, outbox: MessageOutbox, threadId = 0) {
    this.dialogId = dialogId;
    this.threadId = threadId;
    this.#people = people;
    const newestId = () =>
      threadId ? (this.#run.root?.Replies?.Last ?? 0) : (dialogs.find(dialogId)?.LastMessage?.ID ?? 0);
    const source = { dialog: dialogId, ...(threadId && { thread: threadId }) };
    this.#run = new MessageRun(source, people, this.#events, newestId);
    this.changes = new MessageChanges(this.#run, this.#events);
    this.#outbox = outbox;
    this.#mark = threadId ? new ThreadMark(() => this.#run.root) : new ReadMark(dialogId, dialogs);
  }

  /** Where a new message goes, as input of `dialogs.send`. */
  get target(): { dialog_id: number; thread?: number } {
    return { dialog_id: this.dialogId, ...(this.threadId && { thread: this.threadId }) };
  }

  /** Starts to apply events; returns a function that stops it. */
  follow(): () => void {
    return this.#events.open();
  }

  get state(): LoadState {
    return this.#state;
  }
  get error(): unknown {
    return this.#error;
  }
  get rows(): readonly Row[] {
    return this.#rows;
  }
  /** The loaded messages and their paging. */
  get run(): MessageRun {
    return this.#run;
  }
  /** Where the list should scroll next; call `reached` to clear it. */
  get goal(): ScrollGoal | null {
    return this.#goal;
  }
  reached(): void {
    this.#goal = null;
  }

  /** Loads the messages around the first unread one, or the newest. Does nothing if messages are already loaded. */
  async open(): Promise<void> {
    if (this.#state === 'ready') return;
    this.#opening ??= this.#load().finally(() => (this.#opening = null));
    return this.#opening;
  }

  /** Notes that events were missed: until the messages are reloaded, newer ones may lack those before them. */
  expire(): void {
    if (this.#state !== 'loading') this.#isExpired = true;
  }

  /** Reloads the messages if events were missed, at the message with id `anchor`, or at the end if it is 0. */
  async complete(anchor: number): Promise<void> {
    if (!this.#isExpired) return;
    if (anchor) return this.#read(() => this.#goAround(anchor, false));
    await this.#read(() => this.#run.readNewest(() => this.#showAt(END)));
  }

  /**
   * Scrolls to a message of any age and highlights it; returns false if it doesn't exist. Throws AppError if it
   * couldn't be loaded.
   */
  async jumpTo(id: number): Promise<boolean> {
    // Its answer would replace the messages around this one.
    await this.#opening;
    if (!this.find(id)) await this.#tryToRead(() => this.#goAround(id, true));
    const isThere = this.find(id) !== undefined;
    if (isThere) this.#goal = centeredAt(id);
    return isThere;
  }

  /** Scrolls to the first message since a time and highlights it, or to the newest one. Throws as `jumpTo`. */
  async jumpToTime(time: number): Promise<void> {
    await this.#opening;
    const show = () => {
      const isShown = (one: MessageModel) => one.Timestamp >= time && !this.changes.hidden.has(one.ID);
      const first = this.#run.messages.find(isShown);
      this.#showAt(first ? topAt(first.ID) : END);
    };
    if (this.#state === 'ready' && !this.#isExpired && this.#run.hasSince(time)) show();
    else await this.#tryToRead(() => this.#run.readAround({ around_time: Math.max(1, time) }, show));
  }

  /** Scrolls to the newest message. What could not be loaded yet is loaded as by `open`. */
  async jumpToEnd(): Promise<void> {
    if (this.#state !== 'ready') await this.open();
    else if (this.#lacksNewer) await this.#read(() => this.#run.readNewest(() => this.#showAt(END)));
    else this.#showAt(END);
  }

  /** Restores the conversation when it is shown again: at `anchor`; if null, at the first unread message or the end. */
  enter(anchor: ScrollAnchor | null): void {
    if (this.#state !== 'ready') return;
    this.#markUnread();
    if (anchor) this.#goal = restoredAt(anchor);
    else if (this.#unreadFrom) this.#goal = UNREAD;
    else void this.jumpToEnd();
  }

  /** Restores the conversation when it is shown again at a message, which `jumpTo` loads if need be. */
  enterAt(id: number): void {
    // The rows that were left would be built for nothing.
    if (!this.find(id)) this.#state = 'loading';
    else this.#markUnread();
  }

  /** The id of the newest loaded message; 0 if there is none. */
  get lastId(): number {
    return this.#run.messages.at(-1)?.ID ?? 0;
  }

  /** Your latest loaded message, for editing. */
  get lastOwn(): MessageModel | undefined {
    return this.#run.messages.findLast(
      (one) => one.Author.ID === session.id && isEditable(one) && !this.changes.hidden.has(one.ID),
    );
  }

  find(id: number): MessageModel | undefined {
    return this.#run.find(id);
  }

  /** Marks everything up to a message as read, after the person saw it. */
  saw(id: number): void {
    this.returns.passed(id);
    const last = this.#run.messages.at(-1);
    this.#mark.move(this.#run.messages, id, !this.#lacksNewer && last?.ID === id);
  }

  /** Scrolls to a message that you just sent, and removes the "New messages" divider. */
  showSent(): void {
    this.#unreadFrom = 0;
    void this.jumpToEnd();
  }

  /** Whether nobody is looking and the message below the "New messages" divider was not read yet. */
  get isLeftUnread(): boolean {
    return !document.hasFocus() && this.#mark.hasUnread && this.find(this.#unreadFrom)?.Read === false;
  }

  /** Scrolls to the "New messages" divider. */
  goToUnread(): void {
    this.#goal = UNREAD;
  }

  /** Adds a new message. */
  take(message: MessageModel): void {
    this.#people.add(message.Author);
    if (this.#state !== 'ready' || this.#lacksNewer) return;
    const isNews = message.Author.ID !== session.id && message.ID > (this.#run.messages.at(-1)?.ID ?? 0);
    const isUnseen = isNews && message.Type === 'message' && !document.hasFocus();
    if (isUnseen && !this.#mark.hasUnreadBefore(message.ID)) this.#unreadFrom = message.ID;
    this.#run.add(message);
  }

  /** Applies an event; idempotent. Ignores events of other dialogs. */
  #handle(event: ServerEvent): void {
    if (event.Type === 'profile') return this.#run.setAuthor(toAuthor(event.User));
    if (dialogOf(event) !== this.dialogId) return;
    switch (event.Type) {
      case 'message':
        return this.threadId ? undefined : this.take(event.Message);
      case 'thread_message':
        return event.Message.Thread === this.threadId ? this.take(event.Message) : undefined;
      case 'thread':
      case 'message_edit':
      case 'message_poll':
      case 'message_calendar':
      case 'message_reaction':
        return this.#run.update(event.Message);
      case 'message_delete':
        return this.#run.remove(event.Message);
      case 'read':
        this.#mark.noteRead(event.User, event.Message);
        return this.#run.markRead(event.Message, event.User === session.id);
    }
  }

  get #lacksNewer(): boolean {
    return this.#run.hasNewer || this.#isExpired;
  }

  /** Shows the messages that were just loaded, scrolled to a goal. */
  #showAt(goal: ScrollGoal): void {
    this.#state = 'ready';
    this.#isExpired = false;
    this.#goal = goal;
  }

  #markUnread(): void {
    this.#unreadFrom = this.#mark.hasUnread ? this.#run.firstUnread : 0;
  }

  async #load(): Promise<void> {
    const { unread } = this.#mark;
    const onshown = () => {
      this.#unreadFrom = unread ? firstUnread(this.#run.messages) : 0;
      this.#showAt(this.#unreadFrom ? UNREAD : END);
    };
    await this.#read(() => (unread ? this.#run.readUnread(unread, onshown) : this.#run.readNewest(onshown)));
  }

  async #goAround(id: number, isHighlighted: boolean): Promise<void> {
    await this.#run.readAround({ around_id: id }, () => {
      // It may have been deleted.
      const shown = this.find(id) ?? this.#run.messages.find((message) => message.ID > id);
      if (!shown) this.#showAt(END);
      else if (!isHighlighted) this.#showAt(restoredAt({ id: shown.ID, offset: 0 }));
      else this.#showAt(centeredAt(shown.ID, shown.ID === id));
    });
  }

  async #read(work: () => Promise<void>): Promise<void> {
    await this.#tryToRead(work).catch(() => undefined);
  }

  async #tryToRead(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#state = 'ready';
    } catch (error) {
      this.#error = error;
      if (this.#state !== 'ready') this.#restore();
      throw error;
    }
  }

  /** What was loaded before stays readable if a message isn't reached. */
  #restore(): void {
    this.#state = this.#run.messages.length ? 'ready' : 'failed';
    if (this.#state === 'ready') this.#goal = { kind: 'end' };
  }
}
