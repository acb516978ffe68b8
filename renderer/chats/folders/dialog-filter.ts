import type { DialogFolder, DialogModel } from '../../../shared/contract/records';
import { isInFolder } from './folders.svelte';

/** Which chats the list shows: of a kind, archived ones, or those in a folder by its ID. */
export type DialogFilter = 'all' | 'unread' | 'groups' | 'channels' | 'archive' | `folder ${number}`;

/** Returns the filter that shows a folder. */
export function filterOf(folder: DialogFolder): DialogFilter {
  return `folder ${folder.ID}`;
}

/** Returns the ID of the folder that a filter shows; 0 for others. */
export function folderIdOf(filter: DialogFilter): number {
  return Number(/^folder (\d+)$/.exec(filter)?.[1] ?? 0);
}

/** Whether a filter shows a dialog; `folder` is the one it shows, if any. */
export function isShown(dialog: DialogModel, filter: DialogFilter, folder?: DialogFolder): boolean {
  if (folder) return isInFolder(dialog, folder);
  if (filter === 'archive') return dialog.Archived;
  if (dialog.Archived) return false;
  if (filter === 'unread') return dialog.Unread > 0;
  if (filter === 'groups') return dialog.Type === 'group';
  return filter !== 'channels' || dialog.Type === 'channel';
}

/** Returns those of some dialogs that have unread messages and are not muted. */
export function withNews(dialogs: readonly DialogModel[]): DialogModel[] {
  return dialogs.filter(({ Unread, Mute }) => Unread > 0 && !Mute);
}
