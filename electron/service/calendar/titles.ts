import type { Context } from '../context';
import { findMessage, updateText } from '../messages/queries';
import { reindexMessage } from '../messages/search-queries';
import { notifyMentioned, replaceLinks } from '../messages/sending';
import { keepVersion } from '../messages/versions';

/** Marks the message of an event as edited, and gives it another title if that changed. */
export async function changeTitle(
  ctx: Context,
  message: { id: number; dialog_id: number },
  title: string,
): Promise<void> {
  const { id, dialog_id: dialog } = message;
  const before = await findMessage(ctx.db, dialog, id);
  const isChanged = before?.text !== title;
  if (before && isChanged) await keepVersion(ctx, before);
  await updateText(ctx.db, dialog, id, title, ctx.now());
  const row = isChanged ? await findMessage(ctx.db, dialog, id) : undefined;
  if (before && row) {
    await replaceLinks(ctx, dialog, id, title);
    ctx.beforeCommit(() => reindexMessage(ctx.db, row));
    await notifyMentioned(ctx, row, before.text);
  }
  ctx.emit({ type: 'message_edit', scope: { kind: 'dialog', id: dialog }, ref: { kind: 'message', id } });
}
