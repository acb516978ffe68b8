import type { Output, Parsed } from '../../../shared/contract';
import { LIMITS } from '../../../shared/limits';
import { requireMessage } from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import { shownTime } from '../timestamps';
import { findVersions, insertVersion } from './version-queries';

/** Lists the earlier texts of a message, the latest first. */
export async function versions(
  ctx: ReadContext,
  input: Parsed<'dialogs.versions'>,
): Promise<Output<'dialogs.versions'>> {
  const { id } = await requireMessage(ctx, input.message_id);
  const rows = await findVersions(ctx.db, [id]);
  return rows.map((row) => ({ Text: row.text, Timestamp: shownTime(ctx, row.created_at) }));
}

/** Stores the text of a message that is about to be replaced. */
export async function keepVersion(
  ctx: Context,
  message: { id: number; text: string; created_at: number; edited_at: number },
): Promise<void> {
  const { id: message_id, text, created_at, edited_at } = message;
  const version = { message_id, id: ctx.newId(), text, created_at: edited_at || created_at };
  await insertVersion(ctx.db, version, LIMITS.messageVersions);
}
