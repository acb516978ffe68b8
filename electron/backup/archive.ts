import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, openSync, readSync, closeSync } from 'node:fs';
import { opendir, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { createZip, type ZipEntry } from '../content/zip';
import { DATABASE } from './database-copy';
import { DESCRIPTION_FILE } from './description';

/**
 * Streams a whole backup as one zip file, with the files of its folder: `backup.json`, `courtyard.db` and
 * `content/blobs/ab/HASH`. `made` is in Unix seconds.
 */
export function archiveOf(folder: string, made: number): AsyncGenerator<Uint8Array> {
  return createZip(filesOf(folder), new Date(made * 1000));
}

async function* filesOf(folder: string): AsyncGenerator<ZipEntry> {
  yield { path: DESCRIPTION_FILE, content: createReadStream(join(folder, DESCRIPTION_FILE)) };
  yield { path: DATABASE, content: createReadStream(join(folder, DATABASE)) };
  for await (const entry of await opendir(join(folder, 'content', 'blobs'), { recursive: true })) {
    if (!entry.isFile() || !HASH.test(entry.name)) continue;
    const content = createReadStream(join(entry.parentPath, entry.name));
    // Pictures, music and videos are compressed already.
    yield { path: blobPath(entry.name), content, isStored: true };
  }
}

/** Whether a file is a zip, by its first bytes. */
export function isArchive(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    return readSync(file, start, 0, 4, 0) === 4 && start.readUInt32BE() === 0x504b0304;
  } finally {
    closeSync(file);
  }
}

/**
 * Unpacks an archive into a new folder. Only the files of a backup are written, to their own paths. Throws if the
 * archive is damaged, contains anything else or anything twice, or unpacks to more than it says.
 */
export async function unpackArchive(path: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const zip = await openArchive(path);
  const seen = new Set<string>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (!isExpected(fileName)) throw damaged(`it contains ${JSON.stringify(fileName)}`);
      if (seen.has(fileName)) throw damaged(`it contains ${fileName} twice`);
      seen.add(fileName);
      if (entry.uncompressedSize > (await freeSpace(target)))
        throw new Error('The disk has no room for this backup. Free up space and try again.');
      await unpackEntry(zip, entry, join(target, fileName));
    }
  } finally {
    zip.close();
  }
  for (const needed of [DESCRIPTION_FILE, DATABASE])
    if (!seen.has(needed)) throw damaged(`it does not contain ${needed}`);
}

/** The list of its files is at the end of an archive, so that one that was cut off can't be opened. */
async function openArchive(path: string): Promise<ZipFile> {
  const { openPromise } = await import('yauzl');
  try {
    return await openPromise(path, { strictFileNames: true, validateEntrySizes: true });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw cause;
    throw new Error(`${path} is damaged or was cut off. Copy or download it again.`, { cause });
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const source = await zip.openReadStreamPromise(entry);
  const hash = createHash('sha256');
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source, check, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  const name = basename(target);
  if (sum !== entry.crc32 || (HASH.test(name) && hash.digest('hex') !== name))
    throw damaged(`${entry.fileName} was changed`);
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const HASH = /^[0-9a-f]{64}$/;

function isExpected(path: string): boolean {
  if (path === DESCRIPTION_FILE || path === DATABASE) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return HASH.test(name) && path === blobPath(name);
}

function blobPath(hash: string): string {
  return `content/blobs/${hash.slice(0, 2)}/${hash}`;
}

function damaged(why: string): Error {
  return new Error(`This archive is no backup of a community, or it is damaged: ${why}.`);
}
