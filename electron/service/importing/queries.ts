import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import type { ImportedKind, Schema } from '../../database/schema';

/** The row of a person's latest import. */
export type ImportRow = Selectable<Schema['account_import']>;

/** An item of an export of a person. */
export interface SourceItem {
  person: number;
  source: string;
  kind: ImportedKind;
  id: number;
}

const imported = preparedOne((db, argument: { person: number; source: string; kind: string; id: number }) =>
  db
    .selectFrom('imported')
    .select(['item_id', 'import_id'])
    .where('person_id', '=', argument.person)
    .where('source', '=', argument.source)
    .where('kind', '=', argument.kind as ImportedKind)
    .where('source_id', '=', argument.id),
);

/** Returns a person's latest import. */
export function findImport(db: Db, person: number): Promise<ImportRow | undefined> {
  return db.selectFrom('account_import').selectAll().where('person_id', '=', person).executeTakeFirst();
}

/** Returns all imports that have not ended. */
export function listRunningImports(db: Db): Promise<ImportRow[]> {
  return db
    .selectFrom('account_import')
    .selectAll()
    .where('status', '=', sql.lit('running'))
    .where('person_id', '>', 0)
    .orderBy('person_id')
    .execute();
}

/** Stores a person's new import in place of the previous one. */
export async function replaceImport(db: Db, row: Insertable<Schema['account_import']>): Promise<void> {
  await db
    .insertInto('account_import')
    .values(row)
    .onConflict((conflict) =>
      // Columns that the row leaves out get their defaults again.
      conflict.column('person_id').doUpdateSet({ failure: '', done: 0, items: '[]', skipped: '[]', ...row }),
    )
    .execute();
}

/** Updates a running import. Returns false if it has ended, or the person has started another one. */
export async function updateImport(
  db: Db,
  { person_id, id }: Pick<ImportRow, 'person_id' | 'id'>,
  changes: Pick<Updateable<Schema['account_import']>, 'status' | 'failure' | 'done' | 'items' | 'skipped'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_import')
    .set(changes)
    .where('person_id', '=', person_id)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the item that was created from an item of an export, even if it was deleted since. */
export function findImported(db: Db, item: SourceItem) {
  return imported(db, { ...item });
}

/** Stores the item that was created from an item of an export, and replaces an earlier one that was deleted. */
export async function insertImported(db: Db, row: Insertable<Schema['imported']>): Promise<void> {
  await db
    .insertInto('imported')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'source', 'kind', 'source_id']).doUpdateSet(row))
    .execute();
}

/** Returns whether an item exists and belongs to a person. */
export async function isOwnItem(db: Db, kind: ImportedKind, id: number, person: number): Promise<boolean> {
  return (await ownItem(db, kind, id, person).executeTakeFirst()) !== undefined;
}

/** Deletes the records of a person's imports. */
export async function deleteImports(db: Db, person: number): Promise<void> {
  await db.deleteFrom('account_import').where('person_id', '=', person).execute();
  await db.deleteFrom('imported').where('person_id', '=', person).execute();
}

function ownItem(db: Db, kind: ImportedKind, id: number, person: number) {
  switch (kind) {
    case 'post':
    case 'comment':
      return db.selectFrom(kind).select('id').where('id', '=', id).where('author_id', '=', person);
    case 'playlist':
    case 'sticker_pack':
      return db.selectFrom(kind).select('id').where('id', '=', id).where('person_id', '=', person);
    case 'scheduled':
      return db
        .selectFrom('scheduled_item')
        .select('id')
        .where('id', '=', id)
        .where('person_id', '=', person);
    default:
      return db
        .selectFrom('content')
        .select('id')
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('person_id', '=', person);
  }
}
