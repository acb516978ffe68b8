import { createReadStream } from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';
import type { File } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access';
import { findContent } from '../content-queries';
import type { ReadContext } from '../context';
import { listFileIds } from '../files/queries';
import { filesOf } from '../records/files';
import { jsonOf } from './export-json';
import { listOfLinks, pageOf, timeOf } from './export-page';
import type { ZippedFile } from './export-zip';

const STEP = LIMITS.pageMax;
const ALL = { folder: undefined, query: undefined, kind: 'all', sort: 'oldest', limit: STEP } as const;

/** The caller's own files, oldest first: what is known of them, and their bytes as they were stored. */
export async function* ownFiles(ctx: ReadContext): AsyncGenerator<ZippedFile> {
  yield { path: 'data/files.json', content: jsonOf(inSteps(ctx)) };
  yield { path: 'files.html', content: pageOf({ title: 'Files' }, linksOf(ctx)) };
  for await (const files of inSteps(ctx)) {
    for (const file of files) {
      const found = await findContent(ctx.db, 'file', file.ID);
      if (!found) continue;
      yield { path: pathOf(file), content: bytesAt(ctx.content.pathOf(found.hash)), isStored: true };
    }
  }
}

async function* inSteps(ctx: ReadContext): AsyncGenerator<File[]> {
  const { id: person } = requirePerson(ctx);
  for (let offset = 0; ; offset += STEP) {
    const ids = await listFileIds(ctx.db, { ...ALL, person, offset });
    const files = await filesOf(ctx, ids);
    yield ids.flatMap((id) => files.get(id) ?? []);
    if (ids.length < STEP) return;
    await pause();
  }
}

async function* linksOf(ctx: ReadContext): AsyncGenerator<string> {
  for await (const files of inSteps(ctx)) {
    yield listOfLinks(
      files.map((file) => ({
        to: pathOf(file).split('/').map(encodeURIComponent).join('/'),
        text: file.Name,
        note: `${file.Folder} ${file.Size} bytes, ${timeOf(file.Timestamp)}`,
      })),
    );
  }
}

/** Where a file lies in the zip: its number makes the name its own, and what a system could not write is left out. */
function pathOf(file: File): string {
  const name = [...file.Name.replace(/[\\/:*?"<>|\p{C}]/gu, '_')].slice(0, NAME_LENGTH).join('');
  return `files/${file.ID}-${name.replace(/[. ]+$/, '')}`;
}

const NAME_LENGTH = 100;

/** A file that was removed since it was listed is empty. */
async function* bytesAt(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
