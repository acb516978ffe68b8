import type { DialogModel, MessageModel } from '../../../shared/contract/records';
import { session } from '../../api';
import { mayWrite } from '../../i18n/dialog';
import { mayManage } from '../dialogs/dialog-menu';

/** Whether you may change and cancel the event of a message: your own where you may write, as an admin any. */
export function mayManageEvent(dialog: DialogModel, message: MessageModel): boolean {
  const isOwn = message.Author.ID === session.id && mayWrite(dialog);
  return isOwn || (dialog.Type !== 'private' && mayManage(dialog));
}
