import type { MessageModel, Sticker } from '../../../shared/contract/records';
import { codePoints } from '../../../shared/characters/code-points';
import { LIMITS } from '../../../shared/limits';
import { call, sendCommand } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { AttachmentTray, type DraftAttachment } from '../../media/attachments/attachment-tray.svelte';
import type { VoiceRecording } from '../../media/voice/recording';
import { MentionablePeople } from '../../media/text/composer/mentionable.svelte';
import { Mentions } from '../../media/text/composer/mentions.svelte';
import { messageLine } from '../../media/text/message-line';
import { toasts } from '../../ui';
import type { Conversation } from '../conversation/conversation.svelte';
import type { Drafts } from './drafts.svelte';
import type { MessageContent, Quoted } from './message-content';
import type { MessageOutbox } from './outbox.svelte';
import type { DialogMembers } from '../panel/members.svelte';
import { readUnfinishedEdit, storeUnfinishedEdit } from './unfinished-edit';
import { personName } from '../names';

/**
 * The state of the composer of one dialog or thread: a new message (stored as a draft), or an edit of your own message.
 */
export class Composer {
  /** Under which its draft is stored: the dialog, or the first message of the thread. */
  readonly #draftKey: number;
  readonly #drafts: Drafts;
  readonly #outbox: MessageOutbox;
  readonly #conversation: Conversation;
  /** The attachments of the message. */
  readonly tray: AttachmentTray;
  /** Completion of mentions in the text. */
  readonly mentions: Mentions;
  #text = $state('');
  #replyTo = $state.raw<Quoted | null>(null);
  #editing = $state.raw<MessageModel | null>(null);
  #edited = $state('');
  #focusRequests = $state(0);
  #typed = 0;

  readonly #left = $derived.by(() => LIMITS.message - codePoints(this.text.trim()));

  constructor(conversation: Conversation, drafts: Drafts, outbox: MessageOutbox, members: DialogMembers) {
    this.#draftKey = conversation.threadId || conversation.dialogId;
    this.#conversation = conversation;
    this.#drafts = drafts;
    this.#outbox = outbox;
    this.mentions = new Mentions(this, new MentionablePeople(members));
    const draft = drafts.of(this.#draftKey);
    this.#text = draft?.text ?? '';
    this.#replyTo = draft?.replyTo ?? null;
    this.tray = new AttachmentTray(`chat ${this.#draftKey}`, draft?.attached ?? [], () => this.#keep());
    void this.#resumeEdit();
  }

  /** The dialog to which it writes. */
  get dialogId(): number {
    return this.#conversation.dialogId;
  }

  /** Where its messages go. */
  get target(): Conversation['target'] {
    return this.#conversation.target;
  }

  /** The text in the input. */
  get text(): string {
    return this.#editing ? this.#edited : this.#text;
  }
  set text(text: string) {
    if (this.#editing) {
      this.#setEdit(this.#editing, text);
      return;
    }
    this.#text = text;
    this.#keep();
    if (text.trim()) this.#sayTyping();
  }

  get replyTo(): Quoted | null {
    return this.#editing ? null : this.#replyTo;
  }
  get editing(): MessageModel | null {
    return this.#editing;
  }
  /** How many characters are left; negative if the text is too long. */
  get left(): number {
    return this.#left;
  }
  get canSend(): boolean {
    const hasAttachments = this.#editing ? hasMedia(this.#editing) : !this.tray.isEmpty;
    return this.#left >= 0 && (this.text.trim() !== '' || hasAttachments);
  }
  /** How often focus was requested for the input, which takes the focus at each change. */
  get focusRequests(): number {
    return this.#focusRequests;
  }
  focus(): void {
    this.#focusRequests++;
  }

  reply(message: MessageModel): void {
    this.#setEditAside();
    this.#replyTo = quoted(message);
    this.#keep();
    this.focus();
  }
  dropReply(): void {
    this.#replyTo = null;
    this.#keep();
  }

  /** Starts editing your own message; the draft is kept and comes back afterwards. */
  edit(message: MessageModel, text = message.Text): void {
    this.#setEditAside();
    this.#setEdit(message, text);
    this.focus();
  }
  /** Starts editing your latest message. */
  editLast(): void {
    const last = this.#conversation.lastOwn;
    if (last) this.edit(last);
  }
  /** Ends an edit without saving it. */
  stopEditing(): void {
    this.#setEditAside();
  }

  /** Puts a rejected message back into the input, before the current text. */
  restore({ text, replyTo, attached, sticker }: MessageContent): void {
    this.#setEditAside();
    // A sticker can't be edited: it is sent again.
    if (sticker) return this.sendSticker(sticker);
    this.#text = [text, this.#text].filter((part) => part.trim()).join('\n');
    this.#replyTo ??= replyTo;
    for (const one of attached) this.tray.attach(one);
    this.#keep();
    this.focus();
  }

  /** Attaches files to the new message. */
  attach(files: readonly File[]): void {
    this.#setEditAside();
    this.tray.add(files);
    this.focus();
  }

  /** Takes the message out of the input to schedule it; null if there is none, or its attachments aren't uploaded. */
  take(): MessageContent | null {
    if (!this.canSend || this.#editing || this.tray.isBusy || this.tray.hasFailed) return null;
    const written = { text: this.#text.trim(), replyTo: this.#replyTo, attached: this.tray.take() };
    this.#text = '';
    this.#replyTo = null;
    this.#drafts.remove(this.#draftKey);
    return written;
  }

  /** Sends a recorded voice message, or attaches it to the draft. */
  takeVoice(recording: VoiceRecording, isSent: boolean): void {
    this.tray.addVoice(recording);
    if (isSent && !this.#editing) this.submit();
  }

  /**
   * Sends a sticker as a reply to what is being replied to; the text stays. `isTyped`: it replaces the emoji in the
   * text.
   */
  sendSticker(sticker: Sticker, isTyped = false): void {
    this.#post({ text: '', replyTo: this.replyTo, attached: [], sticker });
    this.#replyTo = null;
    if (isTyped) this.#text = '';
    this.#keep();
    this.#conversation.showSent();
    this.focus();
  }

  /** Loads the draft after it changed elsewhere. */
  follow(): void {
    const draft = this.#drafts.of(this.#draftKey);
    this.#text = draft?.text ?? '';
    this.#replyTo = draft?.replyTo ?? null;
    this.tray.follow(draft?.attached ?? []);
  }

  /** Saves the edit; or shows the message and clears the input. It is sent after its uploads have finished. */
  submit(): void {
    if (!this.canSend) return;
    if (this.#editing) void this.#saveEdit(this.#editing, this.#edited);
    else this.#send();
    this.focus();
  }

  #send(): void {
    if (this.tray.hasFailed) return void toasts.show({ message: m().media.attaching.failed, tone: 'danger' });
    const uploading = this.tray.isBusy ? this.tray.takeAll() : [];
    const written = { text: this.#text.trim(), replyTo: this.#replyTo, attached: this.tray.take() };
    this.#text = '';
    this.#replyTo = null;
    this.#typed = 0;
    this.#drafts.remove(this.#draftKey);
    this.#post(written, uploading);
    this.#conversation.showSent();
  }

  #post(content: MessageContent, uploading: readonly DraftAttachment[] = []): void {
    const { dialogId, threadId } = this.#conversation;
    this.#outbox.send(dialogId, content, uploading, threadId);
  }

  /** Ends an edit. A changed text isn't lost: a toast offers to go on with it. */
  #setEditAside(): void {
    const [message, text] = [this.#editing, this.#edited];
    this.#setEdit(null);
    if (!message || !text.trim() || text === message.Text) return;
    const undo = { label: m().common.undo, run: () => this.edit(message, text) };
    toasts.show({ message: m().chats.composer.editCanceled, undo });
  }

  /** Sets what is being edited, and stores a changed text in case the page is loaded again. */
  #setEdit(message: MessageModel | null, text = ''): void {
    this.#editing = message;
    this.#edited = text;
    const isChanged = message !== null && text !== message.Text;
    storeUnfinishedEdit(this.#draftKey, isChanged ? { message: message.ID, text } : null);
  }

  /** Goes on with the edit that was not finished when the page was loaded again, unless the message is gone. */
  async #resumeEdit(): Promise<void> {
    const unfinished = readUnfinishedEdit(this.#draftKey);
    if (!unfinished) return;
    const message = await call('dialogs.message', { message_id: unfinished.message }).catch(() => null);
    if (message && !this.#editing) this.edit(message, unfinished.text);
  }

  async #saveEdit(message: MessageModel, text: string): Promise<void> {
    this.#setEdit(null);
    try {
      await this.#conversation.changes.edit(message.ID, text.trim());
    } catch (error) {
      toasts.show({ message: errorText(error), tone: 'danger' });
      if (!this.#editing) this.edit(message, text);
    }
  }

  #keep(): void {
    const { attached } = this.tray;
    const { dialogId, threadId } = this.#conversation;
    this.#drafts.set(this.#draftKey, {
      text: this.#text,
      replyTo: this.#replyTo,
      ...(attached.length && { attached }),
      ...(threadId && { dialog: dialogId }),
    });
  }

  #sayTyping(): void {
    if (this.#conversation.threadId) return;
    const now = Date.now();
    if (now - this.#typed < TYPING_INTERVAL_MS) return;
    this.#typed = now;
    sendCommand({ command: 'typing', thing_id: this.#conversation.dialogId });
  }
}

/** Whether a message may have an empty text, because it has photos, attachments or a repost. */
function hasMedia({ Photos, Attachments, Repost }: MessageModel): boolean {
  return Photos.length > 0 || Attachments.length > 0 || Repost !== null;
}

/** Returns the parts of a message that a quote of it shows. */
export function quoted(message: MessageModel): Quoted {
  const isDescribed = message.Poll || message.Event || !message.Text;
  return {
    id: message.ID,
    author: message.Author.Deleted ? 0 : message.Author.ID,
    name: personName(message.Author),
    text: isDescribed ? messageLine(message) : message.Text,
  };
}

/** Minimum interval between two typing notifications, in milliseconds. */
const TYPING_INTERVAL_MS = 5_000;
