import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { hostFull } from '../../../shared/failures/host-full';
import type { Damage } from './check';
import { startCheck, type RunningCheck } from './checker';
import { isDamage, isDiskFull, isStorageFailure } from '../sqlite-errors';
import { parseHealthRecord, type HealthRecord, type HealthRecordStorage } from './health-record';
import { unixNow } from '../../unix-time';

/** Health of a database; `unchecked` if the last check is no longer valid. */
export type HealthStatus = 'sound' | 'unchecked' | 'damaged';

/** Why the database is read-only. */
export type ReadOnlyReason = 'damaged' | 'disk_full' | 'missing';

/**
 * Tracks whether the database is intact and may be written to. It is checked after an unclean shutdown, when another
 * program changed its file, once a week, and when a statement fails because of damage. A damaged database is
 * read-only.
 */
export class DatabaseHealth {
  /** Called whenever the health changes. */
  onChange: () => void = () => undefined;
  readonly #path: string;
  readonly #storage: HealthRecordStorage | null;
  readonly #fileAtOpen: FileState | null;
  /** Whether the database was closed cleanly before, and its file wasn't changed since. */
  readonly wasClosedCleanly: boolean = false;
  #record: HealthRecord | null = null;
  #status: HealthStatus = 'sound';
  #damage: readonly Damage[] = [];
  #checkedAt = 0;
  /** Inode of the opened file; 0 for none. */
  #inode = 0;
  #isMissing = false;
  #isDiskFull = false;
  /** A statement failed because of damage in this run: a later check without findings doesn't clear that. */
  #hasSeenDamage = false;
  #isStarted = false;
  #isStopped = false;
  #check: RunningCheck | null = null;
  #checking: Promise<void> | null = null;
  #now: () => number = unixNow;
  #logger: Pick<Logger, 'error'> | null = null;

  /** Create it before opening the database at `path`. '' is a database in memory, which is always sound. */
  constructor(path: string, storage: HealthRecordStorage | null) {
    this.#path = path;
    this.#storage = storage;
    this.#fileAtOpen = path === '' ? null : fileStateOf(path);
    if (this.#fileAtOpen === null || this.#fileAtOpen.size === 0) return;
    this.#record = parseHealthRecord(storage?.health ?? '');
    const isUnchanged = this.#record?.file === fingerprintOf(this.#fileAtOpen);
    this.#checkedAt = this.#record?.checkedAt ?? 0;
    this.wasClosedCleanly = isUnchanged && this.#record?.isClean === true;
    if (this.#record?.isDamaged && isUnchanged) {
      [this.#status, this.#damage] = ['damaged', this.#record.damage];
    } else if (!this.#record?.isClean || !isUnchanged) {
      this.#status = 'unchecked';
    }
  }

  /**
   * Starts monitoring the open database and checks it if due. Waits for the check of a small one, so that nothing is
   * written before. `now` returns Unix seconds.
   */
  async start(now: () => number, logger: Pick<Logger, 'error'> | null = null): Promise<void> {
    [this.#now, this.#logger, this.#isStarted] = [now, logger, true];
    if (this.#path === '') return;
    const isNew = this.#fileAtOpen === null || this.#fileAtOpen.size === 0;
    if (isNew) this.#checkedAt = now();
    this.#inode = fileStateOf(this.#path)?.inode ?? 0;
    const isDue = this.#status !== 'sound' || this.#isWeeklyCheckDue();
    if (isDue && this.#status === 'sound') this.#status = 'unchecked';
    this.#save(false);
    if (!isDue) return;
    const checking = this.check();
    if ((this.#fileAtOpen?.size ?? 0) <= AWAITED_CHECK_LIMIT) await checking;
  }

  get status(): HealthStatus {
    return this.#status;
  }

  /** Whether the last check is valid and found nothing. */
  get isSound(): boolean {
    return this.#status === 'sound' && !this.#isMissing;
  }

  /** The damaged parts; empty if a statement failed because of damage that no check has located. */
  get damage(): readonly Damage[] {
    return this.#damage;
  }

  /** Unix seconds of the last check; 0 if never. */
  get checkedAt(): number {
    return this.#checkedAt;
  }

  /** Why the database is read-only; null if it is writable. */
  get readOnlyReason(): ReadOnlyReason | null {
    if (this.#isMissing) return 'missing';
    if (this.#status === 'damaged') return 'damaged';
    return this.#isDiskFull ? 'disk_full' : null;
  }

  get isWritable(): boolean {
    return this.readOnlyReason === null;
  }

  /** Throws `unavailable` if the database is read-only. */
  requireWritable(): void {
    const reason = this.readOnlyReason;
    if (reason !== null) throw new AppError('unavailable', READ_ONLY_MESSAGES[reason]);
  }

  /** Throws `unavailable` if the database file has been moved or deleted. */
  requireFile(): void {
    if (this.#inode === 0) return;
    const isMissing = fileStateOf(this.#path)?.inode !== this.#inode;
    if (isMissing !== this.#isMissing) {
      this.#isMissing = isMissing;
      this.#notifyChange();
    }
    if (isMissing) throw new AppError('unavailable', READ_ONLY_MESSAGES.missing);
  }

  /** Makes the database read-only until the next start, because the disk was full when it was opened. */
  markDiskFull(): void {
    this.#isDiskFull = true;
  }

  /** Reports an error of a statement: the first damage makes the database read-only and starts a check. */
  reportError(error: unknown): void {
    if (this.#hasSeenDamage || !isDamage(error)) return;
    this.#hasSeenDamage = true;
    this.#logger?.error({ err: error }, 'the database is damaged and is now read-only');
    this.#setStatus('damaged', this.#damage);
    this.#checkOnThread();
  }

  /**
   * Translates an error for the caller: SQLite errors, and any unexpected error while the database is damaged
   * (inconsistent rows break what relies on them), become `unavailable`. Other errors are returned unchanged.
   */
  translate(error: unknown): unknown {
    if (error instanceof AppError) return error;
    this.reportError(error);
    if (this.#status === 'damaged') return new AppError('unavailable', UNREADABLE_MESSAGE, { cause: error });
    if (isDiskFull(error)) return hostFull(error);
    return isStorageFailure(error) ? new AppError('unavailable', undefined, { cause: error }) : error;
  }

  /** Starts a check if the last one is a week old. */
  checkWhenDue(): void {
    if (this.#isWeeklyCheckDue()) this.#checkOnThread();
  }

  /** Checks the database on a worker thread; resolves when the result is applied. */
  check(): Promise<void> {
    this.#checking ??= this.#runCheck().finally(() => (this.#checking = null));
    return this.#checking;
  }

  /** Cancels a check in progress and starts no other. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#check?.cancel();
    await this.#checking;
  }

  /** Records that the database was closed; `isClean` if everything was written to the file. */
  markClosed(isClean: boolean): void {
    if (this.#isStarted) this.#save(isClean);
  }

  #checkOnThread(): void {
    if (this.#isStarted && !this.#isStopped && this.#path !== '') void this.check();
  }

  async #runCheck(): Promise<void> {
    this.#check = startCheck(this.#path);
    try {
      const damage = await this.#check.damage;
      this.#checkedAt = this.#now();
      if (damage.length > 0) this.#logger?.error({ damage }, 'the database check found damage');
      const isDamaged = damage.length > 0 || this.#hasSeenDamage;
      this.#setStatus(isDamaged ? 'damaged' : 'sound', damage);
    } catch (error) {
      // The file could not be opened by a second connection: it stays unchecked.
      if (!this.#isStopped) this.#logger?.error({ err: error }, 'the database could not be checked');
    } finally {
      this.#check = null;
    }
  }

  #setStatus(status: HealthStatus, damage: readonly Damage[]): void {
    [this.#status, this.#damage] = [status, damage];
    this.#save(false);
    this.#notifyChange();
  }

  #notifyChange(): void {
    try {
      this.onChange();
    } catch (error) {
      this.#logger?.error({ err: error }, 'the listener of database health failed');
    }
  }

  /** The absolute difference, because a clock that was ahead may have been set back. */
  #isWeeklyCheckDue(): boolean {
    return Math.abs(this.#now() - this.#checkedAt) >= CHECK_INTERVAL;
  }

  /** If saving fails, as on a full disk, the next start checks the database. */
  #save(isClean: boolean): void {
    const state = this.#isStarted ? fileStateOf(this.#path) : null;
    if (state === null) return;
    const [isDamaged, damage, checkedAt] = [this.#status === 'damaged', [...this.#damage], this.#checkedAt];
    // An unfinished check is repeated by the next start.
    const counts = isClean && this.#status !== 'unchecked';
    try {
      this.#storage?.saveHealth(
        JSON.stringify({ isClean: counts, isDamaged, damage, checkedAt, file: fingerprintOf(state) }),
      );
    } catch (error) {
      this.#logger?.error({ err: error }, 'the health of the database could not be stored');
    }
  }
}

/** Seconds between two routine checks. */
const CHECK_INTERVAL = 7 * 24 * 3600;
/** Start waits for the check of databases up to this size, in bytes. */
const AWAITED_CHECK_LIMIT = 64 * 1024 ** 2;

const READ_ONLY_MESSAGES: Record<ReadOnlyReason, string> = {
  damaged:
    'The database is damaged, so this community is read-only. Nothing was changed. Ask the host to restore a backup.',
  disk_full:
    'The disk of the host was full at startup, so this community is read-only. Nothing was changed. Ask the host to free up space.',
  missing: 'The data folder of this community is missing. Nothing was changed. Ask the host to restore it.',
};

const UNREADABLE_MESSAGE =
  'The database is damaged, so this cannot be read. Ask the host to restore a backup.';

interface FileState {
  inode: number;
  size: number;
  changed: number;
}

/** Null if the file doesn't exist or cannot be read. */
function fileStateOf(path: string): FileState | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? { inode: stats.ino, size: stats.size, changed: Math.floor(stats.mtimeMs) } : null;
  } catch {
    return null;
  }
}

function fingerprintOf({ inode, size, changed }: FileState): string {
  return [inode, size, changed].join(':');
}
