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
import { routeOfMessage } from '../../../shared/routes';
import { addressForOthers } from '../../addresses.svelte';
import { session } from '../../api';
import { mayWrite } from '../../i18n/dialog';
import { m } from '../../i18n/index.svelte';
import type { MenuItem } from '../../ui';
import type { ConversationActions } from '../conversation/conversation-actions.svelte';
import { mayForward } from '../composer/forwarding';
import { isSaved } from '../names';
import { hasInfo, mayDelete, mayEdit, mayPin, mayThread } from '../message-rights';

/** Returns the menu items that you may use on a message; `link` is the address of the clicked link, if any. */
export function messageMenu(
  actions: ConversationActions,
  dialog: DialogModel,
  message: MessageModel,
  link?: string,
): MenuItem[] {
  return [
    ...replyItems(actions, dialog, message),
    ...copyItems(actions, message),
    ...editItems(actions, dialog, message),
    ...linkItems(actions, dialog, message, link),
    ...pinItems(actions, dialog, message),
    ...forwardItems(actions, dialog, message),
    {
      label: m().chats.selection.begin,
      icon: CircleCheck,
      keys: 'S',
      onselect: () => actions.selection.begin(message.ID),
    },
    ...infoItems(actions, dialog, message),
    ...deleteItems(actions, dialog, message),
  ];
}

function replyItems(actions: ConversationActions, dialog: DialogModel, message: MessageModel): MenuItem[] {
  const items: MenuItem[] = [];
  if (mayWrite(dialog)) {
    const onselect = () => actions.composer.reply(message);
    items.push({ label: m().common.reply, icon: Reply, keys: 'R', onselect });
  }
  if (mayThread(dialog, message) && !actions.isThread) {
    const onselect = () => actions.openThread(message);
    items.push({ label: m().chats.threads.reply, icon: MessageSquareText, keys: 'T', onselect });
  }
  return items;
}

/** Copies the selected part of the message, or all of its text. */
function copyItems(actions: ConversationActions, { ID, Text }: MessageModel): MenuItem[] {
  const copied = selectedIn(ID) || Text;
  if (!copied) return [];
  return [{ label: m().common.copy, icon: Copy, keys: 'C', onselect: () => void actions.copy(copied) }];
}

/** Returns the selected text, unless none of it is in this message. */
function selectedIn(id: number): string {
  const selection = getSelection();
  const message = document.querySelector(`[data-message="${id}"]`);
  const isElsewhere = message && !selection?.containsNode(message, true);
  return isElsewhere ? '' : (selection?.toString().trim() ?? '');
}

function editItems(actions: ConversationActions, dialog: DialogModel, message: MessageModel): MenuItem[] {
  if (!mayEdit(dialog, message)) return [];
  const onselect = () => actions.composer.edit(message);
  return [{ label: m().common.edit, icon: Pencil, keys: 'E', onselect }];
}

function linkItems(
  actions: ConversationActions,
  dialog: DialogModel,
  message: MessageModel,
  link: string | undefined,
): MenuItem[] {
  const items: MenuItem[] = [];
  if (link) items.push({ label: m().common.copyLink, icon: Link, onselect: () => void actions.copy(link) });
  const address = dialog.Member && addressForOthers(routeOfMessage(message));
  if (address) {
    const label = m().chats.copyMessageLink;
    items.push({ label, icon: Link, onselect: () => void actions.copy(address) });
  }
  return items;
}

function pinItems(actions: ConversationActions, dialog: DialogModel, message: MessageModel): MenuItem[] {
  if (!mayPin(dialog) || message.Type !== 'message') return [];
  const isPinned = actions.pins.has(message.ID);
  return [
    {
      label: isPinned ? m().chats.unpin : m().chats.pin,
      icon: isPinned ? PinOff : Pin,
      disabled: !isPinned && actions.pins.isFull,
      onselect: () => void actions.setPinned(message, !isPinned),
    },
  ];
}

function forwardItems(actions: ConversationActions, dialog: DialogModel, message: MessageModel): MenuItem[] {
  if (!mayForward(message)) return [];
  const t = m().common;
  const items: MenuItem[] = [];
  if (!isSaved(dialog))
    items.push({ label: t.save, icon: Bookmark, onselect: () => void actions.save(message) });
  items.push({ label: t.forward, icon: Forward, keys: 'F', onselect: () => actions.forward([message]) });
  return items;
}

function infoItems(actions: ConversationActions, dialog: DialogModel, message: MessageModel): MenuItem[] {
  const t = m();
  const items: MenuItem[] = [];
  if (message.EditTimestamp && dialog.Member)
    items.push({ label: t.chats.editHistory, icon: History, onselect: () => actions.showHistory(message) });
  if (hasInfo(dialog, message))
    items.push({ label: t.chats.messageInfo, icon: Info, onselect: () => actions.showInfo(message) });
  if (message.Type === 'message' && message.Author.ID !== session.id)
    items.push({ label: t.common.report, icon: Flag, onselect: () => (actions.reported = message.ID) });
  return items;
}

function deleteItems(actions: ConversationActions, dialog: DialogModel, message: MessageModel): MenuItem[] {
  if (!mayDelete(dialog, message)) return [];
  const onselect = () => actions.delete([message]);
  return ['line', { label: m().common.delete, icon: Trash2, keys: 'Del', danger: true, onselect }];
}
