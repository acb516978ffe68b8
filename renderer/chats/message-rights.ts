import type { DialogModel, MessageModel } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { session } from '../api';
import { isActive, mayWrite } from '../i18n/dialog';
import { mayManage } from './dialogs/dialog-menu';
import { isSaved } from './names';

/** Whether you may pin messages in a dialog: in groups and channels only admins may. */
export function mayPin(dialog: DialogModel): boolean {
  return isActive(dialog) && (dialog.Type === 'private' || mayManage(dialog));
}

/** Whether you may reply to a message in a thread: in groups to every message that is not in a thread itself. */
export function mayThread(dialog: DialogModel, { Type, Thread }: MessageModel): boolean {
  return dialog.Type === 'group' && mayWrite(dialog) && !Thread && Type === 'message';
}

/** Whether you may edit a message: your own, unless it is a poll, an event or a sticker, or was forwarded. */
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

/** Whether a message has further information for you: who reacted and, for your own in a small group, who read it. */
export function hasInfo(dialog: DialogModel, message: MessageModel): boolean {
  if (!dialog.Member || message.Type !== 'message' || isSaved(dialog)) return false;
  if (dialog.Type === 'channel' && !mayManage(dialog)) return false;
  const isSmallGroup = dialog.Type === 'group' && dialog.Members <= LIMITS.readersListed && !message.Thread;
  return message.Reactions.length > 0 || (isSmallGroup && message.Author.ID === session.id);
}
