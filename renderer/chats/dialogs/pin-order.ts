import type { DialogModel } from '../../../shared/contract/records';
import type { Chats } from './own-chats.svelte';

/** Returns the pinned dialogs among which one of them moves, in order: in a folder, those that it shows. */
export function pinnedBeside({ shown, dialogs }: Chats, { ID }: DialogModel): readonly DialogModel[] {
  const all = shown.some((one) => one.ID === ID) ? shown : dialogs.sorted;
  return all.filter(({ Pinned }) => Pinned);
}

/** Returns all pinned dialogs with one of them moved up (-1) or down (1), in order; undefined if it can't be moved. */
export function movedPin(chats: Chats, dialog: DialogModel, by: -1 | 1): DialogModel[] | undefined {
  const near = pinnedBeside(chats, dialog);
  const other = near[near.findIndex(({ ID }) => ID === dialog.ID) + by];
  const all = chats.dialogs.sorted.filter(({ Pinned }) => Pinned);
  const at = all.findIndex(({ ID }) => ID === dialog.ID);
  if (at < 0 || !other) return undefined;
  return all.toSpliced(at, 1).toSpliced(all.indexOf(other), 0, dialog);
}
