import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

/** A row of the table of unsent messages. */
export type DraftRow = Selectable<Schema['draft']>;

const draftsOf = prepared((db, argument: { person: number }) =>
  db.selectFrom('draft').selectAll().where('person_id', '=', argument.person),
);

const draft = preparedOne((db, argument: { person: number; dialog: number }) =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('dialog_id', '=', argument.dialog),
);

/** Returns a person's drafts, one for each dialog. */
export function listDrafts(db: Db, person: number): Promise<DraftRow[]> {
  return draftsOf(db, { person });
}

/** Returns a person's draft in a dialog. */
export function findDraft(db: Db, person: number, dialog: number): Promise<DraftRow | undefined> {
  return draft(db, { person, dialog });
}

/** Stores a draft in place of the one in its dialog. */
export async function replaceDraft(db: Db, row: Insertable<Schema['draft']>): Promise<void> {
  const { text, reply_to, written_at } = row;
  await db
    .insertInto('draft')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'dialog_id']).doUpdateSet({ text, reply_to, written_at }),
    )
    .execute();
}

/** Deletes the drafts in a dialog, of one person or of everyone. */
export async function deleteDraftsIn(db: Db, dialog: number, person?: number): Promise<void> {
  const query = db.deleteFrom('draft').where('dialog_id', '=', dialog);
  await (person === undefined ? query : query.where('person_id', '=', person)).execute();
}

/** Deletes all drafts of a person. */
export async function deleteDraftsOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('draft').where('person_id', '=', person).execute();
}
