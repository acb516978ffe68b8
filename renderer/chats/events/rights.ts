import type { DialogModel, MessageModel } from '../../../shared/contract/records';
import { session } from '../../api';
import { mayManage } from '../dialogs/dialog-menu';
import { mayWrite } from '../message/message-menu';

/** Whether you may change and cancel the event of a message: your own where you may write, as an admin any. */
export function mayManageEvent(dialog: DialogModel, message: MessageModel): boolean {
  const isOwn = message.Author.ID === session.id && mayWrite(dialog);
  return isOwn || (dialog.Type !== 'private' && mayManage(dialog));
}
