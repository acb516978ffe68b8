import type { MessageModel } from '../../../shared/contract/records';
import { call, photos, session } from '../../api';
import type { Acquaintances } from '../acquaintances.svelte';

/** A run of a dialog's messages without gaps, oldest first, which grows at both ends as it is scrolled. */
export class MessageRun {
  readonly #dialogId: number;
  readonly #people: Acquaintances;
  #messages = $state.raw<readonly MessageModel[]>([]);
  #hasOlder = $state(false);
  #hasNewer = $state(false);
  #grewAtStart = $state(false);
  #epoch = $state(0);
  #isReading = false;

  constructor(dialogId: number, people: Acquaintances) {
    this.#dialogId = dialogId;
    this.#people = people;
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
   * Reads the newest messages, as far back as the first of `unread` ones where that is near enough. `onshown` is told at the
   * moment when they take the place of what was there.
   */
  readNewest(unread: number, onshown: () => void): Promise<void> {
    return this.#readAnew(async () => {
      let messages = await this.#page({}, unread > PAGE ? LONG_PAGE : PAGE);
      while (
        unread &&
        this.#hasOlder &&
        firstUnread(messages) === messages[0]?.ID &&
        messages.length < FARTHEST_UNREAD
      ) {
        messages = [...(await this.#page({ last_id: messages[0].ID }, LONG_PAGE)), ...messages];
      }
      this.#show(messages, false);
      onshown();
    });
  }

  /** Reads the messages around one; `newest` is the dialog's last. `onshown` as above. */
  readAround(id: number, newest: number, onshown: () => void): Promise<void> {
    return this.#readAnew(async () => {
      const messages = await this.#page({ around_id: id });
      this.#hasOlder = messages.length > 0;
      this.#show(messages, (messages.at(-1)?.ID ?? 0) < newest);
      onshown();
    });
  }

  /** Reads a page of older messages, if there are any. */
  async growOlder(): Promise<void> {
    const first = this.#messages[0];
    if (!first || !this.#hasOlder) return;
    await this.#grow(async () => {
      const page = await call('dialogs.messages', { dialog_id: this.#dialogId, last_id: first.ID });
      await this.#ready(page);
      if (this.#messages[0]?.ID !== first.ID) return;
      this.#note(page);
      this.#grewAtStart = true;
      this.#hasOlder = page.length >= PAGE;
      this.#messages = [...page.reverse(), ...this.#messages];
    });
  }

  /** Reads a page of newer messages, if there are any. */
  async growNewer(): Promise<void> {
    const last = this.#messages.at(-1);
    if (!last || !this.#hasNewer) return;
    await this.#grow(async () => {
      const page = await call('dialogs.messages', { dialog_id: this.#dialogId, after_id: last.ID });
      await this.#ready(page);
      if (this.#messages.at(-1)?.ID !== last.ID) return;
      this.#note(page);
      this.#grewAtStart = false;
      this.#hasNewer = page.length >= PAGE;
      this.#messages = [...this.#messages, ...page.reverse()];
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
    this.#note(messages);
    this.#grewAtStart = false;
    this.#messages = messages;
    this.#hasNewer = hasNewer;
    this.#epoch++;
  }

  async #page(place: { last_id?: number; around_id?: number }, limit = PAGE): Promise<MessageModel[]> {
    const page = await call('dialogs.messages', { dialog_id: this.#dialogId, limit, ...place });
    await this.#ready(page);
    this.#hasOlder = page.length >= limit;
    return page.reverse();
  }

  /** Photos take their places at once when their shapes are known. */
  async #ready(messages: readonly MessageModel[]): Promise<void> {
    await photos.ready(messages.flatMap((message) => message.Photos));
  }

  #note(messages: readonly MessageModel[]): void {
    this.#people.meet(...messages.map((message) => message.Author));
  }

  async #readAnew(work: () => Promise<void>): Promise<void> {
    this.#isReading = true;
    try {
      await work();
    } finally {
      this.#isReading = false;
    }
  }

  /** One page at a time; a page that didn't come is asked for again by the next scroll. */
  async #grow(work: () => Promise<void>): Promise<void> {
    if (!this.#isReading) await this.#readAnew(work).catch(() => undefined);
  }
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
