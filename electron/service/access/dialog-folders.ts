import { AppError } from '../../../shared/errors';
import type { ReadContext } from '../context';
import { findFolder, type FolderRow } from '../dialogs/folder-queries';
import { listDialogIds } from '../dialogs/queries';
import { requirePerson } from './access';

/** Access control of folders of dialogs: only their owner knows of them. */

/** Returns a folder of the caller. */
export async function requireOwnFolder(ctx: ReadContext, id: number): Promise<FolderRow> {
  const row = await findFolder(ctx.db, id);
  if (row?.person_id !== requirePerson(ctx).id) throw new AppError('not_found');
  return row;
}

/** Throws `not_found` unless the caller is a member of all these dialogs. */
export async function requireOwnDialogs(ctx: ReadContext, dialogs: readonly number[]): Promise<void> {
  if (dialogs.length === 0) return;
  const own = new Set(await listDialogIds(ctx.db, requirePerson(ctx).id));
  if (!dialogs.every((dialog) => own.has(dialog))) throw new AppError('not_found');
}
