import { SvelteSet } from 'svelte/reactivity';
import type { MessageModel } from '../../shared/contract/records';
import { call, session, type Heard } from '../api';
import type { Acquaintances } from './acquaintances.svelte';
import type { Dialogs, LoadState } from './dialogs.svelte';
import { withEdit, withReaction, withRead, withoutMessage, mergedWith } from './messages';
import type { Outbox } from './outbox.svelte';
import { ReadMark } from './readmark.svelte';
import { rowsOf, type Row } from './rows';

/** Where the list should go to: a message (in the middle, lit for a moment, or at the top), the unread line, or the end. */
export type Goal =
  | { kind: 'message'; id: number; isLit: boolean; atTop: boolean; offset: number }
  | { kind: 'unread' }
  | { kind: 'end' };

/** What of a dialog is read: a run of its messages without gaps, which grows at both ends as it is scrolled. */
export class Conversation {
  readonly dialogId: number;
  readonly #dialogs: Dialogs;
  readonly #people: Acquaintances;
  readonly #outbox: Outbox;
  readonly #mark: ReadMark;
  readonly #hidden = new SvelteSet<number>();
  /** Oldest first. */
  #messages = $state.raw<readonly MessageModel[]>([]);
  #state = $state<LoadState>('loading');
  #error = $state.raw<unknown>(null);
  #hasOlder = $state(false);
  #hasNewer = $state(false);
  #grewAtStart = $state(false);
  #unreadFrom = $state(0);
  #epoch = $state(0);
  #goal = $state.raw<Goal | null>(null);
  #loading: 'older' | 'newer' | 'place' | null = null;

  readonly #rows = $derived.by(() =>
    rowsOf({
      messages: this.#messages,
      outgoing: this.#hasNewer ? [] : this.#outbox.of(this.dialogId),
      hidden: this.#hidden,
      me: session.id,
      unreadFrom: this.#unreadFrom,
      isWhole: !this.#hasOlder,
    }),
  );

  constructor(dialogId: number, dialogs: Dialogs, people: Acquaintances, outbox: Outbox) {
    this.dialogId = dialogId;
    this.#dialogs = dialogs;
    this.#people = people;
    this.#outbox = outbox;
    this.#mark = new ReadMark(dialogId, dialogs);
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
  get hasOlder(): boolean {
    return this.#hasOlder;
  }
  /** There are newer messages that aren't read in yet: the last row isn't the dialog's last. */
  get hasNewer(): boolean {
    return this.#hasNewer;
  }
  /** The last change of length was at the start, so that the place is kept from the end. */
  get grewAtStart(): boolean {
    return this.#grewAtStart;
  }
  /** Changes when other messages have taken the place of all that were shown. */
  get epoch(): number {
    return this.#epoch;
  }
  /** Where the list should go next; `reached` when it is there. */
  get goal(): Goal | null {
    return this.#goal;
  }
  reached(): void {
    this.#goal = null;
  }

  /** Reads the newest messages, and as far back as the first unread one; a second opening shows what is there. */
  async open(): Promise<void> {
    if (this.#state === 'ready') return;
    await this.#read(async () => {
      const unread = this.#dialogs.find(this.dialogId)?.Unread ?? 0;
      const messages = await this.#newest(unread);
      this.#show(messages, { hasNewer: false, goal: { kind: 'end' } });
      this.#unreadFrom = unread ? firstUnread(messages) : 0;
      if (this.#unreadFrom) this.#goal = { kind: 'unread' };
    });
  }

  /** Everything is read again, at the place given or at the end: events were missed. */
  async reload(place: number): Promise<void> {
    if (this.#state === 'loading') return;
    await this.#read(async () => {
      if (this.#hasNewer && place) return this.#showAround(place, false);
      const messages = await this.#newest(this.#dialogs.find(this.dialogId)?.Unread ?? 0);
      this.#show(messages, { hasNewer: false, goal: place ? topGoal(place, messages) : { kind: 'end' } });
    });
  }

  async loadOlder(): Promise<void> {
    const first = this.#messages[0];
    if (!first || !this.#hasOlder) return;
    await this.#grow('older', async () => {
      const page = await call('dialogs.messages', { dialog_id: this.dialogId, last_id: first.ID });
      if (this.#messages[0]?.ID !== first.ID) return;
      this.#note(page);
      this.#grewAtStart = true;
      this.#hasOlder = page.length >= PAGE;
      this.#messages = [...page.reverse(), ...this.#messages];
    });
  }

  async loadNewer(): Promise<void> {
    const last = this.#messages.at(-1);
    if (!last || !this.#hasNewer) return;
    await this.#grow('newer', async () => {
      const page = await call('dialogs.messages', { dialog_id: this.dialogId, after_id: last.ID });
      if (this.#messages.at(-1)?.ID !== last.ID) return;
      this.#note(page);
      this.#grewAtStart = false;
      this.#hasNewer = page.length >= PAGE;
      this.#messages = [...this.#messages, ...page.reverse()];
    });
  }

  /** Lets go of messages far from what is seen; called when the list has come to rest. */
  trim(seenIndex: number): void {
    if (this.#messages.length <= MOST || this.#loading) return;
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

  /** Shows a message of any age, in the middle and lit. False when it isn't there. */
  async jumpTo(id: number): Promise<boolean> {
    if (!this.#messages.some((message) => message.ID === id)) {
      await this.#read(() => this.#showAround(id, true));
    }
    const isThere = this.#messages.some((message) => message.ID === id);
    if (isThere) this.#goal = { kind: 'message', id, isLit: true, atTop: false, offset: 0 };
    return isThere;
  }

  /** Goes to the newest message. */
  async jumpToEnd(): Promise<void> {
    if (this.#hasNewer) {
      await this.#read(async () =>
        this.#show(await this.#page({}), { hasNewer: false, goal: { kind: 'end' } }),
      );
    }
    this.#goal = { kind: 'end' };
  }

  /** Shows it again after something else was shown: where it was left, or at what has come since. */
  enter(place: { id: number; offset: number } | null): void {
    if (this.#state !== 'ready') return;
    this.#unreadFrom = this.#hasNewer || !this.#mark.hasUnread ? 0 : firstUnread(this.#messages);
    if (place) this.#goal = { kind: 'message', isLit: false, atTop: true, ...place };
    else this.#goal = this.#unreadFrom ? { kind: 'unread' } : { kind: 'end' };
  }

  /** The newest message that is read in; 0 for none. */
  get lastId(): number {
    return this.#messages.at(-1)?.ID ?? 0;
  }

  /** The own message that was written last, for editing. */
  get lastOwn(): MessageModel | undefined {
    return this.#messages.findLast(
      (one) => one.Author.ID === session.id && one.Type === 'message' && !this.#hidden.has(one.ID),
    );
  }

  find(id: number): MessageModel | undefined {
    return this.#messages.find((message) => message.ID === id);
  }

  /** A row was seen by somebody who is here: everything up to it is read. */
  saw(id: number): void {
    const last = this.#messages.at(-1);
    this.#mark.move(this.#messages, id, !this.#hasNewer && last?.ID === id);
  }

  /** The line "New messages" has done its work. */
  dropUnreadLine(): void {
    this.#unreadFrom = 0;
  }

  /** Changes the text of an own message, at once here; throws, and puts the old text back, when the host refuses. */
  async edit(id: number, text: string): Promise<void> {
    const before = this.find(id);
    if (!before || before.Text === text) return;
    this.#replace(
      withEdit(this.#messages, { ...before, Text: text, EditTimestamp: Math.floor(Date.now() / 1000) }),
    );
    try {
      this.#replace(withEdit(this.#messages, await call('dialogs.editMessage', { message_id: id, text })));
    } catch (error) {
      this.#replace(withEdit(this.#messages, before));
      throw error;
    }
  }

  /** Adds or takes back an own reaction, at once here; throws, and undoes it, when the host refuses. */
  async react(id: number, emoji: string): Promise<void> {
    const message = this.find(id);
    if (!message) return;
    const isOn = message.Reactions.some((reaction) => reaction.Emoji === emoji && reaction.Mine);
    this.#replace(withReaction(this.#messages, id, emoji, !isOn));
    try {
      await call(isOn ? 'dialogs.unreact' : 'dialogs.react', { message_id: id, emoji });
    } catch (error) {
      this.#replace(withReaction(this.#messages, id, emoji, isOn));
      throw error;
    }
  }

  /** Takes a message out of sight until it is deleted or shown again. */
  hide(id: number): void {
    this.#hidden.add(id);
  }
  show(id: number): void {
    this.#hidden.delete(id);
  }

  /** Deletes a message for everyone; throws, and shows it again, when the host refuses. */
  async remove(id: number): Promise<void> {
    try {
      await call('dialogs.deleteMessage', { message_id: id });
      this.#replace(withoutMessage(this.#messages, id));
    } finally {
      this.#hidden.delete(id);
    }
  }

  /** A message that was sent from here or heard of. */
  take(message: MessageModel): void {
    this.#people.meet(message.Author);
    if (this.#state !== 'ready' || this.#hasNewer) return;
    const isNews = message.Author.ID !== session.id && message.ID > (this.#messages.at(-1)?.ID ?? 0);
    if (isNews && message.Type === 'message' && !document.hasFocus() && !this.#mark.hasUnread) {
      this.#unreadFrom = message.ID;
    }
    this.#replace(mergedWith(this.#messages, message));
  }

  hear(heard: Heard): void {
    switch (heard.Type) {
      case 'message':
        return this.take(heard.Message);
      case 'message_edit':
      case 'message_reaction':
        return this.#replace(withEdit(this.#messages, heard.Message));
      case 'message_delete':
        return this.#replace(withoutMessage(this.#messages, heard.Message));
      case 'read':
        this.#mark.hear(heard.User, heard.Message);
        return this.#replace(withRead(this.#messages, heard.Message, heard.User === session.id));
    }
  }

  #replace(messages: readonly MessageModel[]): void {
    if (messages === this.#messages) return;
    if (messages.length !== this.#messages.length) this.#grewAtStart = false;
    this.#messages = messages;
  }

  #show(messages: MessageModel[], { hasNewer, goal }: { hasNewer: boolean; goal: Goal }): void {
    this.#note(messages);
    this.#grewAtStart = false;
    this.#messages = messages;
    this.#hasNewer = hasNewer;
    this.#epoch++;
    this.#goal = goal;
  }

  async #showAround(id: number, isLit: boolean): Promise<void> {
    const messages = await this.#page({ around_id: id });
    const last = this.#dialogs.find(this.dialogId)?.LastMessage?.ID ?? 0;
    this.#hasOlder = messages.length > 0;
    this.#show(messages, {
      hasNewer: (messages.at(-1)?.ID ?? 0) < last,
      goal: { kind: 'message', id, isLit, atTop: !isLit, offset: 0 },
    });
  }

  /** The newest messages, oldest first, as far back as the first unread one where that is near enough. */
  async #newest(unread: number): Promise<MessageModel[]> {
    let messages = await this.#page({}, unread > PAGE ? LONG_PAGE : PAGE);
    while (this.#hasOlder && firstUnread(messages) === messages[0]?.ID && messages.length < FARTHEST_UNREAD) {
      messages = [...(await this.#page({ last_id: messages[0].ID }, LONG_PAGE)), ...messages];
    }
    return messages;
  }

  async #page(place: { last_id?: number; around_id?: number }, limit = PAGE): Promise<MessageModel[]> {
    const page = await call('dialogs.messages', { dialog_id: this.dialogId, limit, ...place });
    this.#hasOlder = page.length >= limit;
    return page.reverse();
  }

  #note(messages: readonly MessageModel[]): void {
    this.#people.meet(...messages.map((message) => message.Author));
  }

  async #read(work: () => Promise<void>): Promise<void> {
    this.#loading = 'place';
    try {
      await work();
      this.#state = 'ready';
    } catch (error) {
      this.#error = error;
      if (this.#state !== 'ready') this.#state = 'failed';
    } finally {
      this.#loading = null;
    }
  }

  /** One page at a time; a page that didn't come is asked for again by the next scroll. */
  async #grow(edge: 'older' | 'newer', work: () => Promise<void>): Promise<void> {
    if (this.#loading) return;
    this.#loading = edge;
    try {
      await work();
    } catch {
      return;
    } finally {
      this.#loading = null;
    }
  }
}

const PAGE = 50;
const LONG_PAGE = 100;
/** How far back the first unread message is looked for; beyond it a conversation opens at its end. */
const FARTHEST_UNREAD = 1000;
/** Beyond so many messages in memory the far ones are let go. */
const MOST = 1500;
const KEPT = 800;

function firstUnread(messages: readonly MessageModel[]): number {
  const last = messages.findLastIndex((one) => one.Read || one.Author.ID === session.id);
  return messages.slice(last + 1).find((one) => one.Type === 'message')?.ID ?? 0;
}

function topGoal(place: number, messages: readonly MessageModel[]): Goal {
  return messages.some((message) => message.ID === place)
    ? { kind: 'message', id: place, isLit: false, atTop: true, offset: 0 }
    : { kind: 'end' };
}
