import { randomBytes } from 'node:crypto';
import type { Output, Parsed } from '../../../shared/contract';
import type { File } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { mediaTypeOf } from '../../content/media-type';
import { requireOwnFile, requirePerson, requireVisibleFile } from '../access/access';
import { deleteContent, insertContent } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { emitLibraryChange } from '../events/library-events';
import { emitSharedItemChange } from '../events/shared-item-events';
import { filesOf } from './records';
import { indexItem } from '../search/item-queries';
import { requireQuota } from '../uploads/quota';
import { insertFile, listFileIds, listFolders, updateFile } from './queries';

type Names = 'files.upload' | 'files.list' | 'files.folders' | 'files.get' | 'files.update' | 'files.remove';

export const fileHandlers = {
  'files.upload': { prepare: upload },
  'files.list': list,
  'files.folders': folders,
  'files.get': get,
  'files.update': update,
  'files.remove': remove,
} satisfies Pick<Handlers, Names>;

async function upload(preparation: ReadContext, input: Parsed<'files.upload'>) {
  const { id: person } = requirePerson(preparation);
  const bytes = preparation.uploads.find(person, 'file', input.file);
  const type = await mediaTypeOf(bytes.path);
  await preparation.content.commit(bytes);
  const { hash, size } = bytes;
  return async (ctx: Context): Promise<File> => {
    await requireQuota(ctx, person, size);
    const id = ctx.newId();
    await insertContent(ctx.db, { id, kind: 'file', person, hash, size, type, now: ctx.now() });
    const code = randomBytes(16).toString('base64url');
    const { filename, folder = '' } = input;
    const name = filename || defaultName(id);
    await insertFile(ctx.db, { id, person, code, name, folder });
    ctx.beforeCommit(() => indexItem(ctx.db, 'file', id));
    emitLibraryChange(ctx, 'file', id);
    return fileRecord(ctx, id);
  };
}

async function list(ctx: ReadContext, input: Parsed<'files.list'>): Promise<File[]> {
  const { id: person } = requirePerson(ctx);
  const { folder, query, kind, sort, page, limit } = input;
  const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER);
  const ids = await listFileIds(ctx.db, { person, folder, query, kind, sort, limit, offset });
  const files = await filesOf(ctx, ids, { withShared: true });
  return ids.flatMap((id) => files.get(id) ?? []);
}

async function folders(ctx: ReadContext): Promise<Output<'files.folders'>> {
  const { id } = requirePerson(ctx);
  const rows = await listFolders(ctx.db, id);
  return rows.map((row) => ({ Path: row.folder, Files: row.files, Size: row.size }));
}

async function get(ctx: ReadContext, input: Parsed<'files.get'>): Promise<File> {
  await requireVisibleFile(ctx, input.file_id);
  return fileRecord(ctx, input.file_id);
}

async function update(ctx: Context, input: Parsed<'files.update'>): Promise<File> {
  await requireOwnFile(ctx, input.file_id);
  const { file_id: id, name, folder } = input;
  if (name !== undefined || folder !== undefined) {
    await updateFile(ctx.db, id, { name: name === '' ? defaultName(id) : name, folder });
    if (name !== undefined) ctx.beforeCommit(() => indexItem(ctx.db, 'file', id));
    emitLibraryChange(ctx, 'file', id);
  }
  return fileRecord(ctx, id);
}

async function remove(ctx: Context, input: Parsed<'files.remove'>): Promise<{ ok: true }> {
  await requireOwnFile(ctx, input.file_id);
  await deleteContent(ctx.db, input.file_id);
  await emitSharedItemChange(ctx, 'file', input.file_id);
  emitLibraryChange(ctx, 'file', input.file_id);
  return { ok: true };
}

function defaultName(id: number): string {
  return `file-${id}`;
}

async function fileRecord(ctx: ReadContext, id: number): Promise<File> {
  const file = (await filesOf(ctx, [id], { withShared: true })).get(id);
  if (!file) throw new AppError('not_found');
  return file;
}
