import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { cachedQuery } from '../../database/caching/query-cache';
import { prepared } from '../../database/prepared';
import { unmutedAt } from './muting-queries';

const pinnedDialogs = prepared((db, argument: { person: number }) =>
  db
    .selectFrom('member')
    .select(['dialog_id', 'pinned_at'])
    .where('person_id', '=', argument.person)
    .where('pinned_at', '>', 0),
);

const archivedBy = prepared((db, { dialog }: { dialog: number }) => {
  // Without the hint SQLite would read all members of the dialog.
  const query = sql<{ person_id: number; unmuted_at: number }>`
    SELECT person_id, ${unmutedAt} AS unmuted_at FROM member INDEXED BY member_archived
    WHERE dialog_id = ${dialog} AND archived = 1`;
  return { compile: () => query.compile(db) };
});

const findArchivedBy = cachedQuery(
  (db, dialog: number) => archivedBy(db, { dialog }),
  (dialog) => dialog,
  {
    columns: { member: ['dialog_id', 'person_id', 'archived', 'muted', 'muted_until'] },
    limit: 10_000,
  },
);

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
export async function listArchivedBy(
  db: Db,
  { dialog, author, now }: { dialog: number; author: number; now: number },
): Promise<number[]> {
  const members = await findArchivedBy(db, dialog);
  return members
    .filter((member) => member.person_id !== author && member.unmuted_at <= now)
    .map(({ person_id }) => person_id);
}
