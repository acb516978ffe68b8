import Archive from '@lucide/svelte/icons/archive';
import ArchiveRestore from '@lucide/svelte/icons/archive-restore';
import ArrowDown from '@lucide/svelte/icons/arrow-down';
import ArrowUp from '@lucide/svelte/icons/arrow-up';
import Ban from '@lucide/svelte/icons/ban';
import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import CheckCheck from '@lucide/svelte/icons/check-check';
import FolderPlus from '@lucide/svelte/icons/folder-plus';
import LogOut from '@lucide/svelte/icons/log-out';
import Pencil from '@lucide/svelte/icons/pencil';
import Pin from '@lucide/svelte/icons/pin';
import PinOff from '@lucide/svelte/icons/pin-off';
import Plus from '@lucide/svelte/icons/plus';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { DialogModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { isActive } from '../../i18n/dialog';
import { m } from '../../i18n/index.svelte';
import type { MenuItem } from '../../ui';
import { isSaved } from '../names';
import type { Screen } from '../screen.svelte';
import { pinnedBeside } from './pin-order';

/** Returns the menu items that you may use on a dialog; none for non-members. */
export function dialogMenu(screen: Screen, dialog: DialogModel): MenuItem[] {
  if (!dialog.Member) return [];
  const t = m().chats;
  const items: MenuItem[] = [
    dialog.Pinned
      ? { label: t.unpin, icon: PinOff, onselect: () => void screen.setPinned(dialog, false) }
      : { label: t.pin, icon: Pin, onselect: () => void screen.setPinned(dialog, true) },
  ];
  items.push(...orderMenu(screen, dialog), {
    label: t.folders.addTo,
    icon: FolderPlus,
    items: folderMenu(screen, dialog),
  });
  items.push(
    dialog.Archived
      ? {
          label: t.archive.restore,
          icon: ArchiveRestore,
          onselect: () => void screen.setArchived(dialog, false),
        }
      : { label: t.archive.add, icon: Archive, onselect: () => void screen.setArchived(dialog, true) },
  );
  if (!isSaved(dialog))
    items.push(
      dialog.Mute
        ? { label: t.unmute, icon: Bell, onselect: () => void screen.setMuted(dialog, false) }
        : { label: t.mute, icon: BellOff, items: muteMenu(screen, dialog) },
    );
  if (dialog.Unread) {
    items.push({ label: t.markRead, icon: CheckCheck, onselect: () => void screen.markRead(dialog) });
  }
  if (dialog.Type === 'private' && isActive(dialog) && !isSaved(dialog)) {
    const block = { label: m().people.block, icon: Ban, danger: true };
    items.push('line', { ...block, onselect: () => screen.ask('block', dialog) });
  }
  if (dialog.Type === 'private') return items;
  if (mayManage(dialog)) {
    items.push({ label: m().common.edit, icon: Pencil, onselect: () => screen.edit(dialog) });
  }
  items.push('line');
  if (dialog.Role !== 'owner') {
    items.push({
      label: t.leave,
      icon: LogOut,
      danger: true,
      onselect: () => screen.ask('leave', dialog),
    });
  } else {
    const label = t.deleteDialog[dialog.Type];
    items.push({ label, icon: Trash2, danger: true, onselect: () => screen.ask('delete', dialog) });
  }
  return items;
}

/** Returns the entries that move a pinned dialog among the pinned ones. */
function orderMenu(screen: Screen, dialog: DialogModel): MenuItem[] {
  if (!dialog.Pinned) return [];
  const t = m().chats;
  const pinned = pinnedBeside(screen.chats, dialog);
  const at = pinned.findIndex(({ ID }) => ID === dialog.ID);
  const items: MenuItem[] = [];
  if (at > 0)
    items.push({ label: t.moveUp, icon: ArrowUp, onselect: () => void screen.movePinned(dialog, -1) });
  if (at < pinned.length - 1)
    items.push({ label: t.moveDown, icon: ArrowDown, onselect: () => void screen.movePinned(dialog, 1) });
  return items;
}

/** Returns the folders, those with the dialog marked, and an entry for a new one with it. */
function folderMenu(screen: Screen, dialog: DialogModel): MenuItem[] {
  const { folders } = screen.chats;
  const items: MenuItem[] = folders.all.map((folder) => {
    const checked = folder.Dialogs.includes(dialog.ID);
    const onselect = () => void screen.attempt(() => folders.set(folder, dialog.ID, !checked));
    const disabled = !checked && folder.Dialogs.length >= LIMITS.folderDialogs;
    return { label: folder.Name, checked, disabled, onselect };
  });
  const create = { label: m().chats.folders.create, icon: Plus, disabled: folders.isFull };
  return [...items, { ...create, onselect: () => screen.editFolder(null, dialog.ID) }];
}

/** Returns the times for which a dialog can be muted. */
export function muteMenu(screen: Screen, dialog: DialogModel): MenuItem[] {
  return m().chats.muteFor.map((label, index) => ({
    label,
    onselect: () => void screen.setMuted(dialog, true, PERIOD_SECONDS[index]),
  }));
}

/** For how long a chat is muted or a member silenced, in the order of the labels; 0 for no end. */
export const PERIOD_SECONDS = [3600, 8 * 3600, 24 * 3600, 0];

/** Whether you may edit a dialog and invite people to it. */
export function mayManage(dialog: DialogModel): boolean {
  return dialog.Role === 'owner' || dialog.Role === 'admin';
}
