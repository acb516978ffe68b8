import type { Parsed } from '../../../shared/contract';
import type { AccountImport } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { countImport } from '../account/attempts';
import { ExportArchive } from './archive';
import { findImport, replaceImport, updateImport, type ImportRow } from './queries';

/**
 * Begins to import an uploaded export into the caller's account. Throws `invalid_type` if the upload is none, and
 * `conflict` while another import runs.
 */
export async function importAccount(
  preparation: ReadContext,
  input: Parsed<'account.import'>,
  onRollback: (undo: () => void) => void,
) {
  const { id: person } = requirePerson(preparation);
  const received = preparation.uploads.find(person, 'file', input.file);
  countImport(preparation, person);
  await requireNoneRunning(preparation, person);
  const archive = await ExportArchive.open(received.path);
  const total = archive.size;
  archive.close();
  const file = await preparation.imports.adopt(received);
  onRollback(() => preparation.imports.discard(file));
  return async (ctx: Context): Promise<AccountImport> => {
    await requireNoneRunning(ctx, person);
    const row = {
      person_id: person,
      id: ctx.newId(),
      status: 'running',
      failure: '',
      file,
      done: 0,
      total,
      items: '[]',
      skipped: '[]',
      created_at: ctx.now(),
    } as const;
    await replaceImport(ctx.db, row);
    ctx.afterCommit(() => ctx.imports.start(row));
    return recordOf(ctx, row);
  };
}

/** Returns the progress or the result of the caller's latest import. */
export async function readImport(ctx: ReadContext): Promise<AccountImport> {
  const row = await findImport(ctx.db, requirePerson(ctx).id);
  return row ? recordOf(ctx, row) : NONE;
}

/** Stops the caller's running import, if there is one. */
export async function cancelImport(ctx: Context): Promise<AccountImport> {
  const { id: person } = requirePerson(ctx);
  const row = await findImport(ctx.db, person);
  if (row?.status !== 'running') return readImport(ctx);
  const { Items, Skipped, Done } = recordOf(ctx, row);
  await updateImport(ctx.db, row, {
    status: 'cancelled',
    items: JSON.stringify(Items),
    skipped: JSON.stringify(Skipped),
    done: Done,
  });
  ctx.afterCommit(() => ctx.imports.cancel(person));
  return readImport(ctx);
}

const NONE: AccountImport = {
  ID: 0,
  Status: 'none',
  Failure: '',
  Done: 0,
  Total: 0,
  Items: [],
  Skipped: [],
  Timestamp: 0,
};

async function requireNoneRunning(ctx: ReadContext, person: number): Promise<void> {
  if ((await findImport(ctx.db, person))?.status === 'running') throw new AppError('conflict', RUNNING);
}

function recordOf(ctx: ReadContext, row: ImportRow): AccountImport {
  const progress = row.status === 'running' ? ctx.imports.progress(row.person_id) : null;
  return {
    ID: row.id,
    Status: row.status,
    Failure: row.failure,
    Done: row.done,
    Total: row.total,
    Items: JSON.parse(row.items) as AccountImport['Items'],
    Skipped: JSON.parse(row.skipped) as AccountImport['Skipped'],
    ...progress,
    Timestamp: row.created_at,
  };
}

const RUNNING = 'An import is already running. Wait until it’s done, or stop it.';
