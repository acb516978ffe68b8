import type { Output, Parsed } from '../../../shared/contract';
import type { File } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requireOwnFile, requirePerson, requireVisibleFile } from '../access/access';
import { deleteContent, findStorageUse } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { emitLibraryChange } from '../events/library-events';
import { emitSharedItemChange } from '../events/shared-item-events';
import { findHeard, findVoice, insertHeard } from './heard-queries';
import { filesOf } from './records';
import { indexItem } from '../search/item-queries';
import { findUnusedUploads } from '../uploads/resumable-queries';
import { defaultName, prepareFile } from './storing';
import { listFileIds, listFolders, updateFile } from './queries';

type Names =
  | 'files.upload'
  | 'files.list'
  | 'files.folders'
  | 'files.storage'
  | 'files.get'
  | 'files.update'
  | 'files.remove'
  | 'files.markHeard';

/** Handlers of a person’s uploaded files and folders. */
export const fileHandlers = {
  'files.upload': { prepare: upload },
  'files.list': list,
  'files.folders': folders,
  'files.storage': storage,
  'files.get': get,
  'files.update': update,
  'files.remove': remove,
  'files.markHeard': markHeard,
} satisfies Pick<Handlers, Names>;

async function upload(preparation: ReadContext, input: Parsed<'files.upload'>) {
  const { id: person } = requirePerson(preparation);
  const { filename: name = '', folder = '', waveform, gain } = input;
  const received = preparation.uploads.find(person, 'file', input.file);
  const voice = waveform === undefined ? undefined : { waveform, gain };
  const add = await prepareFile(preparation, received, { name, folder, voice });
  return async (ctx: Context): Promise<File> => fileRecord(ctx, await add(ctx));
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

async function storage(ctx: ReadContext): Promise<Output<'files.storage'>> {
  const { id } = requirePerson(ctx);
  const stored = await findStorageUse(ctx.db, id);
  const unused = await findUnusedUploads(ctx.db, id, ctx.now());
  return {
    Used: { Items: stored.items, Size: stored.bytes },
    Reserved: { Items: unused.items, Size: unused.bytes },
    Limit: { Items: ctx.settings.quotaItems, Size: ctx.settings.quota },
  };
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
    if (name !== undefined) {
      ctx.beforeCommit(() => indexItem(ctx.db, 'file', id));
      await emitSharedItemChange(ctx, 'file', id);
    }
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

/** Tells the owner at the first time only, and the caller's own devices. */
async function markHeard(ctx: Context, input: Parsed<'files.markHeard'>): Promise<{ ok: true }> {
  const id = input.file_id;
  await requireVisibleFile(ctx, id);
  const { id: person } = requirePerson(ctx);
  const voice = await findVoice(ctx.db, id);
  if (!voice) throw new AppError('conflict', 'This file isn’t a voice message.');
  const isKnown = voice.person_id === person || (await findHeard(ctx.db, person, [id])).has(id);
  if (isKnown) return { ok: true };
  await insertHeard(ctx.db, person, id);
  emitLibraryChange(ctx, 'file', id);
  if (voice.voice_heard === 0) emitLibraryChange(ctx, 'file', id, voice.person_id);
  return { ok: true };
}

async function fileRecord(ctx: ReadContext, id: number): Promise<File> {
  const file = (await filesOf(ctx, [id], { withShared: true })).get(id);
  if (!file) throw new AppError('not_found');
  return file;
}
