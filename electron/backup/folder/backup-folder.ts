import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FolderFailure } from '../../../shared/failures/backup-failures';
import { formatFileTimestamp } from '../file-timestamp';
import type { BackupFolderOptions, BackupFolderState } from './backup-folder-state.ts';
import { readConfig, saveConfig, type FolderConfig } from './folder-config.ts';
import { FolderError } from './folder-error.ts';
import { startFolderJob, type FolderJob } from './folder-job';
import { isBackupDue, isOverdue, isWarningDue, warnAfterOf } from './folder-schedule.ts';
import type { FolderProgress, RepositoryAccess } from './folder-task.ts';
import type { RepositoryBackup, OpenedRepository, RepositoryOptions } from './repository.ts';

/**
 * Backs up a community to a folder of the administrators' choice, such as a USB disk or a network share, on a schedule.
 * A folder that is gone, full or slow is reported and tried again; the community never waits for it.
 */
export class BackupFolder {
  readonly #options: BackupFolderOptions;
  #config: FolderConfig;
  #failure: FolderFailure | null = null;
  #failures = 0;
  #retryAt = 0;
  #progress: FolderProgress | null = null;
  #backups: readonly RepositoryBackup[] = [];
  #running: Promise<void> | null = null;
  #job: FolderJob<unknown> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isPassphraseChecked = false;

  constructor(options: BackupFolderOptions) {
    this.#options = options;
    this.#config = readConfig(options.source);
    const { folder, passphrase } = options;
    const isNewlyEncrypted =
      passphrase !== null && this.#config.key === null && this.#config.repository !== '';
    if (folder !== null && (resolve(folder) !== this.#config.folder || isNewlyEncrypted))
      this.#forget(resolve(folder));
  }

  get state(): BackupFolderState {
    const { folder, key, isOnDataDisk, every, lastGood } = this.#config;
    return {
      folder,
      isFixed: this.#options.folder !== null,
      isEncrypted: key !== null || this.#options.passphrase !== null,
      isOnDataDisk,
      canStartNewRepository: key === null || this.#options.passphrase !== null,
      every,
      warnAfter: warnAfterOf(this.#config),
      lastGood,
      isOverdue: isOverdue(this.#config, this.#options.now()),
      failure: this.#failure,
      retryAt: this.#failure === null ? 0 : this.#retryAt,
      progress: this.#progress,
      backups: this.#backups,
    };
  }

  /** Starts the schedule. */
  begin(): void {
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
  }

  /** Starts a backup if one is due, and warns if the last good one is too old. Called every minute. */
  async tick(): Promise<void> {
    if (this.#config.folder === '' || this.#isClosed) return;
    const now = this.#options.now();
    if (isBackupDue(this.#config, this.#failure === null ? null : this.#retryAt, now)) this.start();
    if (isOverdue(this.#config, now) && isWarningDue(this.#config, now)) await this.#warn();
  }

  /**
   * Starts a backup unless one is running. The result is in `state`. `isAnew`: if the folder lacks the earlier backups,
   * they start over there.
   */
  start(isAnew = false): void {
    if (this.#config.folder === '' || this.#isClosed || this.#job) return;
    this.#running ??= this.#backUp(isAnew).finally(() => (this.#running = null));
  }

  /** Waits for a running backup. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /**
   * Uses another folder from now on. Its backups of this community are found, if there are any. Throws FolderError if
   * the folder can't be used, and then changes nothing.
   */
  async choose(folder: string, passphrase: string | null = this.#options.passphrase): Promise<void> {
    const opened = await this.#open(resolve(folder), passphrase);
    this.#forget(resolve(folder));
    this.#accept(opened);
    await this.#look();
  }

  /** Stops backing up. What is in the folder stays there. */
  turnOff(): void {
    this.#job?.cancel();
    this.#forget('');
  }

  /** Changes when backups are made, in hours, and when their age is a reason to warn (0: twice that). */
  schedule({ every, warnAfter }: Partial<Pick<FolderConfig, 'every' | 'warnAfter'>>): void {
    this.#change({ ...(every !== undefined && { every }), ...(warnAfter !== undefined && { warnAfter }) });
  }

  /**
   * Encrypts the backups from now on, or changes their passphrase; null stores them unencrypted. Encrypted and
   * unencrypted backups lie in folders of their own, and those of the other kind stay. Throws FolderError.
   */
  async setPassphrase(passphrase: string | null): Promise<void> {
    const { folder, key, repository } = this.#config;
    if (passphrase === null || key === null) {
      if (passphrase === null && key === null) return;
      return this.choose(folder, passphrase);
    }
    const access = this.#accessTo(folder, repository, key);
    await this.#run({ kind: 'change_passphrase', access, passphrase });
  }

  /** Cancels a running backup. Doesn't wait long for a disk that hangs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const { exited } = this.#job ?? {};
    this.#job?.cancel();
    if (exited) await Promise.race([exited, wait(CLOSE_MS)]);
    await this.#running;
  }

  async #warn(): Promise<void> {
    const { logger, now } = this.#options;
    const { since, lastGood } = this.#config;
    this.#change({ warned: now() });
    try {
      await this.#options.onOverdue(now() - (lastGood || since));
    } catch (error) {
      this.#change({ warned: 0 });
      logger.error({ err: error }, 'failed to warn about old backups');
    }
  }

  async #backUp(isAnew: boolean): Promise<void> {
    const { source, logger } = this.#options;
    this.#progress = { place: 'host', done: 0, total: 0 };
    try {
      await source.content.withoutSweep(() => this.#makeOnAnyDisk(isAnew));
      this.#failure = null;
      this.#failures = 0;
    } catch (error) {
      if (this.#isClosed) return;
      this.#fail(error);
      logger.warn({ err: error, failure: this.#failure }, 'the backup to the backup folder failed');
    } finally {
      this.#progress = null;
    }
  }

  /** Another disk may have been mounted: its backups of this community are continued, or begin there. */
  async #makeOnAnyDisk(isAnew: boolean): Promise<void> {
    try {
      await this.#openOnce();
      return await this.#make();
    } catch (error) {
      const isOther = error instanceof FolderError && error.failure === 'no_backups';
      if (!isOther || !this.state.canStartNewRepository) throw error;
    }
    const { folder } = this.#config;
    this.#accept(await this.#open(folder, this.#options.passphrase, { onOwnDisk: !isAnew }));
    await this.#make();
  }

  /**
   * The first backup creates the repository; with a passphrase from the settings each start checks that it is right.
   */
  async #openOnce(): Promise<void> {
    const { passphrase } = this.#options;
    const { folder, repository } = this.#config;
    if (repository !== '' && (passphrase === null || this.#isPassphraseChecked)) return;
    // A passphrase that was left out of the settings would begin readable backups on a disk that others may get.
    const opened = await this.#open(folder, passphrase, { expected: repository, mayDropEncryption: false });
    this.#accept(opened);
    this.#isPassphraseChecked = true;
  }

  async #make(): Promise<void> {
    const { source, now, logger } = this.#options;
    const { content } = source;
    const made = now();
    const name = formatFileTimestamp(made);
    const scratch = source.scratch(made);
    const { folder, repository, key, host } = this.#config;
    const database = await source.database(scratch).catch(async (error: unknown) => {
      await rm(scratch, { recursive: true, force: true });
      throw error;
    });
    const backups = await this.#run({
      kind: 'back_up',
      access: this.#accessTo(folder, repository, key),
      host,
      database,
      blobs: content.files.root,
      trash: content.files.trash.root,
      scratch,
      made,
      name,
    });
    // Another folder may have been chosen meanwhile.
    if (this.#config.repository !== repository) return;
    this.#backups = backups;
    this.#change({ lastGood: made, warned: 0 });
    logger.info({ folder, backup: name }, 'backed up to the backup folder');
  }

  /** Lists the backups of the folder, and continues from the newest. */
  async #look(): Promise<void> {
    const { folder, repository, key } = this.#config;
    this.#backups = await this.#run({ kind: 'list', access: this.#accessTo(folder, repository, key) });
    const [newest] = this.#backups;
    if (newest) this.#change({ lastGood: newest.description.made });
  }

  #open(folder: string, passphrase: string | null, given: Partial<RepositoryOptions> = {}) {
    const { community, source } = this.#options;
    const usual = { expected: '', data: source.folder, onOwnDisk: false, mayDropEncryption: true };
    return this.#run({ kind: 'open', folder, community, passphrase, ...usual, ...given });
  }

  #accessTo(folder: string, id: string, key: string | null): RepositoryAccess {
    return { folder, community: this.#options.community, id, key };
  }

  async #run<T extends Parameters<typeof startFolderJob>[0]>(task: T) {
    if (this.#isClosed) throw new FolderError('failed', 'the host is stopping');
    if (this.#job) throw new FolderError('busy', 'A backup is running.');
    const job = startFolderJob(task, (progress) => (this.#progress &&= progress));
    this.#job = job;
    // A thread that hangs must end before the next one starts.
    const exited = job.exited.then(async () => {
      // A thread that was ended couldn't. If this fails, the next start does it.
      if (task.kind === 'back_up')
        await rm(task.scratch, { recursive: true, force: true }).catch(() => undefined);
      this.#job = null;
    });
    try {
      return await job.result;
    } finally {
      await Promise.race([exited, wait(CLOSE_MS)]);
    }
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof FolderError ? error.failure : 'failed';
    const delay = Math.min(FIRST_RETRY * 2 ** this.#failures++, LAST_RETRY);
    this.#retryAt = this.#options.now() + delay;
  }

  #accept({ id, key, isOnDataDisk }: OpenedRepository): void {
    this.#change({ repository: id, key, isOnDataDisk });
  }

  #forget(folder: string): void {
    this.#failure = null;
    this.#failures = 0;
    this.#backups = [];
    this.#change({
      folder,
      repository: '',
      key: null,
      isOnDataDisk: false,
      since: this.#options.now(),
      lastGood: 0,
      warned: 0,
    });
  }

  #change(change: Partial<FolderConfig>): void {
    this.#config = { ...this.#config, ...change };
    try {
      saveConfig(this.#options.source, this.#config);
    } catch (error) {
      // On a full disk the choice holds until the host stops.
      this.#options.logger.error({ err: error }, 'failed to store the settings of the backup folder');
    }
  }
}

const HOUR = 3600;
const TICK_MS = 60_000;
/** Seconds until a failed backup is tried again: doubled each time, up to an hour. */
const FIRST_RETRY = 5 * 60;
const LAST_RETRY = HOUR;
/** Milliseconds to wait for a thread to end. */
const CLOSE_MS = 2000;

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
