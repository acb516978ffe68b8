import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { BackupFolder } from '../../backup/folder/backup-folder';
import type { BackupSource } from '../../backup/folder/backup-folder-state';
import { DATABASE_FILE } from '../../database/health/missing-database';
import type { HostMessage, StandbyMessage } from '../messages';
import { unixNow } from '../../unix-time';

/** What the host asks for, and what the standby reports to it. */
export type BackupsWanted = Extract<HostMessage, { type: 'backups' }>;
export type BackupsMade = Extract<StandbyMessage, { type: 'backupsMade' }>;

export interface StandbyBackupsOptions {
  /** The standby's folder. */
  folder: string;
  content: BackupSource['content'];
  /** Copies the database to a path, with all contents that it names stored here when it resolves. */
  snapshot: (to: string) => Promise<void>;
  /** Tells the host. */
  onMade: (made: BackupsMade) => void;
  logger: Logger;
}

/**
 * Backups that a standby makes of its copy, in its own folder, because the owner asked for them: what someone deleted
 * by mistake is gone from the copy a moment later. They are made while the copy is in step, on the schedule of a backup
 * folder, and stay when this machine becomes the host.
 */
export class StandbyBackups {
  readonly #options: StandbyBackupsOptions;
  #wanted = NONE;
  /** What is open as the host wanted it. */
  #opened = NONE;
  #backups: BackupFolder | null = null;
  #isInStep = false;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: StandbyBackupsOptions) {
    this.#options = options;
  }

  /** The host says what it wants: once for each connection, and when that changes. */
  set(wanted: BackupsWanted): void {
    this.#wanted = wanted;
    this.#enqueue(async () => {
      await this.#open();
      this.#report();
    });
    this.#tick();
  }

  /** Whether the copy is in step: only then are backups made. */
  setInStep(isInStep: boolean): void {
    this.#isInStep = isInStep;
    this.#tick();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isInStep = false;
    await this.#backups?.close();
    await this.#turn;
  }

  /** Opens what the host wants, unless it is open. What fails is tried again at the next tick. */
  async #open(): Promise<void> {
    const wanted = this.#wanted;
    const { every, community } = wanted;
    if (every === this.#opened.every && community === this.#opened.community) return;
    clearInterval(this.#timer);
    await this.#backups?.close();
    this.#backups = null;
    this.#opened = NONE;
    if (every === 0) return;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    const { folder: path, content, snapshot, logger } = this.#options;
    const folder = join(path, STANDBY_BACKUPS);
    const scratch = join(folder, SCRATCH);
    // A run that was killed may have left it.
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const backups = new BackupFolder({
      source: {
        folder: path,
        configFile: `${STANDBY_BACKUPS}.json`,
        scratch: () => scratch,
        content,
        database: async (to) => {
          mkdirSync(to, { recursive: true, mode: 0o700 });
          const copy = join(to, `snapshot-${DATABASE_FILE}`);
          await snapshot(copy);
          return copy;
        },
      },
      community,
      folder,
      // The copy beside them isn't encrypted either.
      passphrase: null,
      now: unixNow,
      logger,
      // The host warns, also while this machine is off.
      onOverdue: () => Promise.resolve(),
    });
    backups.schedule({ every });
    this.#backups = backups;
    this.#opened = wanted;
  }

  #tick(): void {
    this.#enqueue(async () => {
      if (!this.#isInStep) return;
      await this.#open();
      const backups = this.#backups;
      if (backups === null) return;
      await backups.tick();
      if (backups.state.progress === null) return;
      await backups.settled();
      this.#report();
    });
  }

  /** Does one thing after another; a failure ends neither the program nor what comes later. */
  #enqueue(work: () => Promise<void>): void {
    this.#turn = this.#turn
      .then(work)
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, FAILED));
  }

  #report(): void {
    const { lastGood = 0, failure = null } = this.#backups?.state ?? {};
    // To earlier hosts, the folder and the backups in it are one.
    const told = failure === 'no_backups' ? 'gone' : failure;
    this.#options.onMade({ type: 'backupsMade', lastGood, failure: told });
  }
}

/** The folder in that of a standby. */
export const STANDBY_BACKUPS = 'standby-backups';
const SCRATCH = 'scratch';
const NONE: BackupsWanted = { type: 'backups', every: 0, community: 0 };
const FAILED = 'the backups of the standby failed and are tried again';
const TICK_MS = 60_000;
