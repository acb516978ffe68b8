import type { Parsed } from '../../../shared/contract';
import type { MessageModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requireMember, requirePinner } from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { deletePin, insertPin, listPinned } from './pin-queries';
import { messagesById } from './records';

/** Handlers of the pinned messages of a dialog. */
export const pinHandlers = {
  'dialogs.pinned': listPinnedMessages,
  'dialogs.pinMessage': pinMessage,
  'dialogs.unpinMessage': unpinMessage,
} satisfies Pick<Handlers, 'dialogs.pinned' | 'dialogs.pinMessage' | 'dialogs.unpinMessage'>;

async function listPinnedMessages(
  ctx: ReadContext,
  input: Parsed<'dialogs.pinned'>,
): Promise<MessageModel[]> {
  const { id } = await requireMember(ctx, input.dialog_id);
  const pinned = await listPinned(ctx.db, id);
  const records = await messagesById(ctx, pinned);
  return pinned.flatMap((message) => records.get(message) ?? []);
}

async function pinMessage(ctx: Context, input: Parsed<'dialogs.pinMessage'>): Promise<{ ok: true }> {
  const message = await requirePinner(ctx, input.message_id);
  const pinned = await listPinned(ctx.db, message.dialog_id);
  if (pinned.includes(message.id)) return { ok: true };
  if (pinned.length >= LIMITS.pinnedMessages) {
    throw new AppError(
      'conflict',
      `A chat has at most ${LIMITS.pinnedMessages} pinned messages. Unpin another message first.`,
    );
  }
  await insertPin(ctx.db, message.dialog_id, message.id);
  emitPin(ctx, message, true);
  return { ok: true };
}

async function unpinMessage(ctx: Context, input: Parsed<'dialogs.unpinMessage'>): Promise<{ ok: true }> {
  const message = await requirePinner(ctx, input.message_id);
  if (await deletePin(ctx.db, message.dialog_id, message.id)) emitPin(ctx, message, false);
  return { ok: true };
}

function emitPin(ctx: Context, message: { id: number; dialog_id: number }, isPinned: boolean): void {
  ctx.emit({
    type: 'message_pin',
    scope: { kind: 'dialog', id: message.dialog_id },
    ref: { kind: 'message', id: message.id },
    body: { Pinned: isPinned ? 1 : 0 },
  });
}
