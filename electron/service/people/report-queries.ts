import { sql, type Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Whether a person has a report of theirs open on the same thing. */
export async function hasOpenReport(
  db: Db,
  of: { by: number; person: number; type: string; item: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('report')
    .select('id')
    .where('by_id', '=', of.by)
    .where('person_id', '=', of.person)
    .where('item_type', '=', of.type)
    .where('item_id', '=', of.item)
    .where('open', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person has as many open reports as they may. */
export async function areOpenReportsMany(db: Db, by: number, most: number): Promise<boolean> {
  const rows = await db
    .selectFrom('report')
    .select('person_id')
    .where('by_id', '=', by)
    .where('open', '=', 1)
    .limit(most)
    .execute();
  return rows.length >= most;
}

/** Stores a report. */
export async function insertReport(db: Db, row: Insertable<Schema['report']>): Promise<void> {
  await db.insertInto('report').values(row).execute();
}

/** What a dialog says of itself, for a report. */
export function findDialogWords(db: Db, dialog: number) {
  return db
    .selectFrom('dialog')
    .select(['name', 'description'])
    .where('id', '=', dialog)
    .executeTakeFirstOrThrow();
}

/** Whose a stored thing is, and what it says of itself, for a report. */
export function findStoredWords(db: Db, id: number) {
  return db
    .selectFrom('content')
    .leftJoin('photo', 'photo.id', 'content.id')
    .leftJoin('file', 'file.id', 'content.id')
    .leftJoin('track', 'track.id', 'content.id')
    .leftJoin('video', 'video.id', 'content.id')
    .select('content.person_id')
    .select(
      sql<string>`coalesce(photo.caption, file.name, track.author || char(10) || track.name,
        video.name || char(10) || video.description)`.as('words'),
    )
    .where('content.id', '=', id)
    .executeTakeFirstOrThrow();
}
