import { endpointOf, type Parsed } from '../../../shared/contract';
import { parseInput } from '../../../shared/contract/endpoint';
import type { MessageModel } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireMember } from '../access/dialogs';
import { requireOwnScheduled } from '../access/scheduled';
import type { Context, ReadContext } from '../context';
import { listScheduled, type ScheduledRow } from '../scheduling/queries';
import { changeScheduled, isFuture, removeScheduled, storeScheduled } from '../scheduling/scheduled-items';
import { findMessage } from './queries';
import { scheduledMessageInput, scheduledMessages, type ScheduledMessageInput } from './scheduled-records';
import { requireMessageInput, sendMessage, type MessageInput } from './sending';

/** Messages that are sent at a later time. Until then only their author sees them. */

/** Schedules a message for its `timestamp`. */
export async function scheduleMessage(ctx: Context, input: Parsed<'dialogs.send'>): Promise<MessageModel> {
  await requireMessageInput(ctx, input);
  const row = await storeScheduled(ctx, {
    kind: 'message',
    target_id: input.dialog_id,
    due_at: input.timestamp ?? 0,
    input: storedInput(input),
  });
  return scheduledRecord(ctx, row);
}

/** Lists what the caller has scheduled in a dialog, the earliest first. */
export async function listScheduledMessages(
  ctx: ReadContext,
  { dialog_id: target }: Parsed<'dialogs.scheduled'>,
): Promise<MessageModel[]> {
  await requireMember(ctx, target);
  const { id: person } = requirePerson(ctx);
  return scheduledMessages(ctx, await listScheduled(ctx.db, { person, kind: 'message', target }));
}

/** Changes a scheduled message; with a time that has passed, sends it. */
export async function editScheduledMessage(
  ctx: Context,
  row: ScheduledRow,
  changes: Omit<Parsed<'dialogs.editMessage'>, 'message_id'>,
): Promise<MessageModel> {
  const { text, photos_list, attachments, timestamp = row.due_at } = changes;
  const input: MessageInput = {
    ...(await currentInput(ctx, row)),
    ...(text !== undefined && { text }),
    ...(photos_list && { photos_list }),
    ...(attachments && { attachments }),
  };
  await requireMessageInput(ctx, input);
  if (isFuture(ctx, timestamp)) {
    const change = { due_at: timestamp, input: storedInput(input) };
    return scheduledRecord(ctx, await changeScheduled(ctx, row, change));
  }
  await removeScheduled(ctx, row);
  return sendMessage(ctx, input);
}

/** Sends a scheduled message now. */
export async function sendScheduled(
  ctx: Context,
  { message_id }: Parsed<'dialogs.sendScheduled'>,
): Promise<MessageModel> {
  return publish(ctx, await requireOwnScheduled(ctx, 'message', message_id), true);
}

/** Sends a message whose time has come. */
export function publishScheduledMessage(ctx: Context, row: ScheduledRow): Promise<MessageModel> {
  return publish(ctx, row, false);
}

/** Sends a scheduled message and removes it from the schedule. Its author's rights are checked again. */
async function publish(ctx: Context, row: ScheduledRow, isPresent: boolean): Promise<MessageModel> {
  await removeScheduled(ctx, row);
  const input = parseInput(endpointOf('dialogs.send'), await currentInput(ctx, row)) as MessageInput;
  return sendMessage(ctx, input, isPresent);
}

/** Returns the input of a scheduled message, without the message that it quotes if that was deleted. */
async function currentInput(ctx: Context, row: ScheduledRow): Promise<MessageInput> {
  const input = { ...scheduledMessageInput(row), dialog_id: row.target_id };
  const source = input.replyTo ? await findMessage(ctx.db, row.target_id, input.replyTo) : undefined;
  return { ...input, replyTo: source?.id };
}

/** Builds the record of a scheduled message of the caller. */
export async function scheduledRecord(ctx: ReadContext, row: ScheduledRow): Promise<MessageModel> {
  const [record] = await scheduledMessages(ctx, [row]);
  if (!record) throw new AppError('not_found');
  return record;
}

/** Throws `validation_error` if a scheduled message is edited through another dialog. */
export function requireSameDialog(row: ScheduledRow, dialog: number): void {
  if (row.target_id !== dialog) throw invalid('edit', 'must be a message of this dialog');
}

function storedInput(input: MessageInput): ScheduledMessageInput {
  const { text, photos_list, attachments, replyTo, thread, repost, nonce } = input;
  return { text, photos_list, attachments, replyTo, thread, repost, nonce };
}
