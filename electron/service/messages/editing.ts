import type { Context } from '../context';
import { findMessage, updateText } from './queries';
import { notifyMentioned, replaceLinks } from './sending';
import { keepVersion } from './versions';

/**
 * Marks a message as edited and replaces its text: the earlier one is kept, and who is newly mentioned is notified. The
 * text may be the same if something else of the message changed.
 */
export async function storeEdit(
  ctx: Context,
  { id, dialog_id: dialog }: { id: number; dialog_id: number },
  text: string,
): Promise<void> {
  const before = await findMessage(ctx.db, dialog, id);
  if (!before) return;
  if (before.text !== text) await keepVersion(ctx, before);
  await updateText(ctx.db, dialog, id, text, ctx.now());
  await replaceLinks(ctx, dialog, id, text);
  const row = { ...before, text };
  ctx.messageIndex.replace(ctx, row);
  await notifyMentioned(ctx, row, before.text);
  ctx.emit({ type: 'message_edit', scope: { kind: 'dialog', id: dialog }, ref: { kind: 'message', id } });
}
