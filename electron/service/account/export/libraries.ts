import { setImmediate as pause } from 'node:timers/promises';
import { LIMITS } from '../../../../shared/limits';
import { requirePerson } from '../../access/access';
import { findContent } from '../../content/content-queries';
import type { ReadContext } from '../../context';
import { filesOf } from '../../files/records';
import { photosOf } from '../../photos/records';
import { tracksOf } from '../../music/track-records';
import { videosOf } from '../../videos/records';
import type { ContentKind } from '../../../database/schema';
import { contentPath, linkTo, type LibraryItem } from './content-paths';
import { jsonArray } from './json';
import { FOLDERS, listPath } from './layout';
import type { ExportLocale } from './export-locale';
import { emptyLine, listOf, pageOf } from './page';
import { findOriginalTimes, findPrivateItems, listStoredItems } from './queries';
import { originalOf } from './sections';
import type { ZipEntry } from '../../../content/zip';

/** A record, with what it doesn't say. */
type ExportedItem = LibraryItem & { Private?: boolean; Original?: number };

/** One kind of content the caller stored. */
interface Library {
  /** The name of its files, and of the folder of its content. */
  name: string;
  kind: ContentKind;
  records: (ctx: ReadContext, ids: readonly number[]) => Promise<Map<number, LibraryItem>>;
}

const BATCH_SIZE = LIMITS.pageMax;

/** Everything the caller stored, by kind. */
export const libraries: readonly Library[] = [
  { name: FOLDERS.file, kind: 'file', records: filesOf },
  { name: FOLDERS.photo, kind: 'photo', records: photosOf },
  { name: FOLDERS.track, kind: 'track', records: tracksOf },
  { name: FOLDERS.video, kind: 'video', records: videosOf },
];

/** Generates the files of a library: metadata, an HTML index, and the stored content. */
export async function* libraryFiles(
  ctx: ReadContext,
  locale: ExportLocale,
  library: Library,
): AsyncGenerator<ZipEntry> {
  const { name, kind } = library;
  const title = locale.texts.libraries[kind];
  yield { path: listPath(name), content: jsonArray(inBatches(ctx, library)) };
  yield { path: `${name}.html`, content: pageOf(locale, { title }, linksOf(ctx, locale, library)) };
  for await (const batch of inBatches(ctx, library)) {
    for (const item of batch) {
      const found = await findContent(ctx.db, kind, item.ID);
      if (!found) continue;
      yield {
        path: contentPath(kind, item),
        content: readBytes(ctx, found.hash),
        isStored: true,
      };
    }
  }
}

async function* inBatches(ctx: ReadContext, { kind, records }: Library): AsyncGenerator<ExportedItem[]> {
  const { id: person } = requirePerson(ctx);
  for (let after = 0; ;) {
    const ids = await listStoredItems(ctx.db, { kind, person, after, limit: BATCH_SIZE });
    const stored = await records(ctx, ids);
    const original = await findOriginalTimes(ctx.db, ids);
    const hidden = kind === 'photo' || kind === 'track' ? await findPrivateItems(ctx.db, kind, ids) : null;
    yield ids.flatMap((id) => {
      const record = stored.get(id);
      if (!record) return [];
      return [{ ...record, ...(hidden && { Private: hidden.has(id) }), ...originalOf(original, id) }];
    });
    if (ids.length < BATCH_SIZE) return;
    after = ids.at(-1) ?? after;
    await pause();
  }
}

async function* linksOf(ctx: ReadContext, locale: ExportLocale, library: Library): AsyncGenerator<string> {
  const { kind } = library;
  let isEmpty = true;
  for await (const batch of inBatches(ctx, library)) {
    isEmpty &&= batch.length === 0;
    yield listOf(
      batch.map((item) => ({
        to: linkTo(contentPath(kind, item)),
        text: nameOf(item, locale),
        note: [noteOf(item, locale), locale.timeOf(item.Timestamp)].filter(Boolean).join(', '),
        isPicture: kind === 'photo',
      })),
    );
  }
  if (isEmpty) yield emptyLine(locale);
}

function noteOf(item: LibraryItem, { texts }: ExportLocale): string {
  if ('Release' in item) return [item.Author, item.Release].filter(Boolean).join(', ');
  if ('Folder' in item) return `${item.Folder} ${texts.bytes(item.Size)}`.trim();
  return 'Description' in item ? item.Description : '';
}

function nameOf(item: LibraryItem, { alerts }: ExportLocale): string {
  return 'Name' in item ? item.Name : item.Caption || `${alerts.photo} ${item.ID}`;
}

/** Empty for content deleted since it was listed. */
async function* readBytes({ content }: ReadContext, hash: Buffer): AsyncGenerator<Uint8Array> {
  const size = await content.stored.recover(hash);
  if (size === null) return;
  try {
    yield* (await content.stored.read(hash, { size, start: 0, end: size - 1 })) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
