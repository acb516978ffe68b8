import { shortcutLetter } from '../../ui';
import { isFile, type Item } from './items';
import type { FileSelection } from './selection.svelte';

/** What the keyboard shortcuts of the list need: its state, its layout and its actions. */
export interface FileKeys {
  items: readonly Item[];
  selection: FileSelection;
  /** Number of items per row. */
  columns: number;
  /** Number of visible rows. */
  lines: number;
  /** Called when the focus has moved. */
  onmove: () => void;
  open: (item: Item) => void;
  rename: () => void;
  remove: () => void;
}

/** Handles a key; returns false if it has no action here. */
export function handleFileKey(event: KeyboardEvent, keys: FileKeys): boolean {
  const { items, selection } = keys;
  const item = items[selection.place];
  if (!item) return false;
  if (shortcutLetter(event) === 'a' && (event.ctrlKey || event.metaKey)) {
    selection.all();
    return true;
  }
  if (event.altKey || event.metaKey) return false;
  const to = placeAfter(event, keys);
  const target = to === undefined ? undefined : items[Math.min(items.length - 1, Math.max(0, to))];
  if (target) {
    if (event.shiftKey) selection.extendTo(target);
    else selection.focus(target);
    keys.onmove();
    return true;
  }
  switch (event.key) {
    case ' ':
      selection.toggle(item);
      return true;
    case 'Enter':
      keys.open(item);
      return true;
    case 'F2':
      keys.rename();
      return true;
    case 'Delete':
      keys.remove();
      return true;
    case 'Escape':
      if (selection.extent === 'none') return false;
      selection.clear();
      return true;
    default:
      return false;
  }
}

function placeAfter(
  { key }: KeyboardEvent,
  { items, selection, columns, lines }: FileKeys,
): number | undefined {
  const forward = document.dir === 'rtl' ? -1 : 1;
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * lines,
    PageUp: -columns * lines,
    Home: -items.length,
    End: items.length,
    ...(columns > 1 && { ArrowRight: forward, ArrowLeft: -forward }),
  };
  const step = steps[key];
  return step === undefined ? undefined : selection.place + step;
}

/** Returns the files an action applies to: the selection, or else the focused file. */
export function targetFiles(items: readonly Item[], selection: FileSelection) {
  const chosen = selection.files;
  const item = items[selection.place];
  return chosen.length || !item || !isFile(item) ? chosen : [item.file];
}
