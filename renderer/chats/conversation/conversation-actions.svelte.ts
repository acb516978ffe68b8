import type { File, MessageModel, Photo } from '../../../shared/contract/records';
import { call, emit, isInaccessible, newKey } from '../../api';
import { clock } from '../../i18n/clock.svelte';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { noteEmoji } from '../message/emoji';
import type { Composer } from '../composer/composer.svelte';
import type { OpenDialog } from '../dialogs/recent-dialogs';
import { nextUnheardVoice } from '../message/message-media';
import { copy } from '../../common/copy';
import { messageLine } from '../../media/text/message-line';
import { dialogName, isSaved, personName } from '../names';
import { contentOf, type Outgoing } from '../composer/outbox.svelte';
import type { Parcel } from '../../media/attachments/sending.svelte';
import { UndoToasts } from '../../common/undo-toasts';
import { mayForward, parcelOf } from '../composer/forwarding';
import type { Screen } from '../screen.svelte';
import type { Conversation } from './conversation.svelte';
import { openChatPhoto } from './chat-photos';
import { PinnedMessages } from '../pins/pinned.svelte';
import type { StickerWindow } from '../../media/stickers/windows';
import { MessageSelection } from './selection.svelte';

/** The actions of a person in one open conversation; a failed action shows a toast. */
export class ConversationActions {
  readonly #screen: Screen;
  /** The conversation with its composer and where it was left. */
  readonly open: OpenDialog;
  readonly #deletions = new UndoToasts();
  /** The selected messages. */
  readonly selection = new MessageSelection();
  /** The pinned messages. */
  readonly pins: PinnedMessages;
  #described = $state.raw<MessageModel | null>(null);
  /** The open window about stickers; null if none. */
  stickerWindow = $state.raw<StickerWindow | null>(null);
  #reviewed = $state.raw<MessageModel | null>(null);
  /** The ID of the message that is being reported; 0 if none. */
  reported = $state(0);
  /** A time in the day from which the person chooses another one to go to; 0 if they choose none. */
  dateFrom = $state(0);
  #isLeft = false;
  #forwarded = $state.raw<Forwarding | null>(null);

  /** Those of a thread share the pinned messages of its dialog. */
  constructor(screen: Screen, open: OpenDialog, pins = new PinnedMessages(open.id)) {
    this.#screen = screen;
    this.open = open;
    this.pins = pins;
  }

  get conversation(): Conversation {
    return this.open.conversation;
  }

  get composer(): Composer {
    return this.open.composer;
  }

  /** The name of the dialog; "" if it isn't known. */
  get name(): string {
    const dialog = this.#screen.chats.dialogs.find(this.open.id);
    return dialog ? dialogName(dialog) : '';
  }

  /** Whether the dialog is not shown yet: its view is being built while the mouse button is down. */
  get isAhead(): boolean {
    return this.#screen.pressed.built === this.open.id;
  }

  /** Opens the thread of a message. */
  openThread(message: MessageModel): void {
    this.#screen.openThread(this.open.id, message.ID);
  }

  /** Whether these are the actions of a thread, not of the dialog itself. */
  get isThread(): boolean {
    return this.open.conversation.threadId > 0;
  }

  /** Follows the open thread, or stops following it. */
  async setFollowing(isOn: boolean): Promise<void> {
    const input = { message_id: this.open.conversation.threadId };
    await this.#screen.attempt(async () => {
      const Message = await call(isOn ? 'dialogs.followThread' : 'dialogs.unfollowThread', input);
      emit({ Type: 'thread', Message });
    });
  }

  /** The messages to forward while the person selects the target chats; null otherwise. */
  get forwarded(): Forwarding | null {
    return this.#forwarded;
  }
  endForwarding(): void {
    this.#forwarded = null;
  }

  /** The message whose reactions and readers are shown; null if none. */
  get described(): MessageModel | null {
    return this.#described;
  }
  showInfo(message: MessageModel | null): void {
    this.#described = message;
  }

  /** The message whose earlier texts are shown; null if none. */
  get reviewed(): MessageModel | null {
    return this.#reviewed;
  }
  showHistory(message: MessageModel | null): void {
    this.#reviewed = message;
  }

  /** The selected messages that are still loaded, oldest first. */
  get chosen(): readonly MessageModel[] {
    return this.open.conversation.run.messages.filter(({ ID }) => this.selection.has(ID));
  }

  /** Selects or deselects a message; `isRange` also selects those between it and the one that was selected last. */
  choose(id: number, isRange: boolean): void {
    if (!isRange || this.selection.has(id)) return this.selection.toggle(id);
    const messages = this.open.conversation.run.messages.filter(({ Type }) => Type === 'message');
    this.selection.extendTo(
      id,
      messages.map(({ ID }) => ID),
    );
  }

  /** Opens the window that asks which chats to forward these messages to. */
  forward(messages: readonly MessageModel[]): void {
    const parcels = messages.filter(mayForward).map(parcelOf);
    if (parcels.length) this.#forwarded = { parcels, left: messages.length - parcels.length };
  }

  /** Copies a message to the saved messages. */
  async save(message: MessageModel): Promise<void> {
    await this.#screen.attempt(async () => {
      const { dialogs, person } = this.#screen.chats;
      const known = dialogs.sorted.find(isSaved);
      const { ID } = known ?? (await call('dialogs.createPrivate', { user_id: person }));
      await call('dialogs.send', { ...parcelOf(message), dialog_id: ID }, { key: newKey() });
      toasts.show({ message: m().media.sendTo.done(m().chats.saved) });
    });
  }

  /** Opens a photo of a message in the lightbox. */
  async openPhoto(message: MessageModel, photo: Photo): Promise<void> {
    await openChatPhoto(this.open.conversation.run, message, photo);
  }

  /**
   * Returns the next voice message of others in the loaded messages, if nobody here listened to it yet. Players keep it
   * after the chat was left, when the props of its components are gone.
   */
  readonly voiceAfter = (file: File): File | null =>
    nextUnheardVoice(this.open.conversation.run.messages, file);

  async react(message: MessageModel, emoji: string): Promise<void> {
    if (!message.Reactions.some((one) => one.Emoji === emoji && one.Mine)) noteEmoji(emoji);
    await this.#screen.attempt(() => this.open.conversation.changes.react(message.ID, emoji));
  }

  /** Runs an action; a failed one shows a toast. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    await this.#screen.attempt(work);
  }

  /** Pins or unpins a message for all members. */
  async setPinned(message: MessageModel, isPinned: boolean): Promise<void> {
    await this.#screen.attempt(() => this.pins.set(message, isPinned));
  }

  /** Hides messages and shows a toast that can undo it for ten seconds, then deletes them. */
  delete(messages: readonly MessageModel[]): void {
    const { changes } = this.open.conversation;
    const ids = messages.map(({ ID }) => ID);
    this.selection.end();
    for (const id of ids) changes.hide(id);
    this.#deletions.show(m().chats.deleted(ids.length), {
      undo: () => {
        for (const id of ids) changes.show(id);
      },
      commit: () => {
        for (const id of ids) void this.#screen.attempt(() => changes.remove(id));
      },
    });
  }

  /** Copies the texts of several messages, each with its author's name. */
  async copyAll(messages: readonly MessageModel[]): Promise<void> {
    this.selection.end();
    await this.copy(messages.map((one) => `${personName(one.Author)}: ${messageLine(one)}`).join('\n'));
  }

  copy(content: string): Promise<void> {
    return copy(content);
  }

  /** Scrolls to a message, or opens the thread that it is in; a toast says why if it can't be shown. */
  async goTo(id: number): Promise<void> {
    const { conversation } = this.open;
    let failure: unknown;
    try {
      if (await conversation.jumpTo(id)) return;
      const { Thread } = await call('dialogs.message', { message_id: id });
      if (this.#isLeft) return;
      if (Thread && Thread !== conversation.threadId)
        return this.#screen.openThread(this.open.id, Thread, id);
    } catch (error) {
      failure = error;
      await conversation.open();
    }
    // Without messages, the page says why.
    if (this.#isLeft || conversation.state !== 'ready') return;
    if (!failure || isInaccessible(failure)) toasts.show({ message: m().chats.messageGone });
    else toasts.show({ message: errorText(failure), tone: 'danger' });
  }

  /** Scrolls to the message that a reply answers, and lets the person return to the reply. */
  async goToSource(reply: number | undefined, source: number): Promise<void> {
    await this.goTo(source);
    const { conversation } = this.open;
    if (reply !== undefined && conversation.find(source)) conversation.returns.add(reply);
  }

  /** Asks which day to go to, beginning at that of the first message in view. */
  askForDate(): void {
    const { anchor, conversation } = this.open;
    const shown = conversation.find(anchor?.id ?? conversation.lastId);
    this.dateFrom = shown?.Timestamp ?? clock.now;
  }

  /** Scrolls to the first message since a time. */
  async goToTime(time: number): Promise<void> {
    this.dateFrom = 0;
    await this.#screen.attempt(() => this.open.conversation.jumpToTime(time));
  }

  retry(entry: Outgoing): void {
    this.#screen.chats.outbox.retry(entry);
  }
  discard(entry: Outgoing): void {
    this.#screen.discard(entry);
  }
  /** Puts a rejected message back into the composer. */
  rewrite(entry: Outgoing): void {
    this.#screen.chats.outbox.discard(entry.nonce);
    this.open.composer.restore(contentOf(entry));
  }

  /** Completes pending deletions; called when the conversation closes. */
  leave(): void {
    this.#isLeft = true;
    this.#deletions.commitAll();
  }
}

/** What is being forwarded. */
interface Forwarding {
  parcels: readonly Parcel[];
  /** How many of the selected messages can't be forwarded. */
  left: number;
}
