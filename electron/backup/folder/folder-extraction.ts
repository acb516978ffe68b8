import { linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFlushedSync } from '../../content/flushing.ts';
import { isDamage } from '../../database/sqlite-errors.ts';
import { DATABASE, withDatabase } from '../database-copy.ts';
import { requireRoom } from '../disk-room.ts';
import { BackupDescription, DESCRIPTION_FILE } from '../description.ts';
import { ContentObjects } from './content-objects.ts';
import { FolderError, withFolderErrors } from './folder-error.ts';
import type { ExtractTask, FolderProgress } from './folder-task.ts';
import { BACKUPS, FACTS, readHeader, sizeAt } from './layout.ts';
import { eachContent } from './queries.ts';
import { keyOf } from './repository.ts';
import { hashOfFile, readStoredFile } from './stored-files.ts';

/**
 * Extracts and decrypts a backup into a new folder with the layout of a local backup. Contents that the host already
 * stores are linked, and every content is compared with its hash. Returns a sentence for each content that is missing
 * or damaged. Throws FolderError.
 */
export function extractBackup(task: ExtractTask, report: (progress: FolderProgress) => void): string[] {
  const { repository, name, target } = task;
  return withFolderErrors(() => {
    const header = readHeader(repository);
    if (!header) throw new FolderError('gone', `There are no backups in ${repository}.`);
    const key = keyOf(header, task.passphrase);
    const from = join(repository, BACKUPS, name);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    // The check restores the database to a second copy.
    requireRoom(target, 2 * (sizeAt(join(from, DATABASE)) ?? 0));
    const formFor = (file: string) => ({ key, name: `${name} ${file}`, onBlock: () => undefined });
    readStoredFile(join(from, DATABASE), join(target, DATABASE), formFor(DATABASE));
    const description = BackupDescription.parse(
      JSON.parse(readFileSync(join(from, DESCRIPTION_FILE), 'utf8')),
    );
    if (key) {
      const facts = join(target, FACTS);
      readStoredFile(join(from, FACTS), facts, formFor(FACTS));
      description.facts = BackupDescription.shape.facts.parse(JSON.parse(readFileSync(facts, 'utf8')));
      rmSync(facts);
    }
    const objects = new ContentObjects(repository, key, () => undefined);
    const problems = extractContentsOrFail(objects, task, report);
    writeFlushedSync(join(target, DESCRIPTION_FILE), JSON.stringify(description, null, 1), 'wx');
    return problems;
  });
}

/** Extracts the contents. Throws FolderError if the database of the backup is damaged. */
function extractContentsOrFail(...args: Parameters<typeof extractContents>): string[] {
  try {
    return extractContents(...args);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const message = `The database of the backup ${args[1].name} is damaged. Nothing was changed.`;
    throw new FolderError('damaged', message, { cause: error });
  }
}

function extractContents(
  objects: ContentObjects,
  { target, blobs }: ExtractTask,
  report: (progress: FolderProgress) => void,
): string[] {
  const problems: string[] = [];
  withDatabase(join(target, DATABASE), (raw) => {
    let done = 0;
    for (const [hash, size] of eachContent(raw)) {
      const folder = join(target, 'content', 'blobs', hash.slice(0, 2));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, hash);
      const isComplete =
        linkContent(join(blobs, hash.slice(0, 2), hash), path, hash) ||
        extractContent(objects, { path, hash, size });
      // One damaged content must not keep everything else from being restored.
      if (!isComplete) problems.push(`Stored content is missing: ${hash}.`);
      done += size;
      report({ place: 'folder', done, total: done });
    }
  });
  return problems;
}

/** Links a content that the host stores. Returns false if it doesn't, or if the content is damaged. */
function linkContent(stored: string, path: string, hash: string): boolean {
  try {
    linkSync(stored, path);
  } catch {
    // It isn't stored, or its disk doesn't support links.
    return false;
  }
  if (hashOfFile(path) === hash) return true;
  rmSync(path);
  return false;
}

/** Extracts a content from the repository. Returns false if it is missing or damaged. */
function extractContent(
  objects: ContentObjects,
  { path, hash, size }: { path: string; hash: string; size: number },
): boolean {
  requireRoom(dirname(path), size);
  if (objects.has(hash, size) && objects.extract(hash, path)) return true;
  rmSync(path, { force: true });
  return false;
}
