import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { AppError } from '../../shared/errors';
import type { Damage } from './check';
import { startCheck, type RunningCheck } from './checker';
import { isDamage, isStorageFailure } from './failures';
import { parseRecord, type HealthRecord, type HealthRecordStorage } from './health-record';

/** What is known of a database: `unchecked` while no check of it counts any more. */
export type HealthStatus = 'sound' | 'unchecked' | 'damaged';

/** Why nothing can be written. */
export type ReadOnlyReason = 'damaged' | 'disk_full' | 'missing';

/**
 * Knows whether the database is intact, and whether it may be written to. It is checked after a stop that was not clean,
 * when its file was changed from outside, once a week, and when a statement met damage. A damaged database is read-only.
 */
export class DatabaseHealth {
  /** Called whenever anything that this class tells has changed. */
  onChange: () => void = () => undefined;
  readonly #path: string;
  readonly #storage: HealthRecordStorage | null;
  readonly #opened: FileState | null;
  #record: HealthRecord | null = null;
  #status: HealthStatus = 'sound';
  #damage: readonly Damage[] = [];
  #checkedAt = 0;
  /** The file that was opened; 0 where there is none. */
  #inode = 0;
  #isMissing = false;
  #isDiskFull = false;
  /** A statement met damage in this run: a check that finds nothing does not take that back. */
  #hasMetDamage = false;
  #isStarted = false;
  #isStopped = false;
  #check: RunningCheck | null = null;
  #checking: Promise<void> | null = null;
  #now: () => number = () => Math.floor(Date.now() / 1000);
  #logger: Pick<Logger, 'error'> | null = null;

  /** To be made before the database at `path` is opened; '' is one in memory, which is always sound. */
  constructor(path: string, storage: HealthRecordStorage | null) {
    this.#path = path;
    this.#storage = storage;
    this.#opened = path === '' ? null : stateOf(path);
    if (this.#opened === null || this.#opened.size === 0) return;
    this.#record = parseRecord(storage?.health ?? '');
    const isUnchanged = this.#record?.file === textOf(this.#opened);
    this.#checkedAt = this.#record?.checkedAt ?? 0;
    if (this.#record?.isDamaged && isUnchanged) {
      [this.#status, this.#damage] = ['damaged', this.#record.damage];
    } else if (!this.#record?.isClean || !isUnchanged) {
      this.#status = 'unchecked';
    }
  }

  /**
   * Begins to watch over the open database and checks it where that is due. Waits for the check of a small one, so that
   * nothing is written to it before. `now` gives Unix seconds.
   */
  async start(now: () => number, logger: Pick<Logger, 'error'> | null = null): Promise<void> {
    [this.#now, this.#logger, this.#isStarted] = [now, logger, true];
    if (this.#path === '') return;
    const isNew = this.#opened === null || this.#opened.size === 0;
    if (isNew) this.#checkedAt = now();
    this.#inode = stateOf(this.#path)?.inode ?? 0;
    const isDue = this.#status !== 'sound' || this.#isWeeklyCheckDue();
    if (isDue && this.#status === 'sound') this.#status = 'unchecked';
    this.#save(false);
    if (!isDue) return;
    const checking = this.check();
    if ((this.#opened?.size ?? 0) <= AWAITED_LIMIT) await checking;
  }

  get status(): HealthStatus {
    return this.#status;
  }

  /** Whether the last check found nothing and still counts. */
  get isSound(): boolean {
    return this.#status === 'sound' && !this.#isMissing;
  }

  /** The damaged parts; none where damage was met that no check has found. */
  get damage(): readonly Damage[] {
    return this.#damage;
  }

  /** When it was last checked, in Unix seconds; 0 for never. */
  get checkedAt(): number {
    return this.#checkedAt;
  }

  /** Why nothing can be written; null where it can. */
  get readOnlyReason(): ReadOnlyReason | null {
    if (this.#isMissing) return 'missing';
    if (this.#status === 'damaged') return 'damaged';
    return this.#isDiskFull ? 'disk_full' : null;
  }

  get isWritable(): boolean {
    return this.readOnlyReason === null;
  }

  /** Throws `unavailable` where nothing can be written. */
  requireWritable(): void {
    const reason = this.readOnlyReason;
    if (reason !== null) throw new AppError('unavailable', SENTENCES[reason]);
  }

  /** Throws `unavailable` where the file of the database is no longer in its place. */
  requirePresent(): void {
    if (this.#inode === 0) return;
    const isMissing = stateOf(this.#path)?.inode !== this.#inode;
    if (isMissing !== this.#isMissing) {
      this.#isMissing = isMissing;
      this.#changed();
    }
    if (isMissing) throw new AppError('unavailable', SENTENCES.missing);
  }

  /** Allows no writes until the next start: the disk had no room for the first one. */
  noteFullDisk(): void {
    this.#isDiskFull = true;
  }

  /** Looks at what a statement has thrown: the first damage makes the database read-only and has it checked. */
  note(error: unknown): void {
    if (this.#hasMetDamage || !isDamage(error)) return;
    this.#hasMetDamage = true;
    this.#logger?.error({ err: error }, 'the database is damaged; nothing is written to it any more');
    this.#become('damaged', this.#damage);
    this.#checkOnThread();
  }

  /**
   * What a caller is told in place of an error of SQLite, and of every unexpected one while the database is damaged: rows
   * that contradict each other break what relies on them. Other errors as they are.
   */
  translate(error: unknown): unknown {
    if (error instanceof AppError) return error;
    this.note(error);
    if (this.#status === 'damaged') return new AppError('unavailable', UNREADABLE, { cause: error });
    return isStorageFailure(error) ? new AppError('unavailable', undefined, { cause: error }) : error;
  }

  /** Checks the database when the last check is a week old. */
  checkWhenDue(): void {
    if (this.#isWeeklyCheckDue()) this.#checkOnThread();
  }

  /** Checks the database now, on a thread; settles when its findings count. */
  check(): Promise<void> {
    this.#checking ??= this.#runCheck().finally(() => (this.#checking = null));
    return this.#checking;
  }

  /** Ends a check that runs, and begins no other. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#check?.end();
    await this.#checking;
  }

  /** Notes that the database was closed; `isClean` where everything was stored. */
  noteClosed(isClean: boolean): void {
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
      if (damage.length > 0) this.#logger?.error({ damage }, 'a check found the database damaged');
      const isDamaged = damage.length > 0 || this.#hasMetDamage;
      this.#become(isDamaged ? 'damaged' : 'sound', damage);
    } catch (error) {
      // The file could not be opened beside the host: it is unchecked still.
      if (!this.#isStopped) this.#logger?.error({ err: error }, 'the database could not be checked');
    } finally {
      this.#check = null;
    }
  }

  #become(status: HealthStatus, damage: readonly Damage[]): void {
    [this.#status, this.#damage] = [status, damage];
    this.#save(false);
    this.#changed();
  }

  #changed(): void {
    try {
      this.onChange();
    } catch (error) {
      this.#logger?.error({ err: error }, 'a change of the health of the database was not passed on');
    }
  }

  /** Either way: a clock that was ahead may have been set back. */
  #isWeeklyCheckDue(): boolean {
    return Math.abs(this.#now() - this.#checkedAt) >= WEEK;
  }

  /** What cannot be noted, as on a full disk, is found out by a check at the next start. */
  #save(isClean: boolean): void {
    const state = this.#isStarted ? stateOf(this.#path) : null;
    if (state === null) return;
    const [isDamaged, damage, checkedAt] = [this.#status === 'damaged', [...this.#damage], this.#checkedAt];
    // An unfinished check leaves the next start to begin it anew.
    const counts = isClean && this.#status !== 'unchecked';
    try {
      this.#storage?.saveHealth(
        JSON.stringify({ isClean: counts, isDamaged, damage, checkedAt, file: textOf(state) }),
      );
    } catch (error) {
      this.#logger?.error({ err: error }, 'the health of the database could not be noted');
    }
  }
}

/** Seconds between two checks of a database that gives no cause for one. */
const WEEK = 7 * 24 * 3600;
/** The check of a database up to this size, in bytes, takes a moment. */
const AWAITED_LIMIT = 64 * 1024 ** 2;

const SENTENCES: Record<ReadOnlyReason, string> = {
  damaged:
    'The database is damaged, so this community is read-only. Nothing was changed. Ask the host to restore a backup.',
  disk_full:
    'The disk of the host was full at startup, so this community is read-only. Nothing was changed. Ask the host to free up space.',
  missing: 'The data folder of this community is missing. Nothing was changed. Ask the host to restore it.',
};

const UNREADABLE = 'The database is damaged, so this cannot be read. Ask the host to restore a backup.';

interface FileState {
  inode: number;
  size: number;
  changed: number;
}

/** Null where there is no such file, or it cannot be reached. */
function stateOf(path: string): FileState | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? { inode: stats.ino, size: stats.size, changed: Math.floor(stats.mtimeMs) } : null;
  } catch {
    return null;
  }
}

function textOf({ inode, size, changed }: FileState): string {
  return [inode, size, changed].join(':');
}
