import type { Attachment } from 'svelte/attachments';
import type { File } from '../../../shared/contract/records';
import type { MenuItem } from '../../ui';
import type { Item } from './items';
import type { FileSelection } from './selection.svelte';

/** What a line of the list and a tile are given alike. */
export interface ItemProps {
  item: Item;
  /** Its place in the list, from 0. */
  place: number;
  isChosen: boolean;
  /** The keyboard stands on it. */
  isFocused: boolean;
  /** It is the one that is previewed. */
  isOpen: boolean;
  isRenaming: boolean;
  menu: (file: File) => MenuItem[];
  /** It was clicked. */
  onpick: (item: Item, event: MouseEvent) => void;
  onopen: (item: Item) => void;
  /** Its box was clicked. */
  ontick: (item: Item, event: MouseEvent) => void;
  onrename: (file: File, name: string) => void;
  /** A file is dragged by it; on a folder files are dropped. */
  dragging: Attachment<HTMLElement>;
  /** Renaming is over. */
  onend: () => void;
}

/** What the list of files and each of its lines are given. */
export interface FileListProps {
  hasTiles: boolean;
  selection: FileSelection;
  /** The file that is previewed. */
  openId: number | undefined;
  /** The file whose name is being changed. */
  renamingId: number;
  menu: (file: File) => MenuItem[];
  onshow: (item: Item) => void;
  onopen: (item: Item) => void;
  onrename: (file: File, name: string) => void;
  /** They were dropped on a folder. */
  onmove: (files: readonly File[], folder: string) => void;
}
