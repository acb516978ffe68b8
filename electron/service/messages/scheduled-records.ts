import type { MessageModel } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findScheduledOf, type ScheduledRow } from '../scheduling/queries';
import { withSchedule } from '../scheduling/scheduled-records';
import { messagesOf } from './records';
import type { MessageInput } from './sending';
import { OUTSIDE_THREADS } from './threads/thread-records';

/** What is stored of a scheduled message: its input without the dialog. */
export type ScheduledMessageInput = Omit<MessageInput, 'dialog_id'>;

/** Reads the stored input of a scheduled message. */
export function scheduledMessageInput(row: ScheduledRow): ScheduledMessageInput {
  return JSON.parse(row.input) as ScheduledMessageInput;
}

/** Builds records of scheduled messages of the caller, in the order of the rows. */
export async function scheduledMessages(
  ctx: ReadContext,
  rows: readonly ScheduledRow[],
): Promise<MessageModel[]> {
  const inputs = rows.map((row) => ({ row, input: scheduledMessageInput(row) }));
  const messages = inputs.map(({ row, input }) => ({
    dialog_id: row.target_id,
    id: row.id,
    author_id: row.person_id,
    type: 'message' as const,
    text: input.text ?? '',
    reply_to: input.replyTo ?? 0,
    nonce: input.nonce ?? '',
    created_at: row.due_at,
    edited_at: 0,
    repost_id: input.repost ?? 0,
    forward_id: 0,
    ...OUTSIDE_THREADS,
    thread_id: input.thread ?? 0,
    is_plain: 0 as const,
  }));
  const records = await messagesOf(ctx, messages);
  return withSchedule(
    ctx,
    records.map((record): MessageModel => ({ ...record, Views: 0, Read: false })),
    inputs,
  );
}

/** Returns records of scheduled messages of the caller by ID; those of others are left out. */
export async function scheduledMessagesById(
  ctx: ReadContext,
  ids: readonly number[],
): Promise<Map<number, MessageModel>> {
  const rows = await findScheduledOf(ctx.db, requirePerson(ctx).id, ids);
  const records = await scheduledMessages(
    ctx,
    rows.filter((row) => row.kind === 'message'),
  );
  return new Map(records.map((record) => [record.ID, record]));
}
