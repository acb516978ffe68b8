import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import CheckCheck from '@lucide/svelte/icons/check-check';
import LogOut from '@lucide/svelte/icons/log-out';
import Pencil from '@lucide/svelte/icons/pencil';
import Pin from '@lucide/svelte/icons/pin';
import PinOff from '@lucide/svelte/icons/pin-off';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { DialogModel } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import type { MenuItem } from '../../ui';
import { isSaved } from '../names';
import type { Screen } from '../screen.svelte';

/** Returns the menu items that you may use on a dialog; none for non-members. */
export function dialogMenu(screen: Screen, dialog: DialogModel): MenuItem[] {
  if (!dialog.Member) return [];
  const t = m().chats;
  const items: MenuItem[] = [
    dialog.Pinned
      ? { label: t.unpin, icon: PinOff, onselect: () => void screen.setPinned(dialog, false) }
      : { label: t.pin, icon: Pin, onselect: () => void screen.setPinned(dialog, true) },
  ];
  if (!isSaved(dialog))
    items.push(
      dialog.Mute
        ? { label: t.unmute, icon: Bell, onselect: () => void screen.setMuted(dialog, false) }
        : { label: t.mute, icon: BellOff, items: muteMenu(screen, dialog) },
    );
  if (dialog.Unread) {
    items.push({ label: t.markRead, icon: CheckCheck, onselect: () => void screen.markRead(dialog) });
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

/** Returns the times for which a dialog can be muted. */
export function muteMenu(screen: Screen, dialog: DialogModel): MenuItem[] {
  return m().chats.muteFor.map((label, index) => ({
    label,
    onselect: () => void screen.setMuted(dialog, true, MUTE_SECONDS[index]),
  }));
}

/** An hour, eight hours, a day and, as 0, until unmuted: in the order of their labels. */
const MUTE_SECONDS = [3600, 8 * 3600, 24 * 3600, 0];

/** Whether you may edit a dialog and invite people to it. */
export function mayManage(dialog: DialogModel): boolean {
  return dialog.Role === 'owner' || dialog.Role === 'admin';
}
