import type { DialogFolder } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findFolder, findFolderItems, type FolderRow } from './folder-queries';

/** Builds records of folders of the caller, in the order of the rows. */
export async function foldersOf(ctx: ReadContext, rows: readonly FolderRow[]): Promise<DialogFolder[]> {
  const items = await findFolderItems(
    ctx.db,
    rows.map((row) => row.id),
  );
  const dialogs = Map.groupBy(items, (item) => item.folder_id);
  return rows.map((row) => ({
    ID: row.id,
    Position: row.position,
    Name: row.name,
    Types: JSON.parse(row.types) as DialogFolder['Types'],
    Dialogs: (dialogs.get(row.id) ?? []).map((item) => item.dialog_id),
  }));
}

/** Returns the record of a folder if it is the caller's. */
export async function findFolderRecord(ctx: ReadContext, id: number): Promise<DialogFolder | null> {
  const row = await findFolder(ctx.db, id);
  if (row?.person_id !== requirePerson(ctx).id) return null;
  return (await foldersOf(ctx, [row]))[0] ?? null;
}
