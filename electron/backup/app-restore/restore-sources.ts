import { statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { RestoreFailure } from '../../../shared/failures/backup-failures';
import { AppError } from '../../../shared/errors';
import type { ContentStore } from '../../content/store';
import type { Store } from '../../database/open';
import { isArchive, unpackArchive } from '../archive';
import { BACKUPS_FOLDER, isSound, listBackups, PARTIAL_PREFIX } from '../backup-list';
import { readDescription } from '../description';
import { startFolderJob } from '../folder/folder-job';
import type { RunningJobs } from './running-jobs';

/**
 * A backup that can be restored. `path` is its folder or archive; `repository` is its repository in a backup folder, or
 * ''.
 */
export interface RestorableBackup {
  source: 'local' | 'folder' | 'chosen';
  name: string;
  made: number;
  bytes: number;
  isEncrypted: boolean;
  isSound: boolean;
  path: string;
  repository: string;
}

/** Thrown if a backup can't be restored. */
export class RestoreRefusedError extends Error {
  readonly failure: RestoreFailure;

  constructor(failure: RestoreFailure) {
    super(`The backup cannot be restored: ${failure}.`);
    this.failure = failure;
  }
}

interface Options {
  store: Store;
  content: ContentStore;
  /** The folders that may have backups. */
  backupFolders: () => string[];
}

/** Finds the backups that a community can be restored from, and copies them into its data folder. */
export class RestoreSources {
  readonly #options: Options;
  readonly #jobs: RunningJobs;
  #selected: readonly RestorableBackup[] = [];

  constructor(options: Options, jobs: RunningJobs) {
    this.#options = options;
    this.#jobs = jobs;
  }

  /** Lists the backups in the data folder, in backup folders, and at the selected path. Skips a folder that hangs. */
  async list(): Promise<RestorableBackup[]> {
    const folders = this.#options.backupFolders();
    const folderSearches = folders.map((folder) => this.#searchFolder(folder, 'folder').catch(() => []));
    return [
      ...(await this.#localSources()),
      ...(await Promise.all(folderSearches)).flat(),
      ...this.#selected,
    ];
  }

  /** Selects a folder or an archive with backups. Throws `not_found` if there are none. */
  async selectPath(path: string): Promise<void> {
    const found = await this.#sourcesAt(resolve(path)).catch(() => []);
    if (found.length === 0)
      throw new AppError('not_found', 'No backup was found here. Choose another folder or file.');
    this.#selected = found;
  }

  /** Extracts a backup into the data folder and returns its path. Call `discard` afterwards. */
  async extract(source: RestorableBackup, passphrase: string): Promise<string> {
    if (source.repository === '' && !statSync(source.path).isFile()) return source.path;
    await this.discard();
    const parent = this.#extracted;
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const target = join(parent, source.name.replace(/\.zip$/i, ''));
    if (source.repository === '') {
      await unpackArchive(source.path, target);
      return target;
    }
    const { repository, name } = source;
    if (source.isEncrypted && passphrase === '') throw new RestoreRefusedError('needs_passphrase');
    const blobs = this.#options.content.files.root;
    await this.#jobs.add(
      startFolderJob({ kind: 'extract', repository, name, passphrase: passphrase || null, target, blobs }),
    ).result;
    return target;
  }

  /** Deletes the extracted backup, which isn't encrypted. The next start deletes it too. */
  async discard(): Promise<void> {
    await rm(this.#extracted, { recursive: true, force: true });
  }

  get #extracted(): string {
    return join(this.#options.store.folder, BACKUPS_FOLDER, `${PARTIAL_PREFIX}restore`);
  }

  async #localSources(): Promise<RestorableBackup[]> {
    const folder = join(this.#options.store.folder, BACKUPS_FOLDER);
    if (this.#options.store.folder === '') return [];
    return (await listBackups(folder)).map((backup) => ({
      source: 'local',
      name: backup.name,
      made: backup.description.made,
      bytes: backup.description.size + backup.description.contentSize,
      isEncrypted: false,
      isSound: isSound(backup),
      path: join(folder, backup.name),
      repository: '',
    }));
  }

  async #searchFolder(path: string, source: RestorableBackup['source']): Promise<RestorableBackup[]> {
    const job = this.#jobs.add(startFolderJob({ kind: 'find', path }));
    const timer = setTimeout(() => job.cancel(), FOLDER_TIMEOUT_MS).unref();
    try {
      return (await job.result).map(({ repository, name, made, size, contentSize, isEncrypted }) => ({
        source,
        name,
        made,
        bytes: size + contentSize,
        isEncrypted,
        isSound: true,
        path: '',
        repository,
      }));
    } finally {
      clearTimeout(timer);
    }
  }

  async #sourcesAt(path: string): Promise<RestorableBackup[]> {
    const stats = statSync(path, { throwIfNoEntry: false });
    const description = stats?.isDirectory() ? await readDescription(path) : null;
    const archive = stats?.isFile() && isArchive(path);
    if (!archive && !description) return this.#searchFolder(path, 'chosen');
    const made = description?.made ?? Math.floor((stats?.mtimeMs ?? 0) / 1000);
    const bytes = description ? description.size + description.contentSize : (stats?.size ?? 0);
    const file = { name: basename(path), made, bytes, path, repository: '' };
    return [{ source: 'chosen', isEncrypted: false, isSound: true, ...file }];
  }
}

/** Milliseconds after which listing a backup folder is cancelled. */
const FOLDER_TIMEOUT_MS = 5_000;
