import type { Attachment } from 'svelte/attachments';
import type { File } from '../../../shared/contract/records';

/** The files being dragged out of these pages, from the start of the drag until the drop or the next pointer press. */
let dragged: readonly File[] = [];

/** Returns the pages' own files that are dragged over them; empty if the files come from elsewhere. */
export function ownFilesIn({ dataTransfer }: DragEvent): readonly File[] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  if (items.length === 0) return dragged;
  // Before the drop, a browser reveals only how many files there are, not their names.
  const names = new Set(dragged.map(({ Name }) => Name));
  const isOwn = items.every((item) => names.has(item.getAsFile()?.name ?? [...names][0] ?? ''));
  return isOwn && items.length === dragged.length ? dragged : [];
}

/**
 * Makes an element draggable out of the window, into a folder or another program. `files` returns the files when the
 * drag starts. A browser supports only one file, dropped into a folder (Chromium's `DownloadURL`).
 */
export function draggedOut(files: () => readonly File[]): Attachment<HTMLElement> {
  return (element) => {
    const begin = (event: DragEvent) => {
      const [first, ...others] = files();
      if (!first) return;
      event.stopPropagation();
      dragged = [first, ...others];
      window.addEventListener('pointerdown', end, { once: true, capture: true });
      const { courtyard } = window;
      if (!courtyard) {
        const { Type, Name, Url } = first;
        const [type] = Type.split(';', 1);
        event.dataTransfer?.setData('DownloadURL', `${type}:${Name.replaceAll(':', '_')}:${wholeOf(Url)}`);
        return;
      }
      // The desktop program starts a native drag once the files are on disk.
      event.preventDefault();
      courtyard.dragOut(dragged.map(({ Name, Url }) => ({ name: Name, path: pathOf(Url) })));
      window.addEventListener('pointerup', () => (end(), courtyard.dragOut([])), { once: true });
    };
    element.draggable = true;
    element.addEventListener('dragstart', begin);
    element.addEventListener('dragend', end);
    return () => {
      element.removeEventListener('dragstart', begin);
      element.removeEventListener('dragend', end);
    };
  };
}

/** Makes an element a drop target for the pages' own files. It has `data-taking` during the drag. */
export function dropOf(take: (files: readonly File[]) => void): Attachment<HTMLElement> {
  return (element) => {
    const over = (event: DragEvent) => {
      if (ownFilesIn(event).length === 0) return;
      event.preventDefault();
      element.dataset['taking'] = '';
    };
    const leave = () => delete element.dataset['taking'];
    const drop = (event: DragEvent) => {
      leave();
      const files = ownFilesIn(event);
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      end();
      take(files);
    };
    const listeners = { dragenter: over, dragover: over, dragleave: leave, drop } as const;
    for (const [type, listener] of Object.entries(listeners))
      element.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        element.removeEventListener(type, listener as EventListener);
    };
  };
}

function end(): void {
  dragged = [];
}

function wholeOf(address: string): string {
  return new URL(address, location.href).href;
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}
