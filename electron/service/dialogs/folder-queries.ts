import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared, preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

/** A row of the table of folders. */
export type FolderRow = Selectable<Schema['dialog_folder']>;

const foldersOf = prepared((db, argument: { person: number }) =>
  db.selectFrom('dialog_folder').selectAll().where('person_id', '=', argument.person),
);

const folder = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('dialog_folder').selectAll().where('id', '=', argument.id),
);

const items = prepared((db, argument: { folders: string }) =>
  db
    .selectFrom('dialog_folder_item')
    .select(['folder_id', 'dialog_id'])
    .where('folder_id', 'in', listOf(argument.folders))
    .orderBy('folder_id')
    .orderBy('dialog_id'),
);

/** Returns a person's folders in order. */
export async function listFolders(db: Db, person: number): Promise<FolderRow[]> {
  const rows = await foldersOf(db, { person });
  return rows.sort((one, other) => one.position - other.position || one.id - other.id);
}

/** Returns a folder of anyone. */
export function findFolder(db: Db, id: number): Promise<FolderRow | undefined> {
  return folder(db, { id });
}

/** Returns the dialogs that were put into some folders. */
export function findFolderItems(db: Db, folders: readonly number[]) {
  return items(db, { folders: JSON.stringify(folders) });
}

export async function insertFolder(db: Db, row: Insertable<Schema['dialog_folder']>): Promise<void> {
  await db.insertInto('dialog_folder').values(row).execute();
}

export async function updateFolder(
  db: Db,
  id: number,
  change: { name?: string; types?: string; position?: number },
): Promise<void> {
  await db.updateTable('dialog_folder').set(change).where('id', '=', id).execute();
}

/** Replaces the dialogs in a folder. */
export async function replaceFolderItems(
  db: Db,
  owner: { folder: number; person: number },
  dialogs: readonly number[],
): Promise<void> {
  const { folder: folder_id, person: person_id } = owner;
  await db.deleteFrom('dialog_folder_item').where('folder_id', '=', folder_id).execute();
  if (dialogs.length === 0) return;
  const rows = dialogs.map((dialog_id) => ({ folder_id, person_id, dialog_id }));
  await db.insertInto('dialog_folder_item').values(rows).execute();
}

/** Deletes a folder with the list of its dialogs. */
export async function deleteFolder(db: Db, id: number): Promise<void> {
  await db.deleteFrom('dialog_folder_item').where('folder_id', '=', id).execute();
  await db.deleteFrom('dialog_folder').where('id', '=', id).execute();
}

/** Takes a dialog out of the folders of a person who left it, or of everyone. */
export async function deleteFolderItemsOf(db: Db, dialog: number, person?: number): Promise<void> {
  const query = db.deleteFrom('dialog_folder_item').where('dialog_id', '=', dialog);
  await (person === undefined ? query : query.where('person_id', '=', person)).execute();
}

/** Deletes all folders of a person. */
export async function deleteFoldersOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('dialog_folder_item').where('person_id', '=', person).execute();
  await db.deleteFrom('dialog_folder').where('person_id', '=', person).execute();
}
