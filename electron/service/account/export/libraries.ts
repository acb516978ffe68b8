import { createReadStream } from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';
import type { File, Photo, Track, Video } from '../../../../shared/contract/records';
import { safeFileName } from '../../../../shared/file-names';
import { LIMITS } from '../../../../shared/limits';
import { requirePerson } from '../../access/access';
import { findContent } from '../../content/content-queries';
import type { ReadContext } from '../../context';
import { listFileIds } from '../../files/queries';
import { listTrackIds } from '../../music/track-queries';
import { listPhotoIds } from '../../photos/queries';
import { filesOf } from '../../files/records';
import { photosOf } from '../../photos/records';
import { tracksOf } from '../../music/track-records';
import { videosOf } from '../../videos/records';
import { listVideoIds } from '../../videos/queries';
import { jsonArray } from './json';
import { listOfLinks, pageOf, timeOf } from './page';
import type { ZipEntry } from '../../../content/zip';

type LibraryItem = File | Photo | Track | Video;

/** One kind of content the caller stored. */
interface Library {
  /** The name of its files, and of the folder of its content. */
  name: string;
  title: string;
  kind: 'file' | 'photo' | 'track' | 'video';
  list: (ctx: ReadContext, page: { person: number; limit: number; offset: number }) => Promise<number[]>;
  records: (ctx: ReadContext, ids: readonly number[]) => Promise<Map<number, LibraryItem>>;
}

const BATCH_SIZE = LIMITS.pageMax;
const ALL_FILES = { folder: undefined, query: undefined, kind: 'all', sort: 'oldest' } as const;

/** Everything the caller stored, by kind. */
export const libraries: readonly Library[] = [
  {
    name: 'files',
    title: 'Files',
    kind: 'file',
    list: (ctx, page) => listFileIds(ctx.db, { ...ALL_FILES, ...page }),
    records: filesOf,
  },
  {
    name: 'photos',
    title: 'Photos',
    kind: 'photo',
    list: (ctx, page) => listPhotoIds(ctx.db, { mode: 'all', ...page }),
    records: photosOf,
  },
  {
    name: 'tracks',
    title: 'Music',
    kind: 'track',
    list: (ctx, page) => listTrackIds(ctx.db, { isPublic: false, ...page }),
    records: tracksOf,
  },
  {
    name: 'videos',
    title: 'Videos',
    kind: 'video',
    list: (ctx, page) => listVideoIds(ctx.db, page),
    records: videosOf,
  },
];

/** Generates the files of a library: metadata, an HTML index, and the stored content. */
export async function* libraryFiles(ctx: ReadContext, library: Library): AsyncGenerator<ZipEntry> {
  const { name, title, kind } = library;
  yield { path: `data/${name}.json`, content: jsonArray(inBatches(ctx, library)) };
  yield { path: `${name}.html`, content: pageOf({ title }, linksOf(ctx, library)) };
  for await (const batch of inBatches(ctx, library)) {
    for (const item of batch) {
      const found = await findContent(ctx.db, kind, item.ID);
      if (!found) continue;
      yield {
        path: pathOf(library, item),
        content: readBytes(ctx.content.recover(found.hash)),
        isStored: true,
      };
    }
  }
}

async function* inBatches(ctx: ReadContext, { list, records }: Library): AsyncGenerator<LibraryItem[]> {
  const { id: person } = requirePerson(ctx);
  // Items added during the export shift the offsets.
  const exported = new Set<number>();
  for (let offset = 0; ; offset += BATCH_SIZE) {
    const ids = await list(ctx, { person, limit: BATCH_SIZE, offset });
    const newIds = ids.filter((id) => !exported.has(id));
    for (const id of newIds) exported.add(id);
    const stored = await records(ctx, newIds);
    yield newIds.flatMap((id) => stored.get(id) ?? []);
    if (ids.length < BATCH_SIZE) return;
    await pause();
  }
}

async function* linksOf(ctx: ReadContext, library: Library): AsyncGenerator<string> {
  for await (const batch of inBatches(ctx, library)) {
    yield listOfLinks(
      batch.map((item) => ({
        to: pathOf(library, item).split('/').map(encodeURIComponent).join('/'),
        text: nameOf(item),
        note: [noteOf(item), timeOf(item.Timestamp)].filter(Boolean).join(', '),
      })),
    );
  }
}

function noteOf(item: LibraryItem): string {
  if ('Release' in item) return [item.Author, item.Release].filter(Boolean).join(', ');
  if ('Folder' in item) return `${item.Folder} ${item.Size} bytes`.trim();
  return 'Description' in item ? item.Description : '';
}

function nameOf(item: LibraryItem): string {
  return 'Name' in item ? item.Name : item.Caption || `Photo ${item.ID}`;
}

/**
 * The path of an item in the zip. The ID makes the file name unique; characters that some systems can't write are
 * removed. At most 255 bytes of UTF-8, which every file system and unzip accepts.
 */
function pathOf({ name: folder }: Library, item: LibraryItem): string {
  const [address = ''] = item.Url.split('?', 1);
  const name = 'Folder' in item ? item.Name : decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
  const start = `${folder}/${item.ID}-`;
  return start + safeFileName(name, LIMITS.fileName - start.length);
}

/** Empty for content deleted since it was listed. */
async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
