import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { syncFolder, type ContentStore } from '../content/store';
import { DATABASE_FILE, type Store } from '../database/open';
import { DESCRIPTION_FILE } from './description';
import { BACKUPS, isSound, listBackups, namesIn, PARTIAL, type Backup } from './list';
import { beginBackup, type BackupWork } from './thread';

/**
 * The copies of a community beside its data, each a folder that is there only when it is whole: the database, what
 * people stored, and what a restore of it found. One is made at a time; the last few are kept.
 */
export class Backups {
  readonly #store: Store;
  readonly #content: ContentStore;
  readonly #now: () => number;
  #folder: string;
  #making: Promise<Backup> | null = null;
  #work: BackupWork | null = null;
  #closed = false;

  /** `now` gives Unix seconds. What a process that is gone left half done is removed. */
  constructor(store: Store, content: ContentStore, now: () => number) {
    this.#store = store;
    this.#content = content;
    this.#now = now;
    this.#folder = store.folder === '' ? '' : join(store.folder, BACKUPS);
    for (const name of this.#folder === '' ? [] : namesIn(this.#folder)) {
      if (name.startsWith(PARTIAL)) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /** Those that are whole, newest first. */
  list(): Promise<Backup[]> {
    return listBackups(this.#folder);
  }

  /**
   * Makes one, restores it aside and compares it. Throws `conflict` while another is being made, `unavailable` where the
   * disk is full or the host stops, `server_error` where the database cannot be copied; nothing is left then.
   */
  async make(): Promise<Backup> {
    if (this.#closed) throw new AppError('unavailable');
    if (this.#making) throw new AppError('conflict', 'A backup is already running. Wait until it is done.');
    this.#making = this.#content.whileKept(() => this.#make());
    try {
      return await this.#making;
    } finally {
      this.#making = null;
    }
  }

  /** Ends what is being made, and leaves nothing of it. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#work?.end(new AppError('unavailable'));
    await this.#making?.catch(() => undefined);
    if (this.#store.folder === '' && this.#folder !== '')
      rmSync(this.#folder, { recursive: true, force: true });
  }

  async #make(): Promise<Backup> {
    if (this.#folder === '') this.#folder = mkdtempSync(join(tmpdir(), 'courtyard-backups-'));
    const made = this.#now();
    const partial = join(this.#folder, `${PARTIAL}${made}`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const findings = await this.#copyTo(partial);
      const { check, size, contents, contentSize, facts, database, content } = findings;
      const problems = [...database, ...content];
      const description = {
        made,
        compared: this.#now(),
        check,
        size,
        contents,
        contentSize,
        problems,
        facts,
      };
      await writeWhole(join(partial, DESCRIPTION_FILE), JSON.stringify(description, null, 1));
      const name = this.#newName(made);
      await rename(partial, join(this.#folder, name));
      await syncFolder(this.#folder);
      // The first backup has made the folder of all.
      await syncFolder(dirname(this.#folder));
      await this.#forgetOld();
      return { name, description };
    } catch (error) {
      // What the disk does not let go of now, the next start removes.
      await rm(partial, { recursive: true, force: true }).catch(() => undefined);
      throw failureOf(error);
    }
  }

  async #copyTo(folder: string) {
    const { raw } = this.#store.writer;
    const inMemory = this.#store.folder === '';
    const database = inMemory
      ? await this.#store.read(() => Promise.resolve(raw.serialize()))
      : join(this.#store.folder, DATABASE_FILE);
    if (this.#closed) throw new AppError('unavailable');
    const blobs = this.#content.root;
    const trash = this.#content.trash.root;
    this.#work = beginBackup({ kind: 'make', database, blobs, trash, folder });
    try {
      return await this.#work.findings;
    } finally {
      this.#work = null;
    }
  }

  #newName(made: number): string {
    const name = timeName(made);
    const taken = new Set(namesIn(this.#folder));
    let number = 1;
    while (taken.has(number === 1 ? name : `${name}-${number}`)) number++;
    return number === 1 ? name : `${name}-${number}`;
  }

  /** The last one that is sound stays, however many came after it. */
  async #forgetOld(): Promise<void> {
    const all = await this.list();
    const sound = all.find(isSound);
    for (const old of all.slice(LIMITS.backups).filter((one) => one !== sound)) {
      // Out of sight first: half of one must not be taken for a backup.
      const leaving = join(this.#folder, `${PARTIAL}${old.name}`);
      await rename(join(this.#folder, old.name), leaving);
      await rm(leaving, { recursive: true, force: true });
    }
  }
}

/** A moment as the name of a folder: 2026-01-05T08-00-00Z. `seconds` is Unix time. */
export function timeName(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
}

function failureOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code = '' } = cause as { code?: string };
  if (/^(ENOSPC|EDQUOT|EROFS|EMFILE|SQLITE_FULL)/.test(code)) {
    return new AppError('unavailable', 'The disk has no room for a backup. Free up space and try again.', {
      cause,
    });
  }
  // Any error of the file system: a folder that can't be made for an EIO is reported as missing (ENOENT).
  if (/^(E[A-Z]+$|SQLITE_(IOERR|READONLY|CANTOPEN))/.test(code)) {
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
