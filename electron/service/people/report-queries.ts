import { sql, type Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Whether someone already has an open report on the same item. */
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

/** Whether someone has the maximum number of open reports. */
export async function hasMaxOpenReports(db: Db, by: number, limit: number): Promise<boolean> {
  const rows = await db
    .selectFrom('report')
    .select('person_id')
    .where('by_id', '=', by)
    .where('open', '=', 1)
    .limit(limit)
    .execute();
  return rows.length >= limit;
}

/** Stores a report. */
export async function insertReport(db: Db, row: Insertable<Schema['report']>): Promise<void> {
  await db.insertInto('report').values(row).execute();
}

/** Returns a dialog's name and description, to quote in a report. */
export function findDialogText(db: Db, dialog: number) {
  return db
    .selectFrom('dialog')
    .select(['name', 'description'])
    .where('id', '=', dialog)
    .executeTakeFirstOrThrow();
}

/** Returns the owner of a stored item and its text, to quote in a report. */
export function findItemText(db: Db, id: number) {
  return db
    .selectFrom('content')
    .leftJoin('photo', 'photo.id', 'content.id')
    .leftJoin('file', 'file.id', 'content.id')
    .leftJoin('track', 'track.id', 'content.id')
    .leftJoin('video', 'video.id', 'content.id')
    .select('content.person_id')
    .select(
      sql<string>`coalesce(photo.caption, file.name, track.author || ${sql.lit('\n')} || track.name,
        video.name || ${sql.lit('\n')} || video.description)`.as('words'),
    )
    .where('content.id', '=', id)
    .executeTakeFirstOrThrow();
}
