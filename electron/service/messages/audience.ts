import type { Output, Parsed } from '../../../shared/contract';
import { LIMITS } from '../../../shared/limits';
import { canSeeReaders, requireMember, requireMessage, canSeeWhoReacted } from '../access/dialogs';
import type { ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { listReactions, listReaders } from './audience-queries';

/** Returns who reacted to a message and, to its author in a small group, who read it. */
export async function audience(
  ctx: ReadContext,
  input: Parsed<'dialogs.audience'>,
): Promise<Output<'dialogs.audience'>> {
  const message = await requireMessage(ctx, input.message_id);
  const dialog = await requireMember(ctx, message.dialog_id);
  const { id } = message;
  const readers = canSeeReaders(ctx, dialog, message) ? await listReaders(ctx.db, dialog.id, message) : null;
  const reactions = canSeeWhoReacted(dialog) ? await listReactions(ctx.db, id, LIMITS.reactionsListed) : null;
  const people = [...(readers ?? []), ...(reactions ?? []).map((row) => row.person_id)];
  const authors = await authorsOf(ctx, people);
  return {
    Readers: readers && readers.flatMap((reader) => authors.get(reader) ?? []),
    Reactions:
      reactions &&
      reactions.flatMap(({ person_id, emoji, created_at }) => {
        const author = authors.get(person_id);
        return author ? { Author: author, Emoji: emoji, Timestamp: created_at } : [];
      }),
  };
}
