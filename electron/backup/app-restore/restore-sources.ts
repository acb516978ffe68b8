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
 * A backup that can be restored. `path` is its folder, or its archive; `repository` the one of a backup folder, else
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
export class Refusal extends Error {
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
  #chosen: readonly RestorableBackup[] = [];

  constructor(options: Options, jobs: RunningJobs) {
    this.#options = options;
    this.#jobs = jobs;
  }

  /** The backups beside the data, in the backup folder, and in what was chosen. A folder that hangs is left out. */
  async list(): Promise<RestorableBackup[]> {
    const folders = this.#options.backupFolders();
    const inFolders = folders.map((folder) => this.#findIn(folder, 'folder').catch(() => []));
    return [...(await this.#localSources()), ...(await Promise.all(inFolders)).flat(), ...this.#chosen];
  }

  /** Looks for backups in a folder, or in an archive. Throws `not_found` if there are none. */
  async choose(path: string): Promise<void> {
    const found = await this.#sourcesAt(resolve(path)).catch(() => []);
    if (found.length === 0)
      throw new AppError('not_found', 'No backup was found here. Choose another folder or file.');
    this.#chosen = found;
  }

  /** Copies a backup from a folder or an archive into the data folder, until it is discarded, and returns its path. */
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
    if (source.isEncrypted && passphrase === '') throw new Refusal('needs_passphrase');
    const blobs = this.#options.content.files.root;
    await this.#jobs.add(
      startFolderJob({ kind: 'extract', repository, name, passphrase: passphrase || null, target, blobs }),
    ).result;
    return target;
  }

  /** Deletes the copy of a backup: it isn't encrypted. The next start does so, too. */
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

  async #findIn(path: string, source: RestorableBackup['source']): Promise<RestorableBackup[]> {
    const job = this.#jobs.add(startFolderJob({ kind: 'find', path }));
    const timer = setTimeout(() => job.cancel(), FOLDER_MS).unref();
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
    if (!archive && !description) return this.#findIn(path, 'chosen');
    const made = description?.made ?? Math.floor((stats?.mtimeMs ?? 0) / 1000);
    const bytes = description ? description.size + description.contentSize : (stats?.size ?? 0);
    const one = { name: basename(path), made, bytes, path, repository: '' };
    return [{ source: 'chosen', isEncrypted: false, isSound: true, ...one }];
  }
}

/** Milliseconds that a backup folder gets to list its backups. */
const FOLDER_MS = 5_000;
