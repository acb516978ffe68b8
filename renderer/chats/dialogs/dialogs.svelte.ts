import { SvelteMap } from 'svelte/reactivity';
import type { DialogModel, MessageModel } from '../../../shared/contract/records';
import { toAuthor } from '../../../shared/people';
import { AppError, EventSubscription, me, session, type ServerEvent } from '../../api';
import { isSaved } from '../names';
import type { PeopleCache } from '../people-cache.svelte';
import { dialogOf } from './dialog-of-event';
import { Timers } from './timers';

export type LoadState = 'loading' | 'ready' | 'failed';

/** The dialogs of the signed-in person, in sync with the host, and public ones that they preview. */
export class Dialogs {
  readonly #people: PeopleCache;
  readonly #ondrop: (id: number) => void;
  #dialogs = $state.raw(new SvelteMap<number, DialogModel>());
  readonly #mutes = new Timers((id) => this.change(id, UNMUTED));
  readonly #silences = new Timers((id) => this.#endSilence(id));
  #state = $state<LoadState>('loading');
  #error = $state.raw<unknown>(null);
  #isIncomplete = false;
  /** Not opened: `Chats` passes live events on in its own order. */
  readonly #events = new EventSubscription((event) => this.handle(event));
  readonly #sorted = $derived([...this.#dialogs.values()].filter((dialog) => dialog.Member).sort(inOrder));

  /** `ondrop` is called for each dialog that is gone: it was deleted, or the person lost access to it. */
  constructor(people: PeopleCache, ondrop: (id: number) => void) {
    this.#people = people;
    this.#ondrop = ondrop;
  }

  get state(): LoadState {
    return this.#state;
  }

  /** Why loading the list failed. */
  get error(): unknown {
    return this.#error;
  }

  /** The dialogs that you are a member of, archived ones too: pinned first in their order, then by latest activity. */
  get sorted(): readonly DialogModel[] {
    return this.#sorted;
  }

  /** Number of unread messages in dialogs that aren't muted. */
  get unread(): number {
    return this.#sorted.reduce((sum, dialog) => sum + (dialog.Mute ? 0 : dialog.Unread), 0);
  }

  /** Returns a dialog by id; reactive. */
  find(id: number): DialogModel | undefined {
    return this.#dialogs.get(id);
  }

  /** Loads all dialogs; the current ones stay visible meanwhile. The beginning of a long list comes before the rest. */
  async load(): Promise<void> {
    if (this.#state === 'failed') this.#state = 'loading';
    try {
      if (this.#state === 'ready' || (await this.#read(FIRST)).length >= FIRST) await this.#read();
      this.#isIncomplete = false;
    } catch (error) {
      this.#error = error;
      if (this.#state === 'ready') this.#isIncomplete = true;
      else this.#state = 'failed';
    }
  }

  /** Loads all dialogs again if the last load failed. */
  async complete(): Promise<void> {
    if (this.#isIncomplete || this.#state === 'failed') await this.load();
  }

  /** Loads one dialog; removes it if it doesn't exist any more. Throws AppError. */
  async refresh(id: number): Promise<DialogModel> {
    try {
      return await this.#events.request(
        (call) => call('dialogs.get', { dialog_id: id }),
        (dialog) => this.put(dialog),
        (event) => dialogOf(event) === id,
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') this.drop(id);
      throw error;
    }
  }

  put(dialog: DialogModel): void {
    this.#addPeople(dialog);
    this.#set(dialog);
  }

  change(id: number, part: Partial<DialogModel>): void {
    const dialog = this.#dialogs.get(id);
    if (dialog) this.#set({ ...dialog, ...part });
  }

  drop(id: number): void {
    this.#dialogs.delete(id);
    this.#mutes.set(id, 0);
    this.#ondrop(id);
  }

  /** Stops waiting for the ends of mutes. */
  close(): void {
    this.#mutes.clear();
    this.#silences.clear();
  }

  /** Updates the dialog of a new message, or loads that dialog if it isn't known. */
  take(message: MessageModel): void {
    const dialog = this.#dialogs.get(message.Dialog.ID);
    if (!dialog) return void this.refresh(message.Dialog.ID).catch(() => undefined);
    const last = dialog.LastMessage?.ID ?? 0;
    if (message.ID === last) return this.change(dialog.ID, { LastMessage: message });
    // An older message is already counted: the list was loaded after it was sent.
    if (message.ID < last) return;
    const isMine = message.Author.ID === session.id;
    this.change(dialog.ID, {
      LastMessage: message,
      Timestamp: message.Timestamp,
      Unread: isMine || message.Type !== 'message' ? dialog.Unread : dialog.Unread + 1,
    });
  }

  /** Applies an event; idempotent. */
  handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'message':
        return this.take(event.Message);
      case 'message_edit':
      case 'message_poll':
      case 'message_calendar':
      case 'message_reaction': {
        const { Message } = event;
        const last = this.#dialogs.get(Message.Dialog.ID)?.LastMessage;
        if (last?.ID === Message.ID) this.change(Message.Dialog.ID, { LastMessage: Message });
        return;
      }
      case 'message_delete':
        if (!event.Thread && this.#dialogs.has(event.Dialog))
          void this.refresh(event.Dialog).catch(() => undefined);
        return;
      case 'read':
        return this.#handleRead(event.Dialog, event.User, event.Message);
      case 'dialog':
        return this.put(event.Dialog);
      case 'dialog_delete':
        return this.drop(event.Dialog);
      case 'member':
        return this.#handleMember(event);
      case 'profile':
        return this.#handleProfile(toAuthor(event.User));
    }
  }

  #read(limit?: number): Promise<DialogModel[]> {
    return this.#events.request(
      (call) => call('dialogs.list', limit === undefined ? {} : { limit }),
      (dialogs) => {
        const listed = new Set(dialogs.map((dialog) => dialog.ID));
        if (limit === undefined) for (const id of this.#dialogs.keys()) if (!listed.has(id)) this.drop(id);
        this.#putAll(dialogs);
        this.#state = 'ready';
      },
    );
  }

  /**
   * Puts dialogs into a new map, whose readers are notified once: notifying them of each of 2,000 dialogs took 750 ms.
   */
  #putAll(dialogs: readonly DialogModel[]): void {
    const next = new SvelteMap(this.#dialogs);
    for (const dialog of dialogs) {
      this.#addPeople(dialog);
      this.#set(dialog, next);
    }
    this.#dialogs = next;
  }

  #addPeople({ DialogDude, LastMessage }: DialogModel): void {
    this.#people.add(DialogDude, LastMessage?.Author);
  }

  #set(dialog: DialogModel, dialogs = this.#dialogs): void {
    if (isSaved(dialog)) me.noteSavedDialog(dialog.ID);
    dialogs.set(dialog.ID, dialog);
    this.#mutes.set(dialog.ID, dialog.MuteUntil ?? 0);
    this.#silences.set(dialog.ID, dialog.SilencedUntil ?? 0);
  }

  #handleRead(id: number, reader: number, upTo: number): void {
    const dialog = this.#dialogs.get(id);
    const last = dialog?.LastMessage;
    if (!dialog) return;
    const isMine = last?.Author.ID === session.id;
    if (last && last.ID <= upTo && isMine !== (reader === session.id) && !last.Read) {
      this.change(id, { LastMessage: { ...last, Read: true } });
    }
    if (reader !== session.id) return;
    if (!last || upTo >= last.ID) this.change(id, { Unread: 0 });
    else void this.refresh(id).catch(() => undefined);
  }

  #handleMember(event: Extract<ServerEvent, { Type: 'member' }>): void {
    const { Dialog, User, Role, Members, SilencedUntil } = event;
    this.change(Dialog, { Members });
    if (User.ID !== session.id) return;
    const known = this.#dialogs.get(Dialog);
    // A private dialog has no roles; a group that you joined on another device isn't in the list yet.
    if (known?.Member && Role && known.SilencedUntil === SilencedUntil) this.change(Dialog, { Role });
    else void this.refresh(Dialog).catch(() => undefined);
  }

  #endSilence(id: number): void {
    const dialog = this.#dialogs.get(id);
    if (!dialog) return;
    const { SilencedUntil: _, ...free } = dialog;
    this.#set(free);
  }

  #handleProfile(person: NonNullable<DialogModel['DialogDude']>): void {
    this.#people.add(person);
    for (const dialog of this.#dialogs.values()) {
      if (dialog.DialogDude?.ID === person.ID) this.change(dialog.ID, { DialogDude: person });
    }
  }
}

/** How many dialogs are loaded first: more than the tallest window shows. */
const FIRST = 50;
const UNMUTED = { Mute: false, MuteUntil: 0 };

/** Ids grow with time, so the highest id (of the last message, or of an empty dialog) is the latest activity. */
function inOrder(one: DialogModel, other: DialogModel): number {
  if (one.PinOrder !== other.PinOrder) return other.PinOrder - one.PinOrder;
  return (other.LastMessage?.ID ?? other.ID) - (one.LastMessage?.ID ?? one.ID);
}
