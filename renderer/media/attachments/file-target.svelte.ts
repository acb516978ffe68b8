import { pastedFiles } from '../text/composer/pasted-files';

/** Takes the files that are dropped on an element or pasted into it: `<div {...target.handlers}>`. */
export class FileTarget {
  readonly #add: (files: File[]) => void;
  readonly #accepts: (file: { type: string }) => boolean;
  #isOver = $state(false);

  /** `add` gets the files that `accepts` lets through; without it, all of them. */
  constructor(add: (files: File[]) => void, accepts: (file: { type: string }) => boolean = () => true) {
    this.#add = add;
    this.#accepts = accepts;
  }

  /** Whether files that it takes are being dragged over it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  readonly handlers = {
    ondragover: (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      // Also for other files: the browser would leave the page to open them.
      event.preventDefault();
      this.#isOver = [...dataTransfer.items].some((item) => item.kind === 'file' && this.#accepts(item));
      if (!this.#isOver) dataTransfer.dropEffect = 'none';
    },
    ondragleave: () => {
      this.#isOver = false;
    },
    ondrop: (event: DragEvent) => {
      this.#isOver = false;
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      this.#take(droppedFiles(event.dataTransfer));
    },
    onpaste: (event: ClipboardEvent) => {
      if (event.clipboardData && this.#take(pastedFiles(event.clipboardData))) event.preventDefault();
    },
  };

  /** Returns whether there were any to take. */
  #take(files: File[]): boolean {
    const taken = files.filter((file) => this.#accepts(file));
    if (taken.length) this.#add(taken);
    return taken.length > 0;
  }
}

/** The files of a drop; a folder among them, which appears as a file without bytes, is left out. */
export function droppedFiles({ items }: DataTransfer): File[] {
  return [...items]
    .filter((item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory !== true)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}
