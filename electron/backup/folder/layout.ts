import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { flushFolderSync, writeFlushedSync } from '../../content/flushing.ts';
import { WrappedKey } from './encryption.ts';
import { FolderError } from './folder-error.ts';

/*
 * FOLDER/courtyard-backup-ID/        ID of the community; its encrypted backups are in courtyard-backup-ID-encrypted
 *   repository.json                  RepositoryHeader
 *   lock                             the host that is writing, as long as its time is recent
 *   content/ab/HASH                  uploaded contents, shared by all backups
 *   backups/2026-01-05T08-00-00Z/    a complete backup: backup.json, courtyard.db, contents (one name a line), facts
 *   partial-…/                       an unfinished one
 */

/** The contents of `repository.json`. */
export const RepositoryHeader = z.object({
  format: z.literal(1),
  /** Random, so that another disk mounted at the same path is noticed. */
  id: z.string().min(1).max(100),
  community: z.number(),
  encryption: WrappedKey.nullable(),
});
export type RepositoryHeader = z.infer<typeof RepositoryHeader>;

/** Names of files and folders in a repository, and in each backup in it. */
export const HEADER = 'repository.json';
export const LOCK = 'lock';
export const CONTENT_FOLDER = 'content';
export const BACKUPS = 'backups';
export const CONTENT_LIST = 'contents';
export const FACTS = 'facts';
export const PARTIAL = 'partial-';

/** Path of a community's backups in a folder. */
export function repositoryPath(folder: string, community: number, isEncrypted: boolean): string {
  return join(folder, `${REPOSITORY_PREFIX}${community}${isEncrypted ? '-encrypted' : ''}`);
}

/** Start of the names of all repositories. */
export const REPOSITORY_PREFIX = 'courtyard-backup-';

/** Reads the header of a repository; null if there is none. Throws FolderError if it can't be understood. */
export function readHeader(repository: string): RepositoryHeader | null {
  let text: string;
  try {
    text = readFileSync(join(repository, HEADER), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return RepositoryHeader.parse(JSON.parse(text));
  } catch (cause) {
    throw new FolderError('damaged', `${HEADER} is damaged, or a newer Courtyard wrote it.`, { cause });
  }
}

/** Replaces a small file in one step. */
export function replaceFile(folder: string, name: string, text: string): void {
  const next = join(folder, `${name}.${randomBytes(4).toString('hex')}.new`);
  try {
    writeFlushedSync(next, text, 'wx');
    renameSync(next, join(folder, name));
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  flushFolderSync(folder);
}

/**
 * Creates a folder that only its owner can read, where the disk knows owners. Throws if its parent doesn't exist: where
 * a disk was unplugged, the path leads to the host's own disk.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Names in a folder; empty if it doesn't exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Size of a file; undefined if it doesn't exist. */
export function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
