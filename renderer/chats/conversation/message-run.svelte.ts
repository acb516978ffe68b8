import type { Author, MessageModel, Reaction } from '../../../shared/contract/records';
import { photos, session, type Call, type EventSubscription } from '../../api';
import type { PeopleCache } from '../people-cache.svelte';
import { loadViewsOf } from '../message/view-loaders';

/**
 * A gapless run of the messages of a dialog, or of the replies in a thread under its first message, oldest first;
 * scrolling loads more pages at both ends. All changes are idempotent, because an answer and its event make the same
 * one.
 */
export class MessageRun {
  readonly #source: RunSource;
  readonly #people: PeopleCache;
  readonly #events: EventSubscription;
  readonly #newestId: () => number;
  #messages = $state.raw<readonly MessageModel[]>([]);
  #hasOlder = $state(false);
  #hasNewer = $state(false);
  #grewAtStart = $state(false);
  #epoch = $state(0);
  #isLoading = false;
  #root = $state.raw<MessageModel>();

  /**
   * `events` applies to each page the events that it doesn't include yet; `newestId` returns the id of the dialog's
   * last message, or 0.
   */
  constructor(source: RunSource, people: PeopleCache, events: EventSubscription, newestId: () => number) {
    this.#source = source;
    this.#people = people;
    this.#events = events;
    this.#newestId = newestId;
  }

  get messages(): readonly MessageModel[] {
    return this.#messages;
  }
  get hasOlder(): boolean {
    return this.#hasOlder;
  }
  /** There are newer messages that aren't loaded: the last one here isn't the dialog's last. */
  get hasNewer(): boolean {
    return this.#hasNewer;
  }
  /** Whether the first message since a time is loaded, or known not to exist. */
  hasSince(time: number): boolean {
    const [first, last] = [this.#messages[0], this.#messages.at(-1)];
    const isBefore = !this.#hasOlder || (first !== undefined && first.Timestamp < time);
    return isBefore && (!this.#hasNewer || (last !== undefined && last.Timestamp >= time));
  }
  /** The id of the first unread message; 0 if there is none, or it is older than the loaded messages. */
  get firstUnread(): number {
    return this.#hasOlder && !this.#messages.some(isKnown) ? 0 : firstUnread(this.#messages);
  }
  /** The first message of the thread; undefined until it is known, and in the run of a dialog. */
  get root(): MessageModel | undefined {
    return this.#root;
  }
  /** The last change of length was at the start, so the scroll position must be kept relative to the end. */
  get grewAtStart(): boolean {
    return this.#grewAtStart;
  }
  /** Changes when all messages were replaced. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Tells the run the first message of its thread, so that it need not be loaded. */
  begin(root: MessageModel): void {
    this.#root ??= root;
  }

  find(id: number): MessageModel | undefined {
    return this.#messages.find((message) => message.ID === id);
  }

  /** Adds a new message, or replaces the one with the same id. Ignores one that doesn't adjoin the run. */
  add(message: MessageModel): void {
    const twin = this.#twinOf(message);
    // The host's message replaces the one that waited to be sent, which has a larger provisional id.
    if (twin && twin.ID < message.ID) return;
    if (twin) this.#messages = this.#messages.filter((one) => one !== twin);
    if (this.#hasNewer || (this.#hasOlder && message.ID < (this.#messages[0]?.ID ?? 0))) return;
    const at = this.#messages.findLastIndex((one) => one.ID <= message.ID);
    const isLoaded = this.#messages[at]?.ID === message.ID;
    if (!isLoaded) this.#grewAtStart = false;
    this.#messages = isLoaded
      ? this.#messages.with(at, message)
      : this.#messages.toSpliced(at + 1, 0, message);
  }

  /** Replaces a message with its current version, also in the replies that quote it. */
  update(message: MessageModel): void {
    if (message.ID === this.#root?.ID) this.#root = message;
    this.#change((one) => {
      if (one.ID === message.ID) return message;
      return one.ReplyTo?.ID === message.ID ? { ...one, ReplyTo: { ...message, ReplyTo: null } } : one;
    });
  }

  /** Removes a deleted message; replies to it lose their quote. */
  remove(id: number): void {
    if (id === this.#root?.ID) this.#root = undefined;
    this.#change((one) => (one.ReplyTo?.ID === id ? { ...one, ReplyTo: null } : one));
    if (!this.find(id)) return;
    this.#grewAtStart = false;
    this.#messages = this.#messages.filter((one) => one.ID !== id);
  }

  /** Shows a person's current name and picture at all that they wrote, also where it is quoted. */
  setAuthor(author: Author): void {
    const isOld = (one: Author) => one.ID === author.ID && !isSame(one, author);
    if (this.#root && isOld(this.#root.Author)) this.#root = { ...this.#root, Author: author };
    this.#change((one) => {
      const quoted = one.ReplyTo;
      const ReplyTo = quoted && isOld(quoted.Author) ? { ...quoted, Author: author } : quoted;
      const Author = isOld(one.Author) ? author : one.Author;
      return Author === one.Author && ReplyTo === quoted ? one : { ...one, Author, ReplyTo };
    });
  }

  /** Marks messages up to `upTo` as read: those of others if you read them (`isByMe`), otherwise your own. */
  markRead(upTo: number, isByMe: boolean): void {
    this.#change((one) => {
      const isMine = one.Author.ID === session.id;
      return one.ID <= upTo && !one.Read && isMine !== isByMe ? { ...one, Read: true } : one;
    });
  }

  /** Adds or removes your reaction. */
  setReaction(id: number, emoji: string, isOn: boolean): void {
    this.#change((one) =>
      one.ID === id ? { ...one, Reactions: reactionsWith(one.Reactions, emoji, isOn) } : one,
    );
  }

  /** Loads the newest messages. Calls `onshown` as soon as they replace the previous messages. */
  readNewest(onshown: () => void): Promise<void> {
    return this.#read((call) => this.#page(call, {}), onshown);
  }

  /** Loads the messages around one, or around the first one since a time. `onshown` as in `readNewest`. */
  readAround(center: { around_id: number } | { around_time: number }, onshown: () => void): Promise<void> {
    return this.#read((call) => this.#page(call, center), onshown);
  }

  /** Loads the messages around the first of `unread` ones, which the newest page often has. `onshown` as above. */
  readUnread(unread: number, onshown: () => void): Promise<void> {
    return this.#read(async (call) => {
      const newest = unread < PAGE ? await this.#page(call, {}) : null;
      const hasFirst = newest && (!newest.isFull || newest.messages.some(isKnown));
      return hasFirst ? newest : this.#page(call, { around_unread: true });
    }, onshown);
  }

  /** Loads a page of older messages, if there are any. Calls `onloaded` right before they are added. */
  async growOlder(onloaded?: () => void): Promise<void> {
    const first = this.#messages[0];
    if (!first || !this.#hasOlder) return;
    await this.#grow({ last_id: first.ID }, ({ messages, isFull }) => {
      if (this.#messages[0]?.ID !== first.ID) return;
      onloaded?.();
      this.#grewAtStart = true;
      this.#hasOlder = isFull;
      this.#messages = [...messages, ...this.#messages];
    });
  }

  /** Loads a page of newer messages, if there are any. */
  async growNewer(): Promise<void> {
    const last = this.#messages.at(-1);
    if (!last || !this.#hasNewer) return;
    await this.#grow({ after_id: last.ID }, ({ messages, isFull }) => {
      if (this.#messages.at(-1)?.ID !== last.ID) return;
      this.#grewAtStart = false;
      this.#hasNewer = isFull;
      this.#messages = [...this.#messages, ...messages];
    });
  }

  /** Unloads messages far from the visible ones; called when scrolling ends. */
  trim(seenIndex: number): void {
    if (this.#messages.length <= MAX_MESSAGES || this.#isLoading) return;
    if (seenIndex < this.#messages.length / 2) {
      this.#grewAtStart = false;
      this.#hasNewer = true;
      this.#messages = this.#messages.slice(0, TRIMMED_MESSAGES);
    } else {
      this.#grewAtStart = true;
      this.#hasOlder = true;
      this.#messages = this.#messages.slice(-TRIMMED_MESSAGES);
    }
  }

  /** The same message under another id: an own one with the same nonce. */
  #twinOf({ ID, Nonce, Author }: MessageModel): MessageModel | undefined {
    if (!Nonce || Author.ID !== session.id) return undefined;
    return this.#messages.findLast(
      (one) => one.Nonce === Nonce && one.ID !== ID && one.Author.ID === Author.ID,
    );
  }

  #change(change: (message: MessageModel) => MessageModel): void {
    const next = this.#messages.map(change);
    if (next.some((message, index) => message !== this.#messages[index])) this.#messages = next;
  }

  #read(load: (call: Call) => Promise<Page>, onshown: () => void): Promise<void> {
    return this.#request(load, ({ messages, isFull, isNewest }) => {
      this.#grewAtStart = false;
      this.#messages = messages;
      this.#hasOlder = isFull;
      // Not read before the answer came: messages that were sent meanwhile may be outside the page.
      this.#hasNewer = !isNewest && (messages.at(-1)?.ID ?? 0) < this.#newestId();
      this.#epoch++;
      onshown();
    });
  }

  async #page(call: Call, position: Position): Promise<Page> {
    const { dialog, thread } = this.#source;
    const message_id = thread ?? 0;
    const root = message_id && (this.#root ?? (await call('dialogs.message', { message_id })));
    const input = { dialog_id: dialog, limit: PAGE, ...(thread && { thread }), ...position };
    const page = await call('dialogs.messages', input);
    const isFull = page.length >= PAGE;
    const isAtStart = !isFull && position.after_id === undefined;
    const messages = [...(root && isAtStart ? [root] : []), ...page.reverse()];
    // With known dimensions photos take up their space immediately, without a layout shift.
    await Promise.all([photos.ready(messages.flatMap((message) => message.Photos)), loadViewsOf(messages)]);
    if (root) this.begin(root);
    return { messages, isFull, isNewest: Object.keys(position).length === 0 };
  }

  async #request(read: (call: Call) => Promise<Page>, apply: (page: Page) => void): Promise<void> {
    this.#isLoading = true;
    try {
      await this.#events.request(read, (page) => {
        this.#people.add(...page.messages.map((message) => message.Author));
        apply(page);
      });
    } finally {
      this.#isLoading = false;
    }
  }

  /** Loads one page at a time; the next scroll retries after a failure. */
  async #grow(position: Position, apply: (page: Page) => void): Promise<void> {
    if (this.#isLoading) return;
    await this.#request((call) => this.#page(call, position), apply).catch(() => undefined);
  }
}

/** Whose messages a run has: those of a dialog, or the replies in one of its threads. */
export interface RunSource {
  dialog: number;
  thread?: number;
}

/** The cursor of a page: before, after or around a message, or around a time; empty for the newest page. */
type Position = Partial<Record<'last_id' | 'after_id' | 'around_id' | 'around_time', number>> & {
  around_unread?: true;
};

/** Messages, oldest first; `isFull` if there are as many as requested; `isNewest` if it was requested as such. */
interface Page {
  messages: MessageModel[];
  isFull: boolean;
  isNewest: boolean;
}

/** Returns the id of the first message after all that are read or your own; 0 if there is none. */
export function firstUnread(messages: readonly MessageModel[]): number {
  const last = messages.findLastIndex(isKnown);
  return messages.slice(last + 1).find((one) => one.Type === 'message')?.ID ?? 0;
}

function reactionsWith(reactions: Reaction[], emoji: string, isOn: boolean): Reaction[] {
  const own = reactions.find((reaction) => reaction.Emoji === emoji);
  if (!own) return isOn ? [...reactions, { Emoji: emoji, Count: 1, Mine: true }] : reactions;
  if (own.Mine === isOn) return reactions;
  return reactions
    .map((one) => (one === own ? { ...one, Mine: isOn, Count: one.Count + (isOn ? 1 : -1) } : one))
    .filter((one) => one.Count > 0);
}

/** Whether a person is shown the same by another record, which may have more fields. */
function isSame(one: Author, other: Author): boolean {
  return Object.entries(one).every(([key, value]) => other[key as keyof Author] === value);
}

/** Read, or your own. */
function isKnown(message: MessageModel): boolean {
  return message.Read || message.Author.ID === session.id;
}

const PAGE = 50;
/** With more messages than this in memory, the far ones are unloaded. */
const MAX_MESSAGES = 1500;
const TRIMMED_MESSAGES = 800;
