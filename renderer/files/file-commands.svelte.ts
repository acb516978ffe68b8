import { tick } from 'svelte';
import type { File } from '../../shared/contract/records';
import { errorText } from '../i18n/errors';
import { toasts } from '../ui';
import { move, remove, rename } from './actions';
import type { FileLibrary } from './library.svelte';
import { targetFiles } from './list/keys';
import { createFileMenu } from './list/file-menu';
import type { FileSelection } from './list/selection.svelte';

/** A command that needs a dialog, and its files. */
export interface FilesDialog {
  what: 'send' | 'move' | 'rename' | 'folder';
  files: readonly File[];
}

/** The view whose files the commands are for. */
export interface FilesView {
  library: FileLibrary;
  selection: FileSelection;
  /** ID of the file in the preview. */
  previewedId: number | undefined;
  closePreview: () => void;
  /** Focuses the current item of the list. */
  focusList: () => void;
}

/** What a person does with files in the file manager, which moves the selection and the focus along. */
export class FileCommands {
  readonly #view: () => FilesView;
  /** ID of the file whose name is edited in the list; 0 for none. */
  renamingId = $state(0);
  #dialog = $state.raw<FilesDialog>();
  /** Returns the menu of a file. */
  readonly menu = createFileMenu({
    rename: (files) => this.rename(files),
    remove: (files) => this.remove(files),
    send: (files) => this.ask('send', files),
    move: (files) => this.ask('move', files),
  });

  constructor(view: () => FilesView) {
    this.#view = view;
  }

  /** The open dialog. */
  get dialog(): FilesDialog | undefined {
    return this.#dialog;
  }

  /** The selected files, or else the focused one. */
  get targets(): readonly File[] {
    const { library, selection } = this.#view();
    return targetFiles(library.items, selection);
  }

  /** Opens a dialog. */
  ask(what: FilesDialog['what'], files: readonly File[] = []): void {
    this.#dialog = { what, files };
  }

  closeDialog(): void {
    this.#dialog = undefined;
  }

  /** Edits the name of one file in the list, or of several in a dialog. */
  rename(files: readonly File[]): void {
    const [first] = files;
    if (first && files.length === 1) this.renamingId = first.ID;
    else if (first) this.ask('rename', files);
  }

  /** Gives a file the name that was edited. */
  saveName(file: File, name: string): void {
    void rename(this.#view().library, file, name);
  }

  /** Deletes files, with undo. */
  remove(files: readonly File[]): void {
    const { library, selection, previewedId, closePreview, focusList } = this.#view();
    if (!files.length) return;
    if (files.some(({ ID }) => ID === previewedId)) closePreview();
    selection.focusPast(files);
    remove(library, files);
    selection.clear();
    focusList();
  }

  /** Moves files to a folder. If it fails, a toast says so and they stay selected. */
  async moveTo(files: readonly File[], folder: string): Promise<void> {
    const { library, selection } = this.#view();
    selection.focusPast(files);
    try {
      await move(library, files, folder);
      selection.clear();
    } catch (error) {
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
  }

  /** After the dialog has moved the selected files. */
  endMoving(): void {
    this.#view().selection.clear();
    this.closeDialog();
    void tick().then(() => this.#view().focusList());
  }

  clearSelection(): void {
    const { selection, focusList } = this.#view();
    selection.clear();
    focusList();
  }
}
