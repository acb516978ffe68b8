import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushFolderSync } from '../../content/flushing.ts';
import { BackupDescription, DESCRIPTION_FILE } from '../description.ts';
import { prefixOf, type ContentObjects } from './content-objects.ts';
import { areOnSameDisk, isOnOwnDisk } from './disks.ts';
import { generateKey, unwrapKey, wrapKey, WrongPassphraseError } from './encryption.ts';
import { FolderError } from './folder-error.ts';
import {
  BACKUPS,
  CONTENT_LIST,
  HEADER,
  LOCK,
  makeFolder,
  namesIn,
  PARTIAL,
  readHeader,
  replaceFile,
  repositoryPath,
  type RepositoryHeader,
} from './layout.ts';
import { selectRetained } from './retention.ts';

/** A complete backup of a repository. */
export interface RepositoryBackup {
  name: string;
  description: BackupDescription;
}

/** An opened repository. */
export interface OpenedRepository {
  id: string;
  /** Its key, in hexadecimal; null if it isn't encrypted. */
  key: string | null;
  /** Whether it is on the disk of the data, and lost with it. */
  isOnDataDisk: boolean;
}

/** Which repository to open. */
export interface RepositoryOptions {
  folder: string;
  community: number;
  passphrase: string | null;
  /** ID of the repository that must be there; '' creates one if there is none. */
  expected: string;
  /** The folder of the data; '' for a community in memory. */
  data: string;
  /** Whether the folder must be on a disk of its own. */
  onOwnDisk: boolean;
  /** Whether unencrypted backups may begin beside encrypted ones. */
  mayDropEncryption: boolean;
}

/**
 * Opens a community's repository in a folder, creating it on the first use. Throws FolderError if there is an encrypted
 * one with another passphrase, or none was given and encryption may not be dropped, the expected one or its disk is
 * missing, or the folder can't be used.
 */
export function openRepository(options: RepositoryOptions): OpenedRepository {
  const { folder, community, passphrase, expected, data, onOwnDisk, mayDropEncryption } = options;
  if (!statSync(folder).isDirectory()) throw new FolderError('failed', `${folder} is not a folder.`);
  if (onOwnDisk && !isOnOwnDisk(folder, data))
    throw new FolderError('no_backups', `No disk is mounted at ${folder}.`);
  const isOnDataDisk = data !== '' && areOnSameDisk(folder, data);
  const path = repositoryPath(folder, community, passphrase !== null);
  const header = expected === '' ? readHeader(path) : requireHeader(path, expected);
  if (header) return { id: header.id, key: keyOf(header, passphrase)?.toString('hex') ?? null, isOnDataDisk };
  if (passphrase === null && !mayDropEncryption) requireNoEncrypted(folder, community);
  const id = randomBytes(16).toString('hex');
  const key = passphrase === null ? null : generateKey();
  makeFolder(path);
  const encryption = key && passphrase !== null ? wrapKey(key, passphrase, id) : null;
  const created: RepositoryHeader = { format: 1, id, community, encryption };
  replaceFile(path, HEADER, JSON.stringify(created, null, 1));
  flushFolderSync(folder);
  return { id, key: key?.toString('hex') ?? null, isOnDataDisk };
}

function requireNoEncrypted(folder: string, community: number): void {
  if (readHeader(repositoryPath(folder, community, true))) throw needsPassphraseError();
}

function needsPassphraseError(): FolderError {
  return new FolderError(
    'needs_passphrase',
    'The backups are encrypted: their passphrase is needed. Without a terminal, give it as COURTYARD_BACKUP_PASSPHRASE.',
  );
}

/** Decrypts the key of a repository with its passphrase; null if it isn't encrypted. Throws FolderError. */
export function keyOf({ encryption, id }: RepositoryHeader, passphrase: string | null): Buffer | null {
  if (encryption === null) return null;
  if (passphrase === null) throw needsPassphraseError();
  try {
    return unwrapKey(encryption, passphrase, id);
  } catch (error) {
    if (error instanceof WrongPassphraseError)
      throw new FolderError('passphrase', 'The passphrase of the backups is wrong.', { cause: error });
    throw error;
  }
}

/** Encrypts the key of a repository with another passphrase. Stored backups don't change. */
export function changePassphrase(repository: string, id: string, key: Buffer, passphrase: string): void {
  const header = requireHeader(repository, id);
  const changed = { ...header, encryption: wrapKey(key, passphrase, id) };
  replaceFile(repository, HEADER, JSON.stringify(changed, null, 1));
}

/** Returns the header of a repository. Throws FolderError if it is missing or has another ID. */
export function requireHeader(repository: string, id: string): RepositoryHeader {
  const header = readHeader(repository);
  if (header?.id === id) return header;
  const failure = statSync(dirname(repository), { throwIfNoEntry: false }) ? 'no_backups' : 'gone';
  throw new FolderError(failure, `The backups are not in ${repository}: connect their disk.`);
}

/** Returns the complete backups, newest first, without those whose description the disk can't read. */
export function listRepository(repository: string): RepositoryBackup[] {
  return listDescribed(repository, [...NO_DESCRIPTION, 'EIO']);
}

/** Lists the backups whose description can be read; `absent` are the errors that mean there is none. */
function listDescribed(repository: string, absent: readonly string[]): RepositoryBackup[] {
  const root = join(repository, BACKUPS);
  return namesIn(root)
    .map((name) => ({ name, description: descriptionAt(join(root, name), absent) }))
    .filter((backup): backup is RepositoryBackup => backup.description !== null)
    .toSorted((a, b) => b.description.made - a.description.made || (b.name < a.name ? -1 : 1));
}

const NO_DESCRIPTION = ['ENOENT', 'ENOTDIR'];

function descriptionAt(folder: string, absent: readonly string[]): BackupDescription | null {
  try {
    const text = readFileSync(join(folder, DESCRIPTION_FILE), 'utf8');
    return BackupDescription.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    // A backup without a readable description isn't offered, and retention keeps what it contains.
    if (error instanceof SyntaxError || absent.includes(codeOf(error))) return null;
    throw error;
  }
}

/**
 * Deletes the backups that retention doesn't keep, then the contents that no backup needs any more. Call it only after
 * a newer backup was found good. Returns the names of the deleted backups.
 */
export function prune(repository: string, objects: ContentObjects): string[] {
  // Fails if a description can't be read: administrators must be notified of such a disk before anything is deleted.
  const backups = listDescribed(repository, NO_DESCRIPTION);
  const retained = selectRetained(backups.map(({ description }) => description.made));
  const old = backups.filter(({ description }) => !retained.has(description.made)).map(({ name }) => name);
  for (const name of old) {
    // Renamed before it is deleted, so that a half-deleted folder is never listed as a backup.
    const discarded = join(repository, `${PARTIAL}${name}`);
    renameSync(join(repository, BACKUPS, name), discarded);
    rmSync(discarded, { recursive: true, force: true });
  }
  flushFolderSync(join(repository, BACKUPS));
  const needed = neededContents(repository);
  if (needed) objects.deleteAllExcept(needed);
  return old;
}

/** Returns the contents that any backup needs; null if a list is missing or cut off, so that nothing is deleted. */
function neededContents(repository: string): Set<number> | null {
  const needed = new Set<number>();
  for (const name of namesIn(join(repository, BACKUPS))) {
    const list = join(repository, BACKUPS, name, CONTENT_LIST);
    if (!existsSync(list)) return null;
    const text = readFileSync(list, 'latin1');
    for (let start = 0; start < text.length; start += CONTENT_LINE_LENGTH) {
      if (text[start + CONTENT_LINE_LENGTH - 1] !== '\n') return null;
      needed.add(prefixOf(text.slice(start, start + CONTENT_LINE_LENGTH - 1)));
    }
  }
  return needed;
}

/** Bytes of a line of the list of contents: 64 hexadecimal digits and a line break. */
const CONTENT_LINE_LENGTH = 65;

/** Deletes the folders of unfinished backups. */
export function deletePartials(repository: string): void {
  for (const name of namesIn(repository)) {
    if (name.startsWith(PARTIAL)) rmSync(join(repository, name), { recursive: true, force: true });
  }
}

/**
 * A lock that keeps other hosts from writing to the same repository. It expires ten minutes after its last refresh,
 * because a killed host can't release it; the same host may acquire it again at once.
 */
export class RepositoryLock {
  readonly #path: string;
  readonly #host: string;
  #refreshedAt = Date.now();

  /** Throws FolderError if another host holds it. */
  constructor(repository: string, host: string) {
    this.#path = join(repository, LOCK);
    this.#host = host;
    const age = ageOf(this.#path);
    // On a full disk, the file may have been created without its contents.
    if (age !== null && age < LOCK_LEASE_MS && !['', host].includes(readFileSync(this.#path, 'utf8')))
      throw new FolderError('busy', 'Another host is backing up to this folder.');
    try {
      writeFileSync(this.#path, host, { mode: 0o600 });
    } catch (error) {
      rmSync(this.#path, { force: true });
      throw error;
    }
  }

  refresh(): void {
    if (Date.now() - this.#refreshedAt < LOCK_LEASE_MS / 10) return;
    this.#refreshedAt = Date.now();
    const now = new Date();
    utimesSync(this.#path, now, now);
  }

  /** Releases the lock unless another host has acquired it in the meantime. */
  release(): void {
    if (readFileSync(this.#path, 'utf8') === this.#host) rmSync(this.#path, { force: true });
  }
}

const LOCK_LEASE_MS = 10 * 60_000;

/**
 * Returns the milliseconds since a file was written, or until then if clocks differ and that is in the future; null if
 * it doesn't exist.
 */
function ageOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? Math.abs(Date.now() - stats.mtimeMs) : null;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
