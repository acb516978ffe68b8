import type { Attachment } from 'svelte/attachments';
import type { File } from '../../../shared/contract/records';
import type { MenuItem } from '../../ui';
import type { Item } from './items';
import type { FileSelection } from './selection.svelte';

/** What a row or tile calls. */
export interface ItemActs {
  /** On a click. */
  pick: (item: Item, event: MouseEvent) => void;
  open: (item: Item) => void;
  /** On a click on its checkbox. */
  tick: (item: Item, event: MouseEvent) => void;
  rename: (file: File, name: string) => void;
  /** When renaming ends. */
  end: () => void;
}

/** Props shared by rows and tiles. */
export interface ItemProps {
  item: Item;
  /** Index in the list, from 0. */
  place: number;
  isChosen: boolean;
  /** Whether it has the keyboard focus. */
  isFocused: boolean;
  /** Whether it is open in the preview. */
  isOpen: boolean;
  isRenaming: boolean;
  menu: (file: File) => MenuItem[];
  acts: ItemActs;
  /** Makes a file draggable, and a folder a drop target for files. */
  dragging: Attachment<HTMLElement>;
}

/** Props shared by the file list and its rows. */
export interface FileListProps {
  hasTiles: boolean;
  selection: FileSelection;
  /** Id of the previewed file. */
  openId: number | undefined;
  /** Id of the file that is being renamed. */
  renamingId: number;
  menu: (file: File) => MenuItem[];
  onshow: (item: Item) => void;
  onopen: (item: Item) => void;
  onrename: (file: File, name: string) => void;
  /** Called when files are dropped on a folder. */
  onmove: (files: readonly File[], folder: string) => void;
}
