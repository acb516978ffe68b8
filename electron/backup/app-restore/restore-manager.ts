import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { RestoreFailure } from '../../../shared/failures/backup-failures';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { ContentStore } from '../../content/store';
import { DATABASE_FILE, type Store } from '../../database/open';
import { programCommand } from '../../commands/program-command';
import { startBackupJob } from '../backup-job';
import { schemaStatusOf } from '../backup-list';
import { BackupDescription, DESCRIPTION_FILE } from '../description';
import { formatFileTimestamp } from '../file-timestamp';
import { FolderError } from '../folder/folder-error';
import { startFolderJob } from '../folder/folder-job';
import { BLOBS } from '../previous-data';
import type { CommunitySummary } from './comparison';
import {
  deleteJournal,
  readJournal,
  saveJournal,
  type FinishedRestore,
  type RestoreRequest,
} from './journal';
import type { RecordCounts } from './queries';
import { RestoreRefusedError, RestoreSources, type RestorableBackup } from './restore-sources';
import { RunningJobs } from './running-jobs';
import { INCOMING_DATABASE } from './steps';

/** A checked backup beside what is there now, both summarized. */
export interface CheckedBackup {
  source: RestorableBackup['source'];
  name: string;
  made: number;
  then: CommunitySummary;
  now: CommunitySummary;
}

export interface RestoreManagerOptions {
  store: Store;
  content: ContentStore;
  /** ID of the community. */
  community: number;
  /** The folders that may have backups. */
  backupFolders: () => string[];
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
  /** Restarts the community; null if an administrator has to do it. */
  restart: (() => void) | null;
}

/**
 * Restores backups from the app: finds them, checks one and compares it with what is there, and records that it is
 * wanted. It is restored when the community starts the next time (`openAfterRestore`).
 */
export class RestoreManager {
  readonly #options: RestoreManagerOptions;
  readonly #sources: RestoreSources;
  #checked: (CheckedBackup & { from: string }) | null = null;
  #failure: RestoreFailure | '' = '';
  /** The restore whose record the request has replaced; null for none. */
  #last: FinishedRestore | null = null;
  #checking: Promise<void> | null = null;
  readonly #jobs = new RunningJobs();
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #expiring: Promise<void> | null = null;

  constructor(options: RestoreManagerOptions) {
    this.#options = options;
    this.#sources = new RestoreSources(options, this.#jobs);
  }

  get state() {
    const { store, restart } = this.#options;
    const journal = store.folder === '' ? null : readJournal(store.folder);
    return {
      isPossible: store.folder !== '',
      restarts: restart !== null,
      isChecking: this.#checking !== null,
      failure: this.#failure,
      checked: this.#checked,
      isRequested: journal?.phase === 'requested',
      isUndoing: journal?.phase === 'requested' && journal.kind === 'undo',
      last: journal?.phase === 'done' ? journal : null,
      undoUntil: this.#undoUntil(journal?.phase === 'done' ? journal : null),
    };
  }

  /** What to enter in a terminal of this computer to run the program on the data, before the flag of a command. */
  get command(): string {
    return programCommand('--data', this.#options.store.folder || 'DATA');
  }

  /** The backups beside the data, in the backup folder, and in what was chosen. A folder that hangs is left out. */
  sources(): Promise<RestorableBackup[]> {
    return this.#sources.list();
  }

  /** Looks for backups in a folder, or in an archive, of the owner's choice. Throws `not_found` if there are none. */
  choose(path: string): Promise<void> {
    return this.#sources.selectPath(path);
  }

  /** Starts to check a backup and to compare it. The result is in `state`. Throws `not_found` and `conflict`. */
  async check(kind: RestorableBackup['source'], name: string, passphrase: string): Promise<void> {
    if (this.#options.store.folder === '')
      throw new AppError(
        'conflict',
        'This community has no data folder here, so there is nothing to restore.',
      );
    const source = (await this.sources()).find((one) => one.source === kind && one.name === name);
    if (!source) throw new AppError('not_found', 'This backup no longer exists. Choose another one.');
    if (this.#checking || this.#isClosed)
      throw new AppError('conflict', 'A backup is already being checked. Wait until it’s done.');
    this.#failure = '';
    this.#checked = null;
    clearTimeout(this.#expiry);
    this.#checking = this.#check(source, passphrase).finally(() => (this.#checking = null));
  }

  /** Records that the checked backup is wanted; the community restarts soon. Throws `conflict` without one. */
  request(made: number): void {
    if (!this.#checked || this.#checking || this.#checked.made !== made)
      throw new AppError('conflict', 'Check a backup first.');
    const { from, then } = this.#checked;
    this.#record({ kind: 'restore', from, made, missing: then.missing });
  }

  /** Records that the last restore is to be undone; the community restarts soon. Throws `conflict` if it can't be. */
  undo(): void {
    const { last } = this.state;
    if (!last || this.#undoUntil(last) === 0) throw new AppError('conflict', 'There is no restore to undo.');
    const from = join(this.#options.store.folder, last.aside);
    this.#record({ kind: 'undo', from, made: last.ended, missing: Number.MAX_SAFE_INTEGER });
  }

  /** Takes back what was recorded, before the restart: the last restore can still be undone. */
  withdraw(): void {
    const { folder } = this.#options.store;
    if (this.#last) saveJournal(folder, this.#last);
    else deleteJournal(folder);
    clearTimeout(this.#timer);
    if (this.#checked) this.#expireLater();
  }

  /** Waits for a running check, or for the end of an old one. */
  async settled(): Promise<void> {
    await this.#checking;
    await this.#expiring;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#expiry);
    this.#jobs.cancel();
    await this.settled();
  }

  async #check(source: RestorableBackup, passphrase: string): Promise<void> {
    try {
      await this.#expiring;
      await this.#discard();
      this.#checked = await this.#compare(source, await this.#sources.extract(source, passphrase));
      this.#expireLater();
    } catch (error) {
      if (this.#isClosed) return;
      await this.#discard();
      this.#failure = failureOf(error);
      this.#options.logger.warn({ err: error, failure: this.#failure }, 'a backup cannot be restored');
    }
  }

  #expireLater(): void {
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => void (this.#expiring = this.#expire()), EXPIRY_MS).unref();
  }

  /** A comparison gets old, and the copy of the backup isn't encrypted. */
  async #expire(): Promise<void> {
    if (this.#isClosed || this.#checking || this.state.isRequested) return;
    this.#checked = null;
    await this.#discard();
  }

  /** Deletes the copy of a backup, unless the next start restores it. If that fails, the next start does it. */
  async #discard(): Promise<void> {
    if (!this.state.isRequested) await this.#sources.discard().catch(() => undefined);
  }

  async #compare(source: RestorableBackup, from: string): Promise<CheckedBackup & { from: string }> {
    const { store, content, community } = this.#options;
    const database = join(from, DATABASE_FILE);
    if (schemaStatusOf(database) === 'newer') throw new RestoreRefusedError('newer');
    const description = BackupDescription.parse(
      JSON.parse(await readFile(join(from, DESCRIPTION_FILE), 'utf8')),
    );
    const restored = join(store.folder, INCOMING_DATABASE);
    await rm(restored, { recursive: true, force: true });
    const { facts, made } = description;
    const job = this.#jobs.add(startBackupJob({ kind: 'compare', folder: from, restored, facts }));
    if ((await job.findings).database.length > 0) throw new RestoreRefusedError('damaged');
    const blobs = [join(from, BLOBS), content.files.root];
    const then = await this.#summarize(database, blobs, NO_IDS);
    if (then.community !== community) throw new RestoreRefusedError('other_community');
    const known = description.problems.length > 0 ? then.missing : description.missing;
    if (then.missing > known) throw new RestoreRefusedError('incomplete');
    const now = await this.#summarize(join(store.folder, DATABASE_FILE), [content.files.root], then.last);
    return { source: source.source, name: source.name, made, then, now, from };
  }

  #summarize(database: string, blobs: readonly string[], since: RecordCounts): Promise<CommunitySummary> {
    return this.#jobs.add(startFolderJob({ kind: 'summarize', database, blobs, since })).result;
  }

  #record(wanted: Pick<RestoreRequest, 'kind' | 'from' | 'made' | 'missing'>): void {
    const { store, now, restart } = this.#options;
    if (!this.state.isRequested) this.#last = this.state.last;
    const requested = now();
    const name = `before-restore-${formatFileTimestamp(requested)}`;
    let aside = name;
    for (let number = 2; existsSync(join(store.folder, aside)); number++) aside = `${name}-${number}`;
    saveJournal(store.folder, { phase: 'requested', attempts: 0, ...wanted, requested, aside });
    // The answer goes out first.
    if (restart) this.#timer = setTimeout(restart, RESTART_MS);
  }

  #undoUntil(last: FinishedRestore | null): number {
    if (last?.outcome !== 'restored') return 0;
    const until = last.ended + LIMITS.restoreUndo;
    const isThere = existsSync(join(this.#options.store.folder, last.aside, DATABASE_FILE));
    return isThere && until > this.#options.now() ? until : 0;
  }
}

function failureOf(error: unknown): RestoreFailure {
  if (error instanceof RestoreRefusedError) return error.failure;
  if (error instanceof FolderError) return FOLDER_FAILURES[error.failure] ?? 'failed';
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test((error as NodeJS.ErrnoException).code ?? '')
    ? 'full'
    : 'damaged';
}

const FOLDER_FAILURES: Partial<Record<FolderError['failure'], RestoreFailure>> = {
  passphrase: 'passphrase',
  needs_passphrase: 'needs_passphrase',
  gone: 'gone',
  no_answer: 'gone',
  damaged: 'damaged',
  full: 'full',
  host_full: 'full',
};

const NO_IDS = { people: 0, messages: 0, posts: 0 };
/** Milliseconds for which a checked backup can be restored. */
const EXPIRY_MS = 3_600_000;
/** Milliseconds until the community restarts: by then the answer has reached the one who asked. */
const RESTART_MS = 500;
