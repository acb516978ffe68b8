import type { z } from 'zod';
import type { ReceivedFile } from '../../content/store';
import type { ContentKind } from '../../database/schema';
import type { Context, ReadContext } from '../context';
import { prepareFile } from '../files/storing';
import { prepareTrack } from '../music/upload';
import { preparePhoto } from '../photos/storing';
import { remainingQuota, sizeLimitOf } from '../uploads/quota';
import { prepareVideo } from '../videos/storing';
import { FOLDERS } from '../account/export/layout';
import { NotImported, type ImportRun } from './import-run';
import { exportedFile, exportedPhoto, exportedTrack, exportedVideo } from './records';

type Prepared = Promise<(ctx: Context) => Promise<number>>;
interface Dated {
  ID: number;
  Timestamp: number;
  Original?: number | undefined;
}

/** Imports files, photos, tracks and videos. What they are is found out from their bytes, as with every upload. */
export async function importContents(run: ImportRun): Promise<void> {
  await importKind(run, 'file', exportedFile, async (ctx, received, { Name, Folder, Voice }) =>
    prepareFile(ctx, received, {
      name: Name,
      folder: Folder,
      voice: Voice && {
        waveform: Voice.Waveform.map((level) => level.toString(32)).join(''),
        gain: Voice.Gain,
      },
    }),
  );
  await importKind(run, 'photo', exportedPhoto, async (ctx, received, { Caption, Private }) => {
    const fields = { caption: Caption, mode: Private ? ('private' as const) : ('public' as const) };
    return preparePhoto(ctx, received, fields, { keepsBare: true });
  });
  await importKind(run, 'track', exportedTrack, async (ctx, received, record) =>
    prepareTrack(ctx, received, {
      mode: record.Private ? 'private' : 'public',
      name: record.Name,
      author: record.Author,
      release: record.Release,
      genre: record.Genre,
      text: record.Text,
      explicit: record.Explicit === 1,
      cover: await run.idOf('photo', record.Cover),
    }),
  );
  await importKind(run, 'video', exportedVideo, async (ctx, received, { Name, Description, Preview }) =>
    prepareVideo(ctx, received, {
      name: Name,
      description: Description,
      preview: await run.idOf('photo', Preview),
    }),
  );
}

async function importKind<T extends z.ZodType<Dated>>(
  run: ImportRun,
  kind: ContentKind,
  schema: T,
  prepare: (ctx: ReadContext, received: ReceivedFile, record: z.output<T>) => Prepared,
): Promise<void> {
  await run.each(FOLDERS[kind], kind, schema, async (record) => {
    const { ID } = record;
    let received: ReceivedFile | undefined;
    const ctx = await run.context();
    try {
      await run.add(kind, record, async () => {
        received = await receive(run, ctx, kind, ID);
        return prepare(ctx, received, record);
      });
    } finally {
      if (received) await ctx.content.discard(received);
      run.done += run.archive.contentSize(kind, ID) ?? 0;
    }
  });
}

/** Unpacks the bytes of an item into a temporary file, unless a limit forbids it. */
async function receive(
  run: ImportRun,
  ctx: ReadContext,
  kind: ContentKind,
  id: number,
): Promise<ReceivedFile> {
  const size = run.archive.contentSize(kind, id);
  if (size === undefined) throw new NotImported('missing');
  if (size > sizeLimitOf(ctx.settings, kind)) throw new NotImported('too_large');
  run.readBytes += size;
  // Entries of a zip may overlap: without a bound, a small zip could make the host read for days.
  if (run.readBytes > ctx.settings.quota || size > (await remainingQuota(ctx, run.person)))
    throw new NotImported('quota');
  return ctx.content.receive(await run.archive.content(kind, id), size);
}
