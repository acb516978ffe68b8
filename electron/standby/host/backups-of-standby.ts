import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { FolderFailure } from '../../../shared/failures/backup-failures';
import { STANDBY } from '../../../shared/limits';
import { isOverdue, isWarningDue } from '../../backup/folder/folder-schedule';
import { JsonFile } from '../../json-file';
import type { HostMessage, StandbyMessage } from '../messages';

/** The backups that the standby makes of its copy, on its own disk. */
export interface StandbyBackupsState {
  /** Whether the owner wants them. */
  isOn: boolean;
  /** Unix seconds; 0 if there is none. */
  lastGood: number;
  isOverdue: boolean;
  /** Why the newest one failed, as far as the standby has said since this host was started. */
  failure: FolderFailure | null;
}

export interface BackupsOfStandbyOptions {
  /** The data folder, or '' for a community in memory. */
  folder: string;
  /** ID of the community. */
  community: number;
  /** Returns Unix seconds. */
  now: () => number;
  /** Called when the last good backup is too old. */
  onOverdue: () => Promise<void>;
  logger: Logger;
}

/**
 * The host's side of backups on its standby: asks for them, knows when the last good one was made, also while the
 * standby is away, and warns if that is too long ago.
 */
export class BackupsOfStandby {
  readonly #options: BackupsOfStandbyOptions;
  /** Not in the database: the standby would be behind after each backup. */
  readonly #file: JsonFile | null;
  #stored: Stored;
  #since = 0;
  #failure: FolderFailure | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BackupsOfStandbyOptions) {
    this.#options = options;
    const { folder } = options;
    this.#file = folder === '' ? null : new JsonFile(join(folder, LAST_BACKUP_FILE));
    this.#stored = this.#file?.read((value) => Stored.parse(value)) ?? { lastGood: 0, warned: 0 };
  }

  get state(): StandbyBackupsState {
    const isOn = this.#since > 0;
    return {
      isOn,
      lastGood: isOn ? this.#stored.lastGood : 0,
      isOverdue: isOn && isOverdue(this.#schedule, this.#options.now()),
      failure: isOn ? this.#failure : null,
    };
  }

  /** What the standby is sent for each connection, and when it changes. */
  get notice(): Extract<HostMessage, { type: 'backups' }> {
    const every = this.#since > 0 ? STANDBY.backupEvery : 0;
    return { type: 'backups', every, community: this.#options.community };
  }

  /** Since when the owner wants backups, in Unix seconds; 0 for none. Returns whether the standby has to be told. */
  set(since: number): boolean {
    if (since === this.#since) return false;
    this.#since = since;
    clearInterval(this.#timer);
    if (since > 0) this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
    return true;
  }

  /** Takes what the standby says about its backups. */
  made({ lastGood, failure }: Extract<StandbyMessage, { type: 'backupsMade' }>): void {
    this.#failure = failure;
    if (lastGood === this.#stored.lastGood) return;
    void this.#store({ lastGood, warned: 0 });
  }

  /** Warns if the last good backup is too old and nobody was warned lately. */
  async tick(): Promise<void> {
    const { now, onOverdue, logger } = this.#options;
    if (!this.state.isOverdue || !isWarningDue(this.#stored, now())) return;
    const { lastGood } = this.#stored;
    await this.#store({ lastGood, warned: now() });
    try {
      await onOverdue();
    } catch (error) {
      await this.#store({ lastGood, warned: 0 });
      logger.error({ err: error }, 'failed to warn about old backups on the standby');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  get #schedule() {
    const { lastGood } = this.#stored;
    return {
      folder: LAST_BACKUP_FILE,
      since: this.#since,
      lastGood,
      every: STANDBY.backupEvery,
      warnAfter: 0,
    };
  }

  async #store(stored: Stored): Promise<void> {
    this.#stored = stored;
    await this.#file
      ?.write(stored)
      .catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'failed to store when the standby made its last backup'),
      );
  }
}

const Stored = z.object({ lastGood: z.number(), warned: z.number() });
type Stored = z.infer<typeof Stored>;

/** File in a data folder with the time of the last backup on the standby. */
const LAST_BACKUP_FILE = 'standby-last-backup.json';
const TICK_MS = 60_000;
