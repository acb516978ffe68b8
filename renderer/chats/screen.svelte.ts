import { createContext } from 'svelte';
import type { DialogFolder, DialogModel } from '../../shared/contract/records';
import { AppError, call } from '../api';
import { errorText, messageErrorText } from '../i18n/errors';
import { router } from '../router.svelte';
import { addressOf } from '../../shared/routes';
import { toasts } from '../ui';
import { discardMessage } from './composer/discarding';
import type { Outgoing } from './composer/outbox.svelte';
import { PressedChat } from './conversation/pressed-chat.svelte';
import type { Chats } from './dialogs/own-chats.svelte';
import { movedPin } from './dialogs/pin-order';
import { hasRoomForPanels } from './panel/room-for-panels';
import { filterOf } from './folders/dialog-filter';
import { m } from '../i18n/index.svelte';
import { readStored, store } from '../api/storage';
import { UndoToasts } from '../common/undo-toasts';

/** An action that needs confirmation. */
export type Question = { kind: 'leave' | 'delete' | 'block'; dialog: DialogModel };
/** A form that opens in a window. */
export type Form = 'chat' | 'group' | 'channel' | 'join';

/** A folder to change, or null for a new one, and the dialogs that are put into a new one. */
export interface EditedFolder {
  folder: DialogFolder | null;
  dialogs: readonly number[];
}

/** State of the chats view: open windows, the side panel, and dialog actions that any component can call. */
export class Screen {
  readonly chats: Chats;
  readonly pressed: PressedChat;
  #question = $state.raw<Question | null>(null);
  #form = $state.raw<Form | null>(null);
  #edited = $state.raw<DialogModel | null>(null);
  #folder = $state.raw<EditedFolder | null>(null);
  #hasPanel = $state(readStored<boolean>(PANEL_KEY) ?? false);
  /** By chat, what closes the toast that offers to bring it back. */
  readonly #archived = new Map<number, () => void>();
  readonly #folderDeletions = new UndoToasts();

  constructor(chats: Chats) {
    this.chats = chats;
    this.pressed = new PressedChat(chats);
  }

  get question(): Question | null {
    return this.#question;
  }
  get form(): Form | null {
    return this.#form;
  }
  get edited(): DialogModel | null {
    return this.#edited;
  }
  /** The folder that is created or changed in a window. */
  get folder(): EditedFolder | null {
    return this.#folder;
  }
  /** Whether a dialog has its side panel open. It is only open where it was opened if it covers the messages. */
  hasPanel({ ID }: DialogModel): boolean {
    return this.#hasPanel && (this.chats.panelDialog === ID || hasRoomForPanels());
  }
  /** Opens or closes the side panel; stored on this device. */
  showPanel({ ID }: DialogModel, isOpen: boolean): void {
    this.#hasPanel = isOpen;
    this.chats.panelDialog = ID;
    store(PANEL_KEY, isOpen);
  }

  ask(kind: Question['kind'], dialog: DialogModel): void {
    this.#question = { kind, dialog };
  }
  begin(form: Form): void {
    this.#form = form;
  }
  edit(dialog: DialogModel): void {
    this.#edited = dialog;
  }
  /** Opens the window for a folder, or for a new one with a dialog. */
  editFolder(folder: DialogFolder | null, dialog?: number): void {
    // One that is being deleted counts as one of the most that a person may have.
    this.#folderDeletions.commitAll();
    this.#folder = { folder, dialogs: dialog === undefined ? [] : [dialog] };
  }
  close(): void {
    this.#folder = null;
    this.#question = null;
    this.#form = null;
    this.#edited = null;
  }

  go(dialogId: number): void {
    router.go({ view: 'chats', dialogId });
  }

  /** Opens the thread of a message beside its dialog, at one of the replies if it is given. */
  openThread(dialogId: number, threadId: number, messageId?: number): void {
    router.go({ view: 'chats', dialogId, threadId, ...(messageId !== undefined && { messageId }) });
  }

  /** Closes the thread beside a dialog. */
  closeThread(dialogId: number): void {
    router.up({ view: 'chats', dialogId });
  }

  /** Goes back from a conversation to the chat list. */
  leaveToList(): void {
    router.up({ view: 'chats' });
  }

  /** Opens the private dialog with a person. */
  async write(person: number): Promise<void> {
    try {
      const dialog = await call('dialogs.createPrivate', { user_id: person });
      this.chats.dialogs.put(dialog);
      this.go(dialog.ID);
    } catch (error) {
      toasts.show({ message: messageErrorText(error), tone: 'danger' });
    }
  }

  /** Pins or unpins a dialog. */
  async setPinned(dialog: DialogModel, value: boolean): Promise<void> {
    const highest = Math.max(...this.chats.dialogs.sorted.map((one) => one.PinOrder));
    const order = value ? { PinOrder: highest + 1, Archived: false } : { PinOrder: 0 };
    await this.#changeDialog(dialog, { Pinned: value, ...order }, () =>
      call('dialogs.pin', { dialog_id: dialog.ID, value }),
    );
  }

  /** Moves a pinned dialog up (-1) or down (1) with an optimistic update; reverts it and shows a toast on failure. */
  async movePinned(dialog: DialogModel, by: -1 | 1): Promise<void> {
    const { dialogs } = this.chats;
    const order = movedPin(this.chats, dialog, by);
    if (!order) return;
    const before = dialogs.sorted.filter(({ Pinned }) => Pinned);
    order.forEach(({ ID }, place) => dialogs.change(ID, { PinOrder: before[place]?.PinOrder ?? 0 }));
    const isDone = await this.attempt(() =>
      call('dialogs.orderPins', { dialogs: order.map(({ ID }) => ID) }),
    );
    if (!isDone) for (const { ID, PinOrder } of before) dialogs.change(ID, { PinOrder });
  }

  /** Archives a dialog, which unpins it, or takes it back. */
  async setArchived(dialog: DialogModel, value: boolean): Promise<void> {
    const { ID, Pinned } = dialog;
    this.#archived.get(ID)?.();
    const change = { Archived: value, ...(value && { Pinned: false, PinOrder: 0 }) };
    const isDone = await this.#changeDialog(dialog, change, () =>
      call('dialogs.archive', { dialog_id: ID, value }),
    );
    if (!isDone || !value) return;
    const run = () => void (Pinned ? this.#pinAgain(dialog) : this.setArchived(dialog, false));
    const undo = { label: m().common.undo, run };
    this.#archived.set(ID, toasts.show({ message: m().chats.archive.done, undo }));
  }

  /**
   * Hides a folder and shows a toast that can undo it for ten seconds, then deletes it. The list shows all chats if it
   * showed that folder.
   */
  removeFolder(folder: DialogFolder): void {
    const { folders } = this.chats;
    if (this.chats.filter === filterOf(folder)) this.chats.filter = 'all';
    folders.hide(folder);
    this.#folderDeletions.show(m().chats.folders.removed, {
      undo: () => folders.show(folder),
      commit: () => void this.attempt(() => folders.remove(folder)),
    });
  }

  /** Discards a message that the host rejected and shows a toast that can undo it. */
  discard(entry: Outgoing): void {
    discardMessage(this.chats.outbox, entry);
  }

  /** Mutes for some seconds (0: until unmuted) or unmutes. */
  async setMuted(dialog: DialogModel, value: boolean, seconds = 0): Promise<void> {
    const until = value && seconds ? Math.round(Date.now() / 1000) + seconds : 0;
    await this.#changeDialog(dialog, { Mute: value, MuteUntil: until }, () =>
      call('dialogs.mute', { dialog_id: dialog.ID, value, until }),
    );
  }

  /** Marks all messages of a dialog as read without opening it. */
  async markRead(dialog: DialogModel): Promise<void> {
    const last = dialog.LastMessage;
    if (!last) return;
    await this.#changeDialog(dialog, { Unread: 0 }, () =>
      call('dialogs.read', { dialog_id: dialog.ID, message: last.ID }),
    );
  }

  /** Joins a public group or channel; returns whether it succeeded. */
  join(dialogId: number): Promise<boolean> {
    return this.attempt(async () => {
      await call('dialogs.join', { dialog_id: dialogId, user_id: '@me' }).catch(unlessMember);
      await this.chats.dialogs.refresh(dialogId);
    });
  }

  /** Leaves a dialog; returns whether it succeeded. */
  leave(dialog: DialogModel): Promise<boolean> {
    return this.#end(dialog, () => call('dialogs.leave', { dialog_id: dialog.ID, user_id: '@me' }));
  }

  /** Deletes a dialog for everyone; returns whether it succeeded. */
  remove(dialog: DialogModel): Promise<boolean> {
    return this.#end(dialog, () => call('dialogs.remove', { dialog_id: dialog.ID }));
  }

  /** Blocks the other person of a private dialog; returns whether it succeeded. */
  block({ DialogDude }: DialogModel): Promise<boolean> {
    return this.attempt(() => call('people.block', { user: String(DialogDude?.ID) }));
  }

  /** Runs an action; returns whether it succeeded, and shows a toast with the reason if not. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      toasts.show({ message: errorText(error), tone: 'danger' });
      return false;
    }
  }

  /** An optimistic update of a dialog. If the request fails, reverts it, shows a toast and returns false. */
  async #changeDialog(
    dialog: DialogModel,
    change: Partial<DialogModel>,
    request: () => Promise<unknown>,
  ): Promise<boolean> {
    const { dialogs } = this.chats;
    // An Undo passes the dialog as it was before.
    const current = dialogs.find(dialog.ID) ?? dialog;
    const changed = Object.keys(change) as (keyof DialogModel)[];
    const before = Object.fromEntries(changed.map((key) => [key, current[key]])) as Partial<DialogModel>;
    dialogs.change(dialog.ID, change);
    const isDone = await this.attempt(request);
    if (!isDone) dialogs.change(dialog.ID, before);
    return isDone;
  }

  /** Takes back an archived dialog and pins it where it was. */
  async #pinAgain({ ID, PinOrder }: DialogModel): Promise<void> {
    const { dialogs } = this.chats;
    dialogs.change(ID, { Archived: false, Pinned: true, PinOrder });
    const order = dialogs.sorted.filter(({ Pinned }) => Pinned).map((dialog) => dialog.ID);
    const isDone = await this.attempt(() => call('dialogs.pin', { dialog_id: ID, value: true }));
    if (!isDone) return dialogs.change(ID, { Archived: true, Pinned: false, PinOrder: 0 });
    // The host pins it above all others.
    if (order[0] !== ID) await this.attempt(() => call('dialogs.orderPins', { dialogs: order }));
  }

  async #end(dialog: DialogModel, work: () => Promise<unknown>): Promise<boolean> {
    const { ended, dialogs } = this.chats;
    ended.add(dialog.ID);
    const isDone = await this.attempt(work);
    if (isDone) {
      this.chats.dropUnsent(dialog.ID);
      dialogs.drop(dialog.ID);
    }
    ended.delete(dialog.ID);
    if (!isDone) return false;
    const { route } = router;
    if (route.view === 'chats' && route.dialogId === dialog.ID)
      router.go({ view: 'chats' }, { replace: true });
    return true;
  }
}

/** The screen that contains a component; set by ChatsScreen.svelte. */
export const [screenHere, setScreen] = createContext<Screen>();

/** Returns the address of a dialog, or of a message in it. */
export function addressOfDialog(dialogId: number, messageId?: number): string {
  return addressOf({ view: 'chats', dialogId, ...(messageId !== undefined && { messageId }) });
}

/** Returns the address of the thread of a message. */
export function addressOfThread(dialogId: number, threadId: number): string {
  return addressOf({ view: 'chats', dialogId, threadId });
}

/** Returns the address of a person's profile. */
export function addressOfPerson(user: string): string {
  return addressOf({ view: 'person', user });
}

const PANEL_KEY = 'courtyard.chats.panel';

/** Ignores the error that the person is already a member; rethrows all others. */
function unlessMember(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}
