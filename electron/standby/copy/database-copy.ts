import { constants, existsSync } from 'node:fs';
import { copyFile, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { flushPath } from '../../content/disk-threads';
import { writeAll } from '../../content/store';
import { CheckpointThread } from '../../database/checkpoint-thread';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { isDamage } from '../../database/sqlite-errors';
import { hashChunk } from '../chunk-copy';
import { CHUNK } from '../message-stream';
import type { StandbyFolder } from './standby-folder';
import { findLastCommit, readAt, type LogPosition } from '../wal-format';
import { SerialQueue } from '../../serial-queue';

/** File in a standby's folder in which a new copy of the database is made. */
export const COPY_FILE = 'standby-copy.db';

/**
 * The standby's copy of the database: a database file and a write-ahead log, byte for byte the host's. A new copy is
 * made beside the earlier one and replaces it once it is complete, so that there is always one to open. When the host
 * begins a new log, that arrives beside the old one until the old one is in the database file: what is committed
 * meanwhile is on the disk as soon as at any other time.
 */
export class DatabaseCopy {
  readonly #folder: StandbyFolder;
  /** The copy that is written: the current one, or a new one beside it. */
  #path: string;
  #log: FileHandle | null = null;
  readonly #thread = new CheckpointThread();
  /** Why the old log could not be written into the database file; null if it could. */
  #failure: { error: unknown } | null = null;
  /** The new copy's database file, while chunks arrive. */
  #file: FileHandle | null = null;
  /** Bytes of chunks since the last one that was synced. */
  #unsynced = 0;
  /** What changes the current copy's database file, or copies it, one after the other. */
  readonly #queue = new SerialQueue();
  #isClosing = false;

  private constructor(folder: StandbyFolder) {
    this.#folder = folder;
    this.#path = currentPath(folder);
  }

  /** Opens the copy in a folder, finishing what an earlier run had to leave. */
  static async open(folder: StandbyFolder): Promise<DatabaseCopy> {
    if (folder.record.isSwapping) await swap(folder);
    return new DatabaseCopy(folder);
  }

  /**
   * What the current copy's log holds, without a commit of which only a part was written; nothing if the copy is
   * damaged, so that the host compares it with its own and replaces it.
   */
  position(): Promise<{ log: LogPosition | null; ended: LogPosition | null }> {
    return this.#queue.run(() => this.#findPosition());
  }

  async #findPosition(): Promise<{ log: LogPosition | null; ended: LogPosition | null }> {
    await this.#closeFiles();
    this.#path = currentPath(this.#folder);
    if (!existsSync(this.#path)) return { log: null, ended: null };
    this.#failure = null;
    if (existsSync(nextLogOf(this.#path))) {
      const isWhole = await isUndamaged(() => this.#endOldLog());
      if (!isWhole) return { log: null, ended: null };
    }
    const log = await this.#openLog();
    const { ended } = this.#folder.record;
    const found = await findLastCommit(log);
    // The database file of a former host has more of this log already: older pages must not replace newer ones.
    const last = found !== null && found.salt === ended?.salt && found.end < ended.end ? null : found;
    await log.truncate(last?.end ?? 0);
    // The host takes what is here as safe.
    await log.datasync();
    return { log: last, ended };
  }

  /** Begins a new copy with what is here, and returns the hashes of its chunks. */
  beginCopy(): Promise<Buffer> {
    return this.#queue.run(() => this.#beginCopy());
  }

  async #beginCopy(): Promise<Buffer> {
    await this.#closeFiles();
    const [current, next] = [currentPath(this.#folder), newPath(this.#folder)];
    for (const log of [`${next}-wal`, nextLogOf(next)]) await rm(log, { force: true });
    if (existsSync(current) && !existsSync(next)) {
      // Of a damaged copy, what is the same as the host's need not be sent again.
      await isUndamaged(() => this.#thread.end(current));
      await this.#folder.update({ ended: null });
      await copyFile(current, next, constants.COPYFILE_FICLONE);
    }
    this.#path = next;
    this.#file = await open(next, existsSync(next) ? 'r+' : 'w+', 0o600);
    return hashesOf(this.#file);
  }

  async writeChunk(offset: number, bytes: Buffer): Promise<void> {
    if (this.#file === null) throw new Error('a chunk came before the copy began');
    await writeAll(this.#file, bytes, offset);
    this.#unsynced += bytes.length;
    if (this.#unsynced < SYNC_BYTES) return;
    this.#unsynced = 0;
    await this.#file.datasync();
  }

  /** All chunks have arrived: the file has this size. */
  async endChunks(size: number): Promise<void> {
    await this.#file?.truncate(size);
    await this.#file?.datasync();
    await this.#file?.close();
    this.#file = null;
  }

  async writeLog(offset: number, bytes: Buffer): Promise<void> {
    await writeAll(await this.#openLog(), bytes, offset);
  }

  /** Writes the log to the disk. Throws also if the old log could not be written into the database file. */
  async sync(): Promise<void> {
    await this.#log?.datasync();
    this.#throwFailure();
  }

  /** The new copy is complete: it replaces the earlier one. */
  complete(): Promise<void> {
    return this.#queue.run(async () => {
      await this.sync();
      await this.#closeFiles();
      await this.#folder.update({ isSwapping: true, ended: null });
      await swap(this.#folder);
      this.#path = currentPath(this.#folder);
    });
  }

  /**
   * The host's log, which was synced, has ended at a position: what arrives from now on is a new one. Resolves before
   * the old one is in the database file.
   */
  async checkpoint(ended: LogPosition): Promise<void> {
    await this.#queue.run(() => this.#beginNextLog());
    this.#queue.run(() => this.#endOldLog(ended)).catch((error: unknown) => (this.#failure = { error }));
  }

  async #beginNextLog(): Promise<void> {
    // The next log holds what was confirmed already.
    this.#throwFailure();
    await this.#closeFiles();
    this.#log = await open(nextLogOf(this.#path), 'w+', 0o600);
    await flushPath(this.#folder.path);
  }

  /**
   * Writes the old log into the database file, and gives the next one its name. Each step may have been done before a
   * crash.
   */
  async #endOldLog(ended?: LogPosition): Promise<void> {
    const path = this.#path;
    const log = `${path}-wal`;
    const isCurrent = path === currentPath(this.#folder);
    const end = ended ?? (isCurrent ? await endOf(log) : null);
    if (end !== null && isCurrent) await this.#folder.update({ ended: end });
    await this.#thread.end(path);
    await rename(nextLogOf(path), log);
    await flushPath(this.#folder.path);
  }

  /**
   * Copies the database to a path where it can be opened, while the log goes on: only its next checkpoint waits. Throws
   * if there is no complete copy, or if this is closed meanwhile.
   */
  snapshot(to: string): Promise<void> {
    return this.#queue.run(async () => {
      const path = currentPath(this.#folder);
      const isStopped = () => this.#isClosing;
      await copyBytes(path, to, isStopped);
      // SQLite ignores a commit of which only a part was copied.
      if (existsSync(`${path}-wal`)) await copyBytes(`${path}-wal`, `${to}-wal`, isStopped);
    });
  }

  close(): Promise<void> {
    this.#isClosing = true;
    return this.#queue.run(async () => {
      await this.#closeFiles();
      await this.#thread.close();
    });
  }

  async #openLog(): Promise<FileHandle> {
    if (this.#log !== null) return this.#log;
    const path = `${this.#path}-wal`;
    const isNew = !existsSync(path);
    this.#log = await open(path, isNew ? 'w+' : 'r+', 0o600);
    if (isNew) await flushPath(this.#folder.path);
    return this.#log;
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async #closeFiles(): Promise<void> {
    await this.#log?.close();
    await this.#file?.close();
    [this.#log, this.#file] = [null, null];
  }
}

/** Left to the end, a whole database would keep the disk, which may be the host's too, from everybody for seconds. */
const SYNC_BYTES = 4 * 1024 * 1024;

const currentPath = (folder: StandbyFolder) => join(folder.path, DATABASE_FILE);
const newPath = (folder: StandbyFolder) => join(folder.path, COPY_FILE);

/** Each step may have been done before a crash. */
async function swap(folder: StandbyFolder): Promise<void> {
  const [current, next] = [currentPath(folder), newPath(folder)];
  if (existsSync(next)) {
    for (const file of [`${current}-wal`, `${current}-shm`, nextLogOf(current)])
      await rm(file, { force: true });
    await flushPath(folder.path);
    await rename(next, current);
  }
  if (existsSync(`${next}-wal`)) await rename(`${next}-wal`, `${current}-wal`);
  await flushPath(folder.path);
  await folder.update({ isSwapping: false });
}

/** Deletes a new copy that isn't complete. */
export async function removeNewCopy(folder: StandbyFolder): Promise<void> {
  const copy = newPath(folder);
  for (const file of [copy, `${copy}-wal`, `${copy}-shm`, nextLogOf(copy)]) await rm(file, { force: true });
}

/** Returns false if work fails because the database is damaged. Throws any other error. */
async function isUndamaged(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** Where the log arrives that began while the one before isn't in the database file yet. */
function nextLogOf(path: string): string {
  return `${path}-wal-next`;
}

/** Where a log ends; null if there is none. */
async function endOf(path: string): Promise<LogPosition | null> {
  if (!existsSync(path)) return null;
  const log = await open(path, 'r');
  try {
    return await findLastCommit(log);
  } finally {
    await log.close();
  }
}

/** Clones a file where the disk can do that, and copies it in parts elsewhere. */
async function copyBytes(from: string, to: string, isStopped: () => boolean): Promise<void> {
  const isCloned = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  );
  if (isCloned) return;
  const source = await open(from, 'r');
  const target = await open(to, 'w', 0o600).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  try {
    for (let offset = 0, isLast = false; !isLast; offset += CHUNK) {
      if (isStopped()) throw new Error('the copy is being closed');
      const bytes = await readAt(source, CHUNK, offset);
      await writeAll(target, bytes, offset);
      isLast = bytes.length < CHUNK;
    }
  } finally {
    await source.close();
    await target.close();
  }
}

async function hashesOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const hashes: Buffer[] = [];
  for (let offset = 0; offset < size; offset += CHUNK)
    hashes.push(await hashChunk(await readAt(file, CHUNK, offset)));
  return Buffer.concat(hashes);
}
