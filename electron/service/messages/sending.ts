import type { Parsed } from '../../../shared/contract';
import type { MessageModel } from '../../../shared/contract/records';
import { isNotBlank } from '../../../shared/characters/invisible';
import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireWriter, type DialogMemberRow } from '../access/dialogs';
import { hasAttachments, requireAttachments, resolveRepostSource } from '../content/attachments';
import type { Context } from '../context';
import { notifyMentioned, postMessage, type NewMessage } from './post';
import { findMessage } from './queries';
import { requireNewPoll, storePoll } from './poll-handlers';
import { readBySending } from './reading';
import { messagesOf } from './records';

/** The input of a new message. */
export type MessageInput = Omit<Parsed<'dialogs.send'>, 'edit' | 'timestamp'>;

/** Sends a message of the caller; `isPresent` is false if its time came, perhaps in their absence. */
export async function sendMessage(
  ctx: Context,
  input: MessageInput,
  isPresent = true,
): Promise<MessageModel> {
  const { dialog, message } = await requireMessageInput(ctx, input);
  const row = await postMessage(ctx, message);
  if (input.poll) await storePoll(ctx, row.id, input.poll);
  if (isPresent || !hasUnread(dialog)) await readBySending(ctx, dialog, row.id);
  if (dialog.type !== 'private') await notifyMentioned(ctx, row);
  const [record] = await messagesOf(ctx, [row]);
  if (!record) throw new AppError('not_found');
  return record;
}

/** Whether the author would skip messages of others by reading their own. Views of a channel count its authors as readers. */
function hasUnread(dialog: DialogMemberRow): boolean {
  return dialog.type !== 'channel' && (dialog.read_id ?? 0) < dialog.last_message_id;
}

/** Validates a message that the caller wants to send now or later. */
export async function requireMessageInput(
  ctx: Context,
  input: MessageInput,
): Promise<{ dialog: DialogMemberRow; message: NewMessage }> {
  const dialog = await requireWriter(ctx, input.dialog_id);
  const attachments = await requireAttachments(ctx, input);
  const repost = input.repost ? await resolveRepostSource(ctx, input.repost) : 0;
  const text = hasAttachments(attachments) || repost > 0 ? (input.text ?? '') : requireText(input.text);
  if (input.poll) requireNewPoll(ctx, input.poll, requireText(text));
  const replyTo = input.replyTo ?? 0;
  if (replyTo > 0 && !(await findMessage(ctx.db, dialog.id, replyTo))) {
    throw invalid('replyTo', 'must be a message of this dialog');
  }
  const author = requirePerson(ctx).id;
  const nonce = input.nonce ?? '';
  return {
    dialog,
    message: { dialog: dialog.id, author, type: 'message', text, replyTo, nonce, attachments, repost },
  };
}

/** Returns the text of a message without attachments; throws if it is blank. */
export function requireText(text: string | undefined): string {
  if (text === undefined) throw invalid('text', 'is required');
  if (!isNotBlank(text)) throw invalid('text', 'must not be empty');
  return text;
}
