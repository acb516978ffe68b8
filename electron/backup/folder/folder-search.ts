import { basename, dirname, join } from 'node:path';
import { BACKUPS, HEADER, namesIn, readHeader, REPOSITORY_PREFIX, sizeAt } from './layout.ts';
import { listRepository } from './repository.ts';

/** Where a backup lies in a backup folder. */
export interface FoundBackupName {
  repository: string;
  name: string;
  isEncrypted: boolean;
}

/** The backup of a folder that is to be restored, and the name of the next older one that a date can choose instead. */
export interface ChosenBackup extends FoundBackupName {
  older: string | null;
}

/**
 * A backup found in a folder, with what it says of itself: bytes of its database and contents, and when it was made.
 */
export interface FoundBackup extends FoundBackupName {
  made: number;
  size: number;
  contentSize: number;
}

/**
 * All backups in a backup folder, given by its path, or that of a repository in it or a single backup; newest first.
 */
export function findAllInFolder(path: string): FoundBackup[] {
  const parent = dirname(dirname(path));
  const isOne = basename(dirname(path)) === BACKUPS && isRepository(parent);
  const repositories = isOne ? [parent] : isRepository(path) ? [path] : repositoriesIn(path);
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
    .filter(({ name }) => !isOne || name === basename(path))
    .toSorted((a, b) => b.made - a.made || (b.name < a.name ? -1 : 1));
}

/**
 * Finds a backup in a backup folder, given by the path of the folder, of a community's repository in it, or of a single
 * backup; null if the path is none of these. `date`, such as 2026-01-05, asks for the newest backup up to then. Throws
 * if there is none, or if the folder has backups of several communities.
 */
export function findInFolder(path: string, date: string | null): ChosenBackup | null {
  const repository = dirname(dirname(path));
  if (basename(dirname(path)) === BACKUPS && isRepository(repository))
    return { repository, name: basename(path), isEncrypted: isEncrypted(repository), older: null };
  const repositories = isRepository(path) ? [path] : repositoriesIn(path);
  if (repositories.length === 0) return null;
  const communities = new Set(repositories.map((one) => readHeader(one)?.community));
  if (communities.size > 1)
    throw new Error(
      `There are backups of several communities in ${path}. Name one of these folders: ${repositories.join(', ')}.`,
    );
  const [newest, older] = repositories
    .flatMap((one) =>
      listRepository(one).map(({ name, description: { made } }) => ({ repository: one, name, made })),
    )
    .filter(({ name }) => date === null || name.slice(0, date.length) <= date)
    .toSorted((a, b) => b.made - a.made || (b.name < a.name ? -1 : 1));
  if (newest === undefined)
    throw new Error(`There is no backup ${date === null ? '' : `of ${date} or before `}in ${path}.`);
  return {
    repository: newest.repository,
    name: newest.name,
    isEncrypted: isEncrypted(newest.repository),
    older: older?.name ?? null,
  };
}

function repositoriesIn(folder: string): string[] {
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
