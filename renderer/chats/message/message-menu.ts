import Bookmark from '@lucide/svelte/icons/bookmark';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import Copy from '@lucide/svelte/icons/copy';
import Flag from '@lucide/svelte/icons/flag';
import Forward from '@lucide/svelte/icons/forward';
import History from '@lucide/svelte/icons/history';
import Info from '@lucide/svelte/icons/info';
import Link from '@lucide/svelte/icons/link';
import MessageSquareText from '@lucide/svelte/icons/message-square-text';
import Pencil from '@lucide/svelte/icons/pencil';
import Pin from '@lucide/svelte/icons/pin';
import PinOff from '@lucide/svelte/icons/pin-off';
import Reply from '@lucide/svelte/icons/reply';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { DialogModel, MessageModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { routeOfMessage } from '../../../shared/routes';
import { addressForOthers } from '../../addresses.svelte';
import { session } from '../../api';
import { isActive, mayWrite } from '../../i18n/dialog';
import { m } from '../../i18n/index.svelte';
import type { MenuItem } from '../../ui';
import type { ConversationActions } from '../conversation/conversation-actions.svelte';
import { mayForward } from '../composer/forwarding';
import { isSaved } from '../names';
import { mayManage } from '../dialogs/dialog-menu';

/** Returns the menu items that you may use on a message; `link` is the address of the clicked link, if any. */
export function messageMenu(
  actions: ConversationActions,
  dialog: DialogModel,
  message: MessageModel,
  link?: string,
): MenuItem[] {
  const t = m();
  const copied = getSelection()?.toString().trim() || message.Text;
  const items: MenuItem[] = [];
  if (copied)
    items.push({ label: t.common.copy, icon: Copy, keys: 'C', onselect: () => void actions.copy(copied) });
  if (mayWrite(dialog)) {
    items.unshift({
      label: t.common.reply,
      icon: Reply,
      keys: 'R',
      onselect: () => actions.composer.reply(message),
    });
  }
  if (mayThread(dialog, message) && !actions.isThread) {
    const onselect = () => actions.openThread(message);
    items.splice(1, 0, { label: t.chats.threads.reply, icon: MessageSquareText, keys: 'T', onselect });
  }
  if (mayEdit(dialog, message)) {
    items.push({
      label: t.common.edit,
      icon: Pencil,
      keys: 'E',
      onselect: () => actions.composer.edit(message),
    });
  }
  if (link) items.push({ label: t.common.copyLink, icon: Link, onselect: () => void actions.copy(link) });
  const address = dialog.Member && addressForOthers(routeOfMessage(message));
  if (address) {
    const label = t.chats.copyMessageLink;
    items.push({ label, icon: Link, onselect: () => void actions.copy(address) });
  }
  if (mayPin(dialog) && message.Type === 'message') {
    const isPinned = actions.pins.has(message.ID);
    items.push({
      label: isPinned ? t.chats.unpin : t.chats.pin,
      icon: isPinned ? PinOff : Pin,
      disabled: !isPinned && actions.pins.isFull,
      onselect: () => void actions.setPinned(message, !isPinned),
    });
  }
  if (mayForward(message)) {
    if (!isSaved(dialog))
      items.push({ label: t.common.save, icon: Bookmark, onselect: () => void actions.save(message) });
    items.push({
      label: t.common.forward,
      icon: Forward,
      keys: 'F',
      onselect: () => actions.forward([message]),
    });
  }
  items.push({
    label: t.chats.selection.begin,
    icon: CircleCheck,
    keys: 'S',
    onselect: () => actions.selection.begin(message.ID),
  });
  if (message.EditTimestamp && dialog.Member)
    items.push({ label: t.chats.editHistory, icon: History, onselect: () => actions.showHistory(message) });
  if (hasInfo(dialog, message))
    items.push({ label: t.chats.messageInfo, icon: Info, onselect: () => actions.showInfo(message) });
  if (message.Type === 'message' && message.Author.ID !== session.id)
    items.push({ label: t.common.report, icon: Flag, onselect: () => (actions.reported = message.ID) });
  if (mayDelete(dialog, message)) {
    const label = t.common.delete;
    items.push('line', {
      label,
      icon: Trash2,
      keys: 'Del',
      danger: true,
      onselect: () => actions.delete([message]),
    });
  }
  return items;
}

/** Whether you may pin messages in a dialog: in groups and channels only admins may. */
export function mayPin(dialog: DialogModel): boolean {
  return isActive(dialog) && (dialog.Type === 'private' || mayManage(dialog));
}

/** Whether there is something to tell of a message: who reacted and, of your own in a small group, who read it. */
function hasInfo(dialog: DialogModel, message: MessageModel): boolean {
  if (!dialog.Member || message.Type !== 'message' || isSaved(dialog)) return false;
  if (dialog.Type === 'channel' && !mayManage(dialog)) return false;
  const isSmallGroup = dialog.Type === 'group' && dialog.Members <= LIMITS.readersListed && !message.Thread;
  return message.Reactions.length > 0 || (isSmallGroup && message.Author.ID === session.id);
}

/** Whether you may reply to a message in a thread: in groups to every message that is not in a thread itself. */
export function mayThread(dialog: DialogModel, { Type, Thread }: MessageModel): boolean {
  return dialog.Type === 'group' && mayWrite(dialog) && !Thread && Type === 'message';
}

export function mayEdit(dialog: DialogModel, message: MessageModel): boolean {
  const { Poll, Event, Sticker, Forwarded } = message;
  const isWhole = [Poll, Event, Sticker, Forwarded].some((part) => part !== undefined);
  return message.Author.ID === session.id && message.Type === 'message' && !isWhole && mayWrite(dialog);
}

/** Whether you may delete a message: your own, and as an admin those of others. */
export function mayDelete(dialog: DialogModel, message: MessageModel): boolean {
  if (message.Type !== 'message' || !dialog.Member) return false;
  return message.Author.ID === session.id || mayManage(dialog);
}
