import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { flushPath } from '../content/disk-threads';
import type { ContentStore } from '../content/store';
import { dialectOf } from '../database/dialect';
import { DATABASE_FILE, type Store } from '../database/open';
import { DESCRIPTION_FILE } from './description';
import {
  BACKUPS_FOLDER,
  isSound,
  listBackups,
  listNames,
  PARTIAL_PREFIX,
  type StoredBackup,
} from './backup-list';
import { startBackupJob, type BackupJob } from './backup-job';
import { formatFileTimestamp } from './file-timestamp';

/**
 * Creates, lists and prunes the backups of a community. Each is a folder in `backups/` of the data folder with a copy
 * of the database, of everything uploaded, and the result of a test restore. The last `LIMITS.backups` are stored.
 */
export class BackupManager {
  readonly #store: Store;
  readonly #content: ContentStore;
  readonly #now: () => number;
  #folder: string;
  #running: Promise<StoredBackup> | null = null;
  #job: BackupJob | null = null;
  #closed = false;

  /** `now` returns Unix seconds. Deletes unfinished backups of an earlier process. */
  constructor(store: Store, content: ContentStore, now: () => number) {
    this.#store = store;
    this.#content = content;
    this.#now = now;
    this.#folder = store.folder === '' ? '' : join(store.folder, BACKUPS_FOLDER);
    for (const name of this.#folder === '' ? [] : listNames(this.#folder)) {
      if (name.startsWith(PARTIAL_PREFIX)) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /** Whether the community can be backed up here: PostgreSQL has tools of its own. */
  get isPossible(): boolean {
    return dialectOf(this.#store.writer.db) === 'sqlite';
  }

  /** The complete backups, newest first. */
  list(): Promise<StoredBackup[]> {
    return listBackups(this.#folder);
  }

  /** Path of a backup's folder. */
  pathOf({ name }: StoredBackup): string {
    return join(this.#folder, name);
  }

  /**
   * Creates a backup, restores it to a temporary folder and compares the two. Throws `conflict` while another one is
   * being created and where none is possible, `unavailable` if the disk is full or the host shuts down, and
   * `server_error` if the database cannot be copied. A failed backup is deleted.
   */
  async make(): Promise<StoredBackup> {
    if (this.#closed) throw new AppError('unavailable');
    if (!this.isPossible) throw new AppError('conflict', NOT_HERE);
    if (this.#running) throw new AppError('conflict', 'A backup is already running. Wait until it’s done.');
    this.#running = this.#content.withoutSweep(() => this.#make());
    try {
      return await this.#running;
    } finally {
      this.#running = null;
    }
  }

  /** Cancels a backup in progress and deletes what it has written. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#job?.cancel(new AppError('unavailable'));
    await this.#running?.catch(() => undefined);
    if (this.#store.folder === '' && this.#folder !== '')
      rmSync(this.#folder, { recursive: true, force: true });
  }

  async #make(): Promise<StoredBackup> {
    if (this.#folder === '') this.#folder = mkdtempSync(join(tmpdir(), 'courtyard-backups-'));
    const made = this.#now();
    const partial = join(this.#folder, `${PARTIAL_PREFIX}${made}`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const findings = await this.#copyTo(partial);
      const { check, size, contents, contentSize, missing, facts, database, content } = findings;
      const problems = [...database, ...content];
      const description = {
        made,
        compared: this.#now(),
        check,
        size,
        contents,
        contentSize,
        problems,
        missing,
        facts,
      };
      await writeDurably(join(partial, DESCRIPTION_FILE), JSON.stringify(description, null, 1));
      const name = this.#newName(made);
      await rename(partial, join(this.#folder, name));
      await flushPath(this.#folder);
      // The first backup has also created the folder of all backups.
      await flushPath(dirname(this.#folder));
      await this.#deleteOld();
      return { name, description };
    } catch (error) {
      // If this fails too, the next start deletes it.
      await rm(partial, { recursive: true, force: true }).catch(() => undefined);
      throw toAppError(error);
    }
  }

  async #copyTo(folder: string) {
    const { raw } = this.#store.writer;
    const inMemory = this.#store.folder === '';
    const database = inMemory
      ? await this.#store.read(() => Promise.resolve(raw.serialize()))
      : join(this.#store.folder, DATABASE_FILE);
    if (this.#closed) throw new AppError('unavailable');
    const blobs = this.#content.files.root;
    const trash = this.#content.files.trash.root;
    this.#job = startBackupJob({ kind: 'make', database, blobs, trash, folder });
    try {
      return await this.#job.findings;
    } finally {
      this.#job = null;
    }
  }

  #newName(made: number): string {
    const name = formatFileTimestamp(made);
    const taken = new Set(listNames(this.#folder));
    let number = 1;
    while (taken.has(number === 1 ? name : `${name}-${number}`)) number++;
    return number === 1 ? name : `${name}-${number}`;
  }

  /** Deletes all but the newest backups. The newest sound one is never deleted. */
  async #deleteOld(): Promise<void> {
    const all = await this.list();
    const sound = all.find(isSound);
    for (const old of all.slice(LIMITS.backups).filter((one) => one !== sound)) {
      // Rename before deleting, so that a half-deleted folder is never listed as a backup.
      const discarded = join(this.#folder, `${PARTIAL_PREFIX}${old.name}`);
      await rename(join(this.#folder, old.name), discarded);
      await rm(discarded, { recursive: true, force: true });
    }
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
  await flushPath(dirname(path));
}

const NOT_HERE =
  'This community is on PostgreSQL, whose own tools make its backups. The hosting guide of Courtyard shows how.';

function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code = '' } = cause as { code?: string };
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)) {
    return new AppError('unavailable', 'The disk has no room for a backup. Free up space and try again.', {
      cause,
    });
  }
  // Any error of the file system, except that too many files are open. A folder that cannot be created because of EIO
  // is reported as missing (ENOENT).
  if (/^((?!EMFILE|ENFILE)E[A-Z]+$|SQLITE_(IOERR|READONLY|CANTOPEN))/.test(code)) {
    return new AppError('unavailable', 'The disk failed during the backup. Check the disk and try again.', {
      cause,
    });
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new AppError(
      'server_error',
      'The database is damaged, so it could not be backed up. Restore an earlier backup.',
      { cause },
    );
  }
  return new AppError('server_error', 'The backup failed. See the log of the host for the cause.', { cause });
}
