import type { Output, Parsed } from '../../../shared/contract';
import { LIMITS } from '../../../shared/limits';
import { canSeeReaders, requireMember, requireMessage, canSeeWhoReacted } from '../access/dialogs';
import type { ReadContext } from '../context';
import { authorsOf, findBlockedPeople } from '../people/records';
import { listReactions, listReaders } from './audience-queries';

/**
 * Returns who reacted to a message and, to its author in a small group, who read it. As in events of reading, a block
 * hides who that was.
 */
export async function audience(
  ctx: ReadContext,
  input: Parsed<'dialogs.audience'>,
): Promise<Output<'dialogs.audience'>> {
  const message = await requireMessage(ctx, input.message_id);
  const dialog = await requireMember(ctx, message.dialog_id);
  const { id } = message;
  const readers = canSeeReaders(ctx, dialog, message) ? await visibleReaders(ctx, dialog.id, message) : null;
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

async function visibleReaders(
  ctx: ReadContext,
  dialog: number,
  message: { id: number; author_id: number },
): Promise<number[]> {
  const readers = await listReaders(ctx.db, dialog, message);
  const blocked = await findBlockedPeople(ctx, readers);
  return readers.filter((reader) => !blocked.has(reader));
}
