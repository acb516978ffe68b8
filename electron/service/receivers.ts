import type { Context } from './context';
import { findMessagesWith } from './messages/attachment-queries';

/** Tells those to whom a thing was sent that their messages look another now, as far as they are not too many. */
export async function tellReceivers(ctx: Context, type: 'file' | 'photo', item: number): Promise<void> {
  for (const { message_id: id, dialog_id } of await findMessagesWith(ctx.db, type, item, MESSAGES)) {
    ctx.emit({
      type: 'message_edit',
      scope: { kind: 'dialog', id: dialog_id },
      ref: { kind: 'message', id },
    });
  }
}

const MESSAGES = 100;
