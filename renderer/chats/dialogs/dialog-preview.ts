import type { DialogMemberModel, DialogModel, MessageModel } from '../../../shared/contract/records';
import { session } from '../../api';
import { isToday, shortDate, timeOfDay } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { presenceText } from '../../i18n/person';
import type { Chats } from './own-chats.svelte';
import { messageLine } from '../../media/text/message-line';
import type { DialogMembers } from '../panel/members.svelte';
import { firstName, isSaved } from '../names';

/** Returns the last message as one line for the chat list, and its author where that isn't obvious. */
export function lastText(dialog: DialogModel, message: MessageModel): { who?: string; text: string } {
  if (message.Type !== 'message') return { text: systemText(message) };
  const text = messageLine(message);
  if (isSaved(dialog)) return { text };
  if (message.Author.ID === session.id) return { who: m().chats.yours, text };
  return dialog.Type === 'group' ? { who: `${firstName(message.Author)}:`, text } : { text };
}

/** Returns the text of a system message: someone joined or left, or that a message was deleted. */
export function systemText(message: MessageModel): string {
  if (message.Type === 'deleted') return m().chats.messageGone;
  const name = firstName(message.Author);
  return message.Type === 'join' ? m().chats.joined(name) : m().chats.left(name);
}

/** Returns who is typing in a dialog, or "". */
export function typingText({ typing, people }: Chats, dialog: DialogModel): string {
  const typers = typing.in(dialog.ID);
  if (!typers.length) return '';
  if (dialog.Type === 'private') return m().chats.typingAlone;
  const names = typers.map((id) => people.find(id)).filter((person) => person !== undefined);
  return names.length === typers.length ? m().chats.typing(names.map(firstName)) : m().chats.typingAlone;
}

/** Returns when a mute ends: "14:06" today, otherwise "2 Mar, 14:06"; "" if it doesn't end by itself. */
export function muteEnd({ MuteUntil: end }: DialogModel): string {
  return endOf(end);
}

/** Returns when a silence ends, like the end of a mute. */
export function silenceEnd({ SilencedUntil: end }: DialogModel | DialogMemberModel): string {
  return endOf(end);
}

function endOf(end: number | undefined): string {
  if (!end) return '';
  return isToday(end) ? timeOfDay(end) : `${shortDate(end)}, ${timeOfDay(end)}`;
}

/** Returns the status under a dialog's name: the other person's presence, or the number of members. */
export function statusText({ people }: Chats, dialog: DialogModel, members: DialogMembers): string {
  if (dialog.Type === 'private') {
    const dude = dialog.DialogDude;
    if (!dude || dude.Deleted || isSaved(dialog)) return '';
    return presenceText(people.onlineOf(dude));
  }
  if (dialog.Type === 'channel') return m().chats.subscribers(dialog.Members);
  const online = members.online;
  const count = m().common.members(dialog.Members);
  // Of a community whose host is away nobody is known to be online.
  return !online || !dialog.Member ? count : `${count} · ${m().common.onlineCount(online)}`;
}
