import { basename, dirname, join } from 'node:path';
import { BACKUPS, HEADER, namesIn, readHeader, REPOSITORY_PREFIX, sizeAt } from './layout.ts';
import { listRepository } from './repository.ts';

/** Location of a backup in a backup folder. */
export interface FoundBackupName {
  repository: string;
  name: string;
  isEncrypted: boolean;
}

/** The backup to restore from a folder, and the name of the next older one, which can be selected by its date. */
export interface SelectedBackup extends FoundBackupName {
  olderName: string | null;
}

/** A backup in a folder with its description: bytes of its database and contents, and when it was made. */
export interface FoundBackup extends FoundBackupName {
  made: number;
  size: number;
  contentSize: number;
}

/** Returns all backups at a path, newest first: a backup folder, a repository in it, or a single backup. */
export function listBackupsInFolder(path: string): FoundBackup[] {
  const parent = dirname(dirname(path));
  const isSingleBackup = basename(dirname(path)) === BACKUPS && isRepository(parent);
  const repositories = isSingleBackup ? [parent] : isRepository(path) ? [path] : listRepositories(path);
  return repositories
    .flatMap((repository) =>
      listRepository(repository).map(({ name, description: { made, size, contentSize } }) => ({
        repository,
        name,
        isEncrypted: isEncrypted(repository),
        made,
        size,
        contentSize,
      })),
    )
    .filter(({ name }) => !isSingleBackup || name === basename(path))
    .toSorted((a, b) => b.made - a.made || (b.name < a.name ? -1 : 1));
}

/**
 * Finds the backup to restore at a path: a backup folder, a community's repository in it, or a single backup. Returns
 * null if the path is none of these. `date`, such as 2026-01-05, selects the newest backup up to that day. Throws if
 * there is none, or if the folder has backups of several communities.
 */
export function findBackupInFolder(path: string, date: string | null): SelectedBackup | null {
  const repository = dirname(dirname(path));
  if (basename(dirname(path)) === BACKUPS && isRepository(repository))
    return { repository, name: basename(path), isEncrypted: isEncrypted(repository), olderName: null };
  const repositories = isRepository(path) ? [path] : listRepositories(path);
  if (repositories.length === 0) return null;
  const communities = new Set(repositories.map((found) => readHeader(found)?.community));
  if (communities.size > 1)
    throw new Error(
      `There are backups of several communities in ${path}. Name one of these folders: ${repositories.join(', ')}.`,
    );
  const [newest, older] = repositories
    .flatMap((found) =>
      listRepository(found).map(({ name, description: { made } }) => ({ repository: found, name, made })),
    )
    .filter(({ name }) => date === null || name.slice(0, date.length) <= date)
    .toSorted((a, b) => b.made - a.made || (b.name < a.name ? -1 : 1));
  if (newest === undefined)
    throw new Error(`There is no backup ${date === null ? '' : `of ${date} or before `}in ${path}.`);
  return {
    repository: newest.repository,
    name: newest.name,
    isEncrypted: isEncrypted(newest.repository),
    olderName: older?.name ?? null,
  };
}

function listRepositories(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.startsWith(REPOSITORY_PREFIX))
    .map((name) => join(folder, name))
    .filter(isRepository);
}

function isRepository(path: string): boolean {
  return sizeAt(join(path, HEADER)) !== undefined;
}

function isEncrypted(repository: string): boolean {
  return (readHeader(repository)?.encryption ?? null) !== null;
}
