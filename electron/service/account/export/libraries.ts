import { createReadStream } from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';
import type { File, Photo, Track, Video } from '../../../../shared/contract/records';
import { savedName } from '../../../../shared/file-names';
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
import { jsonOf } from './json';
import { listOfLinks, pageOf, timeOf } from './page';
import type { ZippedFile } from './zip';

type Stored = File | Photo | Track | Video;

/** Things of the caller's that are bytes. */
interface Library {
  /** The name of its files and of the folder of its bytes. */
  name: string;
  title: string;
  kind: 'file' | 'photo' | 'track' | 'video';
  list: (ctx: ReadContext, place: { person: number; limit: number; offset: number }) => Promise<number[]>;
  records: (ctx: ReadContext, ids: readonly number[]) => Promise<Map<number, Stored>>;
}

const STEP = LIMITS.pageMax;
const ALL_FILES = { folder: undefined, query: undefined, kind: 'all', sort: 'oldest' } as const;

/** What the caller stored, by kind. */
export const libraries: readonly Library[] = [
  {
    name: 'files',
    title: 'Files',
    kind: 'file',
    list: (ctx, place) => listFileIds(ctx.db, { ...ALL_FILES, ...place }),
    records: filesOf,
  },
  {
    name: 'photos',
    title: 'Photos',
    kind: 'photo',
    list: (ctx, place) => listPhotoIds(ctx.db, { mode: undefined, ...place }),
    records: photosOf,
  },
  {
    name: 'tracks',
    title: 'Music',
    kind: 'track',
    list: (ctx, place) => listTrackIds(ctx.db, { isPublic: false, ...place }),
    records: tracksOf,
  },
  {
    name: 'videos',
    title: 'Videos',
    kind: 'video',
    list: (ctx, place) => listVideoIds(ctx.db, place),
    records: videosOf,
  },
];

/** The caller's own things of a kind: what is known of them, and their bytes as they were stored. */
export async function* libraryFiles(ctx: ReadContext, library: Library): AsyncGenerator<ZippedFile> {
  const { name, title, kind } = library;
  yield { path: `data/${name}.json`, content: jsonOf(inSteps(ctx, library)) };
  yield { path: `${name}.html`, content: pageOf({ title }, linksOf(ctx, library)) };
  for await (const some of inSteps(ctx, library)) {
    for (const one of some) {
      const found = await findContent(ctx.db, kind, one.ID);
      if (!found) continue;
      yield { path: pathOf(library, one), content: bytesAt(ctx.content.recover(found.hash)), isStored: true };
    }
  }
}

async function* inSteps(ctx: ReadContext, { list, records }: Library): AsyncGenerator<Stored[]> {
  const { id: person } = requirePerson(ctx);
  // What is stored meanwhile moves the others on.
  const given = new Set<number>();
  for (let offset = 0; ; offset += STEP) {
    const ids = await list(ctx, { person, limit: STEP, offset });
    const fresh = ids.filter((id) => !given.has(id));
    for (const id of fresh) given.add(id);
    const stored = await records(ctx, fresh);
    yield fresh.flatMap((id) => stored.get(id) ?? []);
    if (ids.length < STEP) return;
    await pause();
  }
}

async function* linksOf(ctx: ReadContext, library: Library): AsyncGenerator<string> {
  for await (const some of inSteps(ctx, library)) {
    yield listOfLinks(
      some.map((one) => ({
        to: pathOf(library, one).split('/').map(encodeURIComponent).join('/'),
        text: nameOf(one),
        note: [noteOf(one), timeOf(one.Timestamp)].filter(Boolean).join(', '),
      })),
    );
  }
}

function noteOf(one: Stored): string {
  if ('Release' in one) return [one.Author, one.Release].filter(Boolean).join(', ');
  if ('Folder' in one) return `${one.Folder} ${one.Size} bytes`.trim();
  return 'Description' in one ? one.Description : '';
}

function nameOf(one: Stored): string {
  return 'Name' in one ? one.Name : one.Caption || `Photo ${one.ID}`;
}

/**
 * Where a thing lies in the zip, under the name that its address bears: its number makes the name unique, and what a
 * system could not write is left out. A path has at most 255 bytes of UTF-8, which every file system and unzip takes.
 */
function pathOf({ name: folder }: Library, one: Stored): string {
  const [address = ''] = one.Url.split('?', 1);
  const name = 'Folder' in one ? one.Name : decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
  const start = `${folder}/${one.ID}-`;
  return start + savedName(name, LIMITS.fileName - start.length);
}

/** What was removed since it was listed is empty. */
async function* bytesAt(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
