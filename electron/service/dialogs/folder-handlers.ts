import type { Parsed } from '../../../shared/contract';
import type { DialogFolder } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireOwnDialogs, requireOwnFolder } from '../access/dialog-folders';
import { requireMember } from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import {
  deleteFolder,
  findFolderItems,
  insertFolder,
  listFolders,
  replaceFolderItems,
  updateFolder,
} from './folder-queries';
import { findFolderRecord, foldersOf } from './folder-records';

type Names =
  | 'dialogs.folders'
  | 'dialogs.createFolder'
  | 'dialogs.updateFolder'
  | 'dialogs.putInFolder'
  | 'dialogs.takeFromFolder'
  | 'dialogs.orderFolders'
  | 'dialogs.removeFolder';

/** Handlers of folders, into which a person sorts their chats. */
export const folderHandlers = {
  'dialogs.folders': list,
  'dialogs.createFolder': create,
  'dialogs.updateFolder': update,
  'dialogs.putInFolder': putInFolder,
  'dialogs.takeFromFolder': takeFromFolder,
  'dialogs.orderFolders': order,
  'dialogs.removeFolder': remove,
} satisfies Pick<Handlers, Names>;

async function list(ctx: ReadContext): Promise<DialogFolder[]> {
  const { id } = requirePerson(ctx);
  return foldersOf(ctx, await listFolders(ctx.db, id));
}

async function create(ctx: Context, input: Parsed<'dialogs.createFolder'>): Promise<DialogFolder> {
  await requireOwnDialogs(ctx, input.dialogs);
  const { id: person } = requirePerson(ctx);
  const folders = await listFolders(ctx.db, person);
  if (folders.length >= LIMITS.foldersEach) {
    throw new AppError('conflict', `You can have at most ${LIMITS.foldersEach} folders.`);
  }
  const id = ctx.newId();
  await insertFolder(ctx.db, {
    id,
    person_id: person,
    position: (folders.at(-1)?.position ?? -1) + 1,
    name: input.name,
    types: JSON.stringify(sortedTypes(input.types)),
  });
  await replaceFolderItems(ctx.db, { folder: id, person }, input.dialogs);
  emitFolder(ctx, id);
  return folderRecord(ctx, id);
}

async function update(ctx: Context, input: Parsed<'dialogs.updateFolder'>): Promise<DialogFolder> {
  const { id, person_id: person } = await requireOwnFolder(ctx, input.folder_id);
  const { name, types, dialogs } = input;
  if (dialogs) {
    await requireOwnDialogs(ctx, dialogs);
    await replaceFolderItems(ctx.db, { folder: id, person }, dialogs);
  }
  const change = {
    ...(name !== undefined && { name }),
    ...(types && { types: JSON.stringify(sortedTypes(types)) }),
  };
  if (Object.keys(change).length > 0) await updateFolder(ctx.db, id, change);
  if (dialogs || Object.keys(change).length > 0) emitFolder(ctx, id);
  return folderRecord(ctx, id);
}

async function putInFolder(ctx: Context, input: Parsed<'dialogs.putInFolder'>): Promise<{ ok: true }> {
  const folder = await requireOwnFolder(ctx, input.folder_id);
  const { id: dialog } = await requireMember(ctx, input.dialog_id);
  const dialogs = await dialogsIn(ctx, folder.id);
  if (dialogs.includes(dialog)) return { ok: true };
  if (dialogs.length >= LIMITS.folderDialogs) {
    throw new AppError('conflict', `A folder can have at most ${LIMITS.folderDialogs} chats.`);
  }
  await replaceFolderItems(ctx.db, { folder: folder.id, person: folder.person_id }, [...dialogs, dialog]);
  emitFolder(ctx, folder.id);
  return { ok: true };
}

async function takeFromFolder(ctx: Context, input: Parsed<'dialogs.takeFromFolder'>): Promise<{ ok: true }> {
  const { id, person_id: person } = await requireOwnFolder(ctx, input.folder_id);
  const dialogs = await dialogsIn(ctx, id);
  const remaining = dialogs.filter((dialog) => dialog !== input.dialog_id);
  if (remaining.length === dialogs.length) return { ok: true };
  await replaceFolderItems(ctx.db, { folder: id, person }, remaining);
  emitFolder(ctx, id);
  return { ok: true };
}

async function order(ctx: Context, input: Parsed<'dialogs.orderFolders'>): Promise<{ ok: true }> {
  const folders = await listFolders(ctx.db, requirePerson(ctx).id);
  const placeOf = ({ id }: { id: number }) => {
    const place = input.folders.indexOf(id);
    return place < 0 ? folders.length : place;
  };
  const ordered = [...folders].sort((one, other) => placeOf(one) - placeOf(other));
  for (const [position, folder] of ordered.entries()) {
    if (folder.position === position) continue;
    await updateFolder(ctx.db, folder.id, { position });
    emitFolder(ctx, folder.id);
  }
  return { ok: true };
}

async function remove(ctx: Context, input: Parsed<'dialogs.removeFolder'>): Promise<{ ok: true }> {
  const { id } = await requireOwnFolder(ctx, input.folder_id);
  await deleteFolder(ctx.db, id);
  emitFolder(ctx, id);
  return { ok: true };
}

async function dialogsIn(ctx: ReadContext, folder: number): Promise<number[]> {
  return (await findFolderItems(ctx.db, [folder])).map((item) => item.dialog_id);
}

async function folderRecord(ctx: ReadContext, id: number): Promise<DialogFolder> {
  const record = await findFolderRecord(ctx, id);
  if (!record) throw new AppError('not_found');
  return record;
}

/** Folders belong to one person: only their devices get events. */
function emitFolder(ctx: Context, id: number): void {
  ctx.emit({
    type: 'dialog_folder',
    scope: { kind: 'person', id: requirePerson(ctx).id },
    ref: { kind: 'dialog_folder', id },
  });
}

function sortedTypes(types: DialogFolder['Types']): DialogFolder['Types'] {
  return [...new Set(types)].sort();
}
