import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../../../shared/errors';
import { toStorageError, type ContentStore, type ReceivedFile } from '../../content/store';
import { flushPath } from '../../content/disk-threads';
import { removeFile } from '../../content/file-removal';
import type { Store } from '../../database/open';
import type { ServiceParts } from '../context';
import type { GroupCommit } from '../group-commit';
import { ExportArchive } from './archive';
import { importContents } from './contents';
import type { ImportControl, ImportProgress, StoredImport } from './import-control';
import { ImportRun } from './import-run';
import { importPlaylists } from './playlists';
import { importPosts } from './posts';
import { importProfile } from './profile';
import { importStickers } from './stickers';
import { findImport, listRunningImports, updateImport, type ImportRow } from './queries';

/** What AccountImports writes imported accounts to. */
export interface AccountImportsOptions {
  store: Store;
  content: ContentStore;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
  /** They exist once the service is complete. */
  parts: () => ServiceParts;
  groupCommit: () => GroupCommit;
  /** What the processes of a community that is served by several agree on; null for one process. */
  shared: ImportLocks | null;
}

/** Locks of the server by which one process at a time runs a person's import; they end with the process. */
export interface ImportLocks {
  /** Returns whether this process has it now. */
  lock: (person: number) => Promise<boolean>;
  unlock: (person: number) => Promise<void>;
}

/**
 * Imports exports of accounts, one after the other. The export lies in the content folder until its import has ended,
 * so that a restart of the host continues it, or another process that sees the same folder.
 */
export class AccountImports implements ImportControl {
  readonly #options: AccountImportsOptions;
  #queue: Promise<void> = Promise.resolve();
  #current: { run: ImportRun; person: number; stop: AbortController } | null = null;
  /** The imports that wait here or are running. */
  readonly #started = new Set<number>();
  #isClosed = false;

  constructor(options: AccountImportsOptions) {
    this.#options = options;
  }

  /** Moves a received export to the exports that are to be imported, and returns its name there. */
  async adopt({ path }: ReceivedFile): Promise<string> {
    const name = randomBytes(16).toString('hex');
    try {
      await flushPath(path);
      renameSync(path, this.pathOf(name));
      return name;
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Deletes an adopted export. If that fails, the next start does. */
  discard(name: string): void {
    try {
      const path = this.pathOf(name);
      if (existsSync(path)) removeFile(path);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'failed to delete an imported export');
    }
  }

  pathOf(name: string): string {
    return this.#options.content.pathInside('imports', name);
  }

  /**
   * Continues the imports that an earlier process began, and deletes what belongs to none. The leader of several
   * processes also ends those whose exports are lost.
   */
  async begin(isLeader: boolean): Promise<void> {
    const rows = await this.#options.store.read(listRunningImports);
    const files = new Set(rows.map((row) => row.file));
    const folder = dirname(this.pathOf('any'));
    for (const name of await readdir(folder)) {
      const path = `${folder}/${name}`;
      if (!files.has(name) && (await this.#isAbandoned(path))) await rm(path, { force: true });
    }
    this.#startAll(rows, isLeader);
  }

  /** Continues what another process ran that is gone. */
  async takeOver(): Promise<void> {
    try {
      this.#startAll(await this.#options.store.read(listRunningImports), false);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'imports of another process could not be continued');
    }
  }

  /** Runs a stored import when it is its turn. */
  start(stored: StoredImport): void {
    if (this.#isClosed || this.#started.has(stored.id)) return;
    this.#started.add(stored.id);
    this.#queue = this.#queue
      .then(() => this.#runAlone(stored))
      .catch((error: unknown) => {
        this.#options.logger.error(
          { err: error },
          'an import could not be recorded; the next start continues it',
        );
      })
      .finally(() => this.#started.delete(stored.id));
  }

  /** Stops the running import of a person after the item at hand. */
  cancel(person: number): void {
    if (this.#current?.person === person) this.#current.stop.abort();
  }

  /** Returns how far the running import of a person is; null if it has not begun. */
  progress(person: number): ImportProgress | null {
    if (this.#current?.person !== person) return null;
    const { done, summary } = this.#current.run;
    return { Done: done, Items: summary.items, Skipped: summary.skipped };
  }

  /** Waits until all imports have ended. */
  settled(): Promise<void> {
    return this.#queue;
  }

  /** Stops after the item at hand; the next start continues. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#current?.stop.abort();
    await this.#queue;
  }

  /** Of several processes, those that see an export continue its import: the others may have folders of their own. */
  #startAll(rows: readonly ImportRow[], endsLost: boolean): void {
    for (const row of rows) if (endsLost || existsSync(this.pathOf(row.file))) this.start(row);
  }

  /** Another process may have just received an export, and be about to store its import. */
  async #isAbandoned(path: string): Promise<boolean> {
    return !this.#options.shared || Date.now() - (await stat(path)).ctimeMs > ABANDONED_MS;
  }

  async #runAlone(stored: StoredImport): Promise<void> {
    const { shared } = this.#options;
    if (shared && !(await shared.lock(stored.person_id))) return;
    try {
      await this.#runInTurn(stored);
    } finally {
      await shared?.unlock(stored.person_id);
    }
  }

  async #runInTurn({ person_id: person, id, file }: StoredImport): Promise<void> {
    const { store } = this.#options;
    const row = await store.read((db) => findImport(db, person));
    if (this.#isClosed) return;
    // It was stopped or replaced before it began, or the account was removed.
    if (row?.id !== id || row.status !== 'running') return this.discard(file);
    const stop = new AbortController();
    let archive: ExportArchive | undefined;
    let run: ImportRun | undefined;
    let failure: ErrorCode | '' = '';
    try {
      // The copy of a standby or a backup has the row, but not the export.
      if (!existsSync(this.pathOf(row.file))) throw new AppError('gone');
      archive = await ExportArchive.open(this.pathOf(row.file));
      run = this.#runOf(row, archive, stop);
      this.#current = { run, person, stop };
      await importAll(run);
    } catch (error) {
      if (this.#isClosed || !store.health.isWritable) return;
      if (!stop.signal.aborted) failure = this.#failureOf(error);
    } finally {
      this.#current = null;
      archive?.close();
    }
    await this.#finish(
      row,
      run,
      stop.signal.aborted ? 'cancelled' : failure === '' ? 'done' : 'failed',
      failure,
    );
    this.discard(row.file);
  }

  #runOf(row: ImportRow, archive: ExportArchive, stop: AbortController): ImportRun {
    const { store, parts, groupCommit, now } = this.#options;
    return new ImportRun({ row, archive, store, parts: parts(), groupCommit: groupCommit(), now, stop });
  }

  async #finish(
    row: ImportRow,
    run: ImportRun | undefined,
    status: ImportRow['status'],
    failure: ErrorCode | '',
  ): Promise<void> {
    const { writer } = this.#options.store;
    const items = JSON.stringify(run?.summary.items ?? []);
    const skipped = JSON.stringify(run?.summary.skipped ?? []);
    const done = run?.done ?? 0;
    await writer.run(() => updateImport(writer.db, row, { status, failure, done, items, skipped }));
  }

  #failureOf(error: unknown): ErrorCode {
    const { logger, store } = this.#options;
    const translated = store.health.translate(error);
    if (translated instanceof AppError && EXPECTED.has(translated.code)) return translated.code;
    logger.error({ err: translated }, 'an import failed');
    return translated instanceof AppError ? translated.code : 'server_error';
  }
}

/** Milliseconds after which a received export belongs to no import that another process is about to store. */
const ABANDONED_MS = 3_600_000;

/** Errors that the person must know of, and the log need not. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set(['gone', 'invalid_type', 'not_found', 'access_denied']);

/** Things come after what they refer to. */
async function importAll(run: ImportRun): Promise<void> {
  await importContents(run);
  await importPlaylists(run);
  await importStickers(run);
  await importPosts(run);
  await importProfile(run);
  run.done = run.archive.size;
}
