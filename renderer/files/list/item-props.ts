import type { Attachment } from 'svelte/attachments';
import type { File } from '../../../shared/contract/records';
import type { MenuItem } from '../../ui';
import type { FileCommands } from '../file-commands.svelte';
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
  commands: FileCommands;
  onshow: (item: Item) => void;
  onopen: (item: Item) => void;
}
