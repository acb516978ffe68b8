import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import { isUnmuted } from './muting-queries';

const pinnedDialogs = prepared((db, argument: { person: number }) =>
  db
    .selectFrom('member')
    .select(['dialog_id', 'pinned_at'])
    .where('person_id', '=', argument.person)
    .where('pinned_at', '>', 0),
);

type NewMessage = { dialog: number; author: number; now: number };

const archivedBy = prepared((db, { dialog, author, now }: NewMessage) => {
  // Without the hint SQLite would read all members of the dialog.
  const query = sql<{ person_id: number }>`
    SELECT person_id FROM member INDEXED BY member_archived
    WHERE dialog_id = ${dialog} AND archived = 1 AND person_id <> ${author} AND ${isUnmuted(now)}`;
  return { compile: () => query.compile(db) };
});

/** Returns the dialogs that a person pinned, in order. */
export async function listPinnedDialogs(db: Db, person: number) {
  const rows = await pinnedDialogs(db, { person });
  return rows.sort((one, other) => other.pinned_at - one.pinned_at || other.dialog_id - one.dialog_id);
}

/** Returns the greatest order of a person's pinned dialogs; 0 without any. */
export async function findHighestPin(db: Db, person: number): Promise<number> {
  return (await listPinnedDialogs(db, person))[0]?.pinned_at ?? 0;
}

/** Returns who archived a dialog without muting it, except the author of a new message. */
export async function listArchivedBy(db: Db, message: NewMessage): Promise<number[]> {
  return (await archivedBy(db, message)).map((row) => row.person_id);
}
