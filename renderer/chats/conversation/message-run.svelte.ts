import type { MessageModel } from '../../../shared/contract/records';
import { photos, session, type Call, type EventSubscription } from '../../api';
import type { Acquaintances } from '../acquaintances.svelte';

/** A run of a dialog's messages without gaps, oldest first, which grows at both ends as it is scrolled. */
export class MessageRun {
  readonly #dialogId: number;
  readonly #people: Acquaintances;
  readonly #events: EventSubscription;
  #messages = $state.raw<readonly MessageModel[]>([]);
  #hasOlder = $state(false);
  #hasNewer = $state(false);
  #grewAtStart = $state(false);
  #epoch = $state(0);
  #isReading = false;

  /** `events` applies to each page what it doesn't include yet. */
  constructor(dialogId: number, people: Acquaintances, events: EventSubscription) {
    this.#dialogId = dialogId;
    this.#people = people;
    this.#events = events;
  }

  get messages(): readonly MessageModel[] {
    return this.#messages;
  }
  get hasOlder(): boolean {
    return this.#hasOlder;
  }
  /** There are newer messages that aren't read in yet: the last one here isn't the dialog's last. */
  get hasNewer(): boolean {
    return this.#hasNewer;
  }
  /** The last change of length was at the start, so that the place is kept from the end. */
  get grewAtStart(): boolean {
    return this.#grewAtStart;
  }
  /** Changes when other messages have taken the place of all that were there. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Puts changed messages in place of these. */
  change(messages: readonly MessageModel[]): void {
    if (messages === this.#messages) return;
    if (messages.length !== this.#messages.length) this.#grewAtStart = false;
    this.#messages = messages;
  }

  /**
   * Reads the newest messages, as far back as the first of `unread` ones where that is near enough. `onshown` is called at the
   * moment when they replace what was there.
   */
  readNewest(unread: number, onshown: () => void): Promise<void> {
    return this.#request(
      async (call) => {
        let { messages, isFull } = await this.#page(call, {}, unread > PAGE ? LONG_PAGE : PAGE);
        while (
          unread &&
          isFull &&
          firstUnread(messages) === messages[0]?.ID &&
          messages.length < FARTHEST_UNREAD
        ) {
          const older = await this.#page(call, { last_id: messages[0].ID }, LONG_PAGE);
          messages = [...older.messages, ...messages];
          isFull = older.isFull;
        }
        return { messages, isFull };
      },
      ({ messages, isFull }) => {
        this.#hasOlder = isFull;
        this.#show(messages, false);
        onshown();
      },
    );
  }

  /** Reads the messages around one; `newest` is the dialog's last. `onshown` as above. */
  readAround(id: number, newest: number, onshown: () => void): Promise<void> {
    return this.#request(
      (call) => this.#page(call, { around_id: id }),
      ({ messages }) => {
        this.#hasOlder = messages.length > 0;
        this.#show(messages, (messages.at(-1)?.ID ?? 0) < newest);
        onshown();
      },
    );
  }

  /** Reads a page of older messages, if there are any. */
  async growOlder(): Promise<void> {
    const first = this.#messages[0];
    if (!first || !this.#hasOlder) return;
    await this.#grow({ last_id: first.ID }, ({ messages, isFull }) => {
      if (this.#messages[0]?.ID !== first.ID) return;
      this.#grewAtStart = true;
      this.#hasOlder = isFull;
      this.#messages = [...messages, ...this.#messages];
    });
  }

  /** Reads a page of newer messages, if there are any. */
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

  /** Lets go of messages far from what is seen; called when the list has come to rest. */
  trim(seenIndex: number): void {
    if (this.#messages.length <= MOST || this.#isReading) return;
    if (seenIndex < this.#messages.length / 2) {
      this.#grewAtStart = false;
      this.#hasNewer = true;
      this.#messages = this.#messages.slice(0, KEPT);
    } else {
      this.#grewAtStart = true;
      this.#hasOlder = true;
      this.#messages = this.#messages.slice(-KEPT);
    }
  }

  #show(messages: MessageModel[], hasNewer: boolean): void {
    this.#grewAtStart = false;
    this.#messages = messages;
    this.#hasNewer = hasNewer;
    this.#epoch++;
  }

  async #page(call: Call, position: Position, limit = PAGE): Promise<Page> {
    const page = await call('dialogs.messages', { dialog_id: this.#dialogId, limit, ...position });
    // Photos take their places at once when their shapes are known.
    await photos.ready(page.flatMap((message) => message.Photos));
    return { messages: page.reverse(), isFull: page.length >= limit };
  }

  async #request(read: (call: Call) => Promise<Page>, apply: (page: Page) => void): Promise<void> {
    this.#isReading = true;
    try {
      await this.#events.request(read, (page) => {
        this.#people.meet(...page.messages.map((message) => message.Author));
        apply(page);
      });
    } finally {
      this.#isReading = false;
    }
  }

  /** One page at a time; a page that didn't come is asked for again by the next scroll. */
  async #grow(position: Position, apply: (page: Page) => void): Promise<void> {
    if (this.#isReading) return;
    await this.#request((call) => this.#page(call, position), apply).catch(() => undefined);
  }
}

/** Before, after or around which message a page is read; none for the newest. */
type Position = Partial<Record<'last_id' | 'after_id' | 'around_id', number>>;

/** Messages, oldest first, and whether there are as many as were asked for. */
interface Page {
  messages: MessageModel[];
  isFull: boolean;
}

/** The first message after everything that is read or one's own; 0 for none. */
export function firstUnread(messages: readonly MessageModel[]): number {
  const last = messages.findLastIndex((one) => one.Read || one.Author.ID === session.id);
  return messages.slice(last + 1).find((one) => one.Type === 'message')?.ID ?? 0;
}

const PAGE = 50;
const LONG_PAGE = 100;
/** How far back the first unread message is looked for; beyond it a conversation opens at its end. */
const FARTHEST_UNREAD = 1000;
/** Beyond so many messages in memory the far ones are let go. */
const MOST = 1500;
const KEPT = 800;
