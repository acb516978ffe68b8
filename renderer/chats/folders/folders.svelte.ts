import type { DialogFolder, DialogModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { changedFields, EventSubscription, newKey, type ServerEvent } from '../../api';
import { withChanges, type FolderParts } from './folder-changes';

/** The folders of the signed-in person, in sync with their other devices. All changes are idempotent. */
export class DialogFolders {
  #folders = $state.raw<readonly DialogFolder[]>([]);
  /** The IDs of those that are about to be deleted. */
  #hidden = $state.raw<readonly number[]>([]);
  readonly #shown = $derived(this.#folders.filter(({ ID }) => !this.#hidden.includes(ID)));
  #hasFailed = false;
  readonly #events = new EventSubscription((event) => this.#handle(event));

  /** The folders in order, without those that are about to be deleted. */
  get all(): readonly DialogFolder[] {
    return this.#shown;
  }

  /** Whether there are as many folders as one person may have. */
  get isFull(): boolean {
    return this.#shown.length >= LIMITS.foldersEach;
  }

  find(id: number): DialogFolder | undefined {
    return this.#shown.find(({ ID }) => ID === id);
  }

  /** Loads the folders and subscribes to events; returns a function that unsubscribes. */
  follow(): () => void {
    void this.load();
    return this.#events.open();
  }

  async load(): Promise<void> {
    try {
      await this.#events.request(
        (call) => call('dialogs.folders'),
        (folders) => (this.#folders = folders),
      );
      this.#hasFailed = false;
    } catch {
      this.#hasFailed = true;
    }
  }

  /** Loads the folders again if the last load failed. */
  async complete(): Promise<void> {
    if (this.#hasFailed) await this.load();
  }

  /** Creates a folder and returns its ID. Throws AppError. */
  async create(parts: FolderParts, key = newKey()): Promise<number> {
    const created = await this.#events.request(
      (call) => call('dialogs.createFolder', inputOf(parts), { key }),
      (folder) => this.#put(folder),
    );
    return created.ID;
  }

  /**
   * Changes a folder to what was chosen in its form; another device may have changed the rest meanwhile. Throws
   * AppError.
   */
  async update(opened: DialogFolder, chosen: FolderParts): Promise<void> {
    const { ID: folder_id } = opened;
    const now = this.#folders.find(({ ID }) => ID === folder_id) ?? opened;
    const changes = changedFields(inputOf(now), inputOf(withChanges(now, opened, chosen)));
    if (Object.keys(changes).length === 0) return;
    await this.#events.request(
      (call) => call('dialogs.updateFolder', { folder_id, ...changes }),
      (folder) => this.#put(folder),
    );
  }

  /** Puts a dialog into a folder or takes it out, with an optimistic update that is undone if the request fails. */
  async set(folder: DialogFolder, dialog: number, isIn: boolean): Promise<void> {
    const others = folder.Dialogs.filter((id) => id !== dialog);
    const input = { folder_id: folder.ID, dialog_id: dialog };
    await this.#optimistic({ ...folder, Dialogs: isIn ? [...others, dialog] : others }, () =>
      this.#events.request(
        (call) => call(isIn ? 'dialogs.putInFolder' : 'dialogs.takeFromFolder', input),
        () => undefined,
      ),
    );
  }

  /** Moves a folder by some places, with an optimistic update that is undone if the request fails. */
  async move(folder: DialogFolder, by: -1 | 1): Promise<void> {
    const before = this.#folders;
    const placeOf = (id: number) => before.findIndex(({ ID }) => ID === id);
    const other = this.all[this.all.findIndex(({ ID }) => ID === folder.ID) + by];
    if (!other) return;
    const order = before.with(placeOf(folder.ID), other).with(placeOf(other.ID), folder);
    this.#folders = order.map((one, Position) => ({ ...one, Position }));
    await this.#undone(before, () =>
      this.#events.request(
        (call) => call('dialogs.orderFolders', { folders: order.map(({ ID }) => ID) }),
        () => undefined,
      ),
    );
  }

  /** Hides a folder that is about to be deleted. */
  hide({ ID }: DialogFolder): void {
    this.#hidden = [...this.#hidden, ID];
  }

  /** Shows a hidden folder again. */
  show({ ID }: DialogFolder): void {
    this.#hidden = this.#hidden.filter((id) => id !== ID);
  }

  /** Deletes a folder, with an optimistic update that is undone if the request fails. */
  async remove(folder: DialogFolder): Promise<void> {
    const before = this.#folders;
    this.#drop(folder.ID);
    this.show(folder);
    await this.#undone(before, () =>
      this.#events.request(
        (call) => call('dialogs.removeFolder', { folder_id: folder.ID }),
        () => this.#drop(folder.ID),
      ),
    );
  }

  async #optimistic(folder: DialogFolder, request: () => Promise<unknown>): Promise<void> {
    const before = this.#folders;
    this.#put(folder);
    await this.#undone(before, request);
  }

  async #undone(before: readonly DialogFolder[], request: () => Promise<unknown>): Promise<void> {
    try {
      await request();
    } catch (error) {
      this.#folders = before;
      throw error;
    }
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    else if (event.Type === 'dialog_folder' && event.Folder) this.#put(event.Folder);
    else if (event.Type === 'dialog_folder') this.#drop(event.ID);
  }

  #put(folder: DialogFolder): void {
    const others = this.#folders.filter(({ ID }) => ID !== folder.ID);
    this.#folders = [...others, folder].sort(
      (one, other) => one.Position - other.Position || one.ID - other.ID,
    );
  }

  #drop(id: number): void {
    this.#folders = this.#folders.filter(({ ID }) => ID !== id);
  }
}

/** Whether a dialog is in a folder: it was put there, or the folder has all of its type that are not archived. */
export function isInFolder(dialog: DialogModel, { Types, Dialogs }: DialogFolder): boolean {
  return Dialogs.includes(dialog.ID) || (!dialog.Archived && Types.includes(dialog.Type));
}

function inputOf({ Name, Types, Dialogs }: FolderParts) {
  return { name: Name, types: [...Types], dialogs: [...Dialogs] };
}
