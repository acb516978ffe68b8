import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { counted, listOf, prepared } from '../../database/prepared';

/** Seconds; the number of messages in the last week is a dialog's `Fire`. */
export const WEEK = 7 * 24 * 3600;

const dialogRows = prepared((db, argument: { ids: string; viewer: number; weekAgo: number }) =>
  db
    .selectFrom('dialog')
    .leftJoin('member', (join) =>
      join.onRef('member.dialog_id', '=', 'dialog.id').on('member.person_id', '=', argument.viewer),
    )
    .selectAll('dialog')
    .select(['member.role', 'member.read_id', 'member.muted', 'member.muted_until', 'member.silenced_until'])
    .select(['member.pinned_at', 'member.archived'])
    .select((eb) => {
      // Replies in threads have marks of their own.
      const messages = eb
        .selectFrom('message')
        .select('message.id')
        .whereRef('message.dialog_id', '=', 'dialog.id')
        .where('message.type', '=', sql.lit('message'))
        .where('message.thread_id', '=', sql.lit(0));
      const unread = messages
        .whereRef('message.id', '>', 'member.read_id')
        .where('message.author_id', '<>', argument.viewer);
      const ofWeek = messages.where('message.id', '>=', argument.weekAgo);
      return [counted(unread).as('unread'), counted(ofWeek).as('fire')];
    })
    .where('dialog.id', 'in', listOf(argument.ids)),
);

/**
 * Returns dialogs with a viewer's membership and counts. `firstOfWeek` is the smallest message ID of the last seven
 * days.
 */
export function findDialogRows(db: Db, ids: readonly number[], viewer: number, firstOfWeek: number) {
  return dialogRows(db, { ids: JSON.stringify(ids), viewer, weekAgo: firstOfWeek });
}

export type DialogRow = Awaited<ReturnType<typeof findDialogRows>>[number];
