import type { Parsed } from '../../../shared/contract';
import { isNotBlank } from '../../../shared/characters/invisible';
import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireMessage } from '../access/dialogs';
import { asFieldError, canShare } from '../content/attachments';
import { findAttachments } from '../content/attachment-records-queries';
import type { Context } from '../context';
import { findMessages } from './records-queries';
import { findPolls } from './polls/poll-queries';
import { findEvents } from '../calendar/queries';

type Input = Pick<
  Parsed<'dialogs.send'>,
  'text' | 'photos_list' | 'attachments' | 'repost' | 'poll' | 'event' | 'sticker'
>;

/** What a forwarded message takes from its source, and who first wrote it; 0 if the caller did. */
export type ForwardedContent = Required<
  Pick<Input, 'text' | 'photos_list' | 'attachments' | 'repost' | 'sticker'>
> & {
  author: number;
};

/**
 * Returns the content of a message that the caller forwards, without what was deleted since or is hidden from them. A
 * message that was forwarded before keeps its first author. Throws `validation_error` if it does not exist for the
 * caller, or together with content of their own; `conflict` for polls and events; `not_found` if nothing of it is left.
 */
export async function forwardedContent(ctx: Context, id: number, own: Input): Promise<ForwardedContent> {
  for (const field of ['text', 'photos_list', 'attachments', 'repost', 'poll', 'event', 'sticker'] as const) {
    const value = own[field];
    const isEmpty = !value || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) throw invalid(field, 'is not available for forwarded messages');
  }
  await asFieldError(requireMessage(ctx, id), 'forward', 'there is no such message');
  const [source] = await findMessages(ctx.db, [id]);
  if (source?.type !== 'message') throw invalid('forward', 'must be a message');
  if ((await findPolls(ctx.db, [id])).length > 0) {
    throw new AppError('conflict', 'A poll can’t be forwarded.');
  }
  if ((await findEvents(ctx.db, [id])).length > 0) {
    throw new AppError('conflict', 'An event can’t be forwarded.');
  }
  const attached = await shareableAttachments(ctx, id);
  const hasRepost = source.repost_id > 0 && (await canShare(ctx, 'repost', source.repost_id));
  const repost = hasRepost ? source.repost_id : 0;
  if (attached.length === 0 && !hasRepost && !isNotBlank(source.text)) {
    throw new AppError('not_found', 'Nothing in this message exists anymore, so it can’t be forwarded.');
  }
  const author = source.forward_id || source.author_id;
  return {
    text: source.text,
    photos_list: attached.flatMap(({ type, item_id }) => (type === 'photo' ? [item_id] : [])),
    attachments: attached.flatMap(({ type, item_id }) =>
      type === 'photo' || type === 'sticker' ? [] : [{ Type: type, Item: item_id }],
    ),
    repost,
    sticker: attached.find(({ type }) => type === 'sticker')?.item_id ?? 0,
    author: author === requirePerson(ctx).id ? 0 : author,
  };
}

/** What is attached to a message, in order, as far as the caller may share it. */
async function shareableAttachments(ctx: Context, id: number) {
  const attached = (await findAttachments(ctx.db, [id])).sort((one, other) => one.position - other.position);
  const shareable: typeof attached = [];
  for (const row of attached) if (await canShare(ctx, row.type, row.item_id)) shareable.push(row);
  return shareable;
}
