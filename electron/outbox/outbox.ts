import type { Database } from 'better-sqlite3';
import type { Name } from '../../shared/contract';
import type { Version } from '../../shared/contract/versions';
import { AppError } from '../../shared/errors';
import { CommandIds } from './command-ids';
import { DoneCommands, type LogPoint } from './done-commands';
import { requireInput, requireKey } from './command-input';
import { markPendingWithDependents, refuseDependents } from './dependents';
import { heldKeys } from './held-commands';
import { DEFERRED, writeSynced } from './synced-write';
import { openOutboxDatabase, uploadsFolderOf } from './outbox-database';
import { commandOf, type NewOutboxCommand, type OutboxCommand } from './outbox-command';
import { OutboxUploads, type OutboxUploadsOptions } from './outbox-uploads';
import { outboxQueries, type CommandRow } from './queries';
import type { WaitingUploadRow } from './upload-queries';
import { createdIds, isQueued, uploadPartOf } from './queued-calls';
import { dependencyRefused, REFUSALS } from './refusals';
import { wasRescued } from './rescue';
import { referToCommands, resolveReferences } from './command-references';

export type { NewOutboxCommand, OutboxCommand } from './outbox-command';

/**
 * The writes of one person to a community elsewhere, in a file that nothing discards: each is on the disk before `add`
 * returns, and leaves when the host has done it or the person discards it.
 */
export class Outbox {
  /** Path to which a damaged file was moved when this one was opened; null if none was damaged. */
  readonly damagedFile: string | null;
  /** The bytes of uploads. */
  readonly uploads: OutboxUploads;
  /** What the host has done and its standby may not have. */
  readonly done: DoneCommands;
  readonly #raw: Database;
  readonly #queries: ReturnType<typeof outboxQueries>;
  readonly #ids: CommandIds;
  readonly #listeners = new Set<() => void>();
  readonly #unseen = new Set<string>();
  #sending: string | null = null;

  /** Opens a file that only its owner may read, or a connection in memory. */
  constructor(file: string | Database, options: Pick<OutboxUploadsOptions, 'pictureDecoder'> = {}) {
    const { raw, damagedFile } = openOutboxDatabase(file);
    this.#raw = raw;
    this.damagedFile = damagedFile;
    this.#queries = outboxQueries(raw);
    this.#ids = new CommandIds(this.#queries);
    this.uploads = new OutboxUploads(raw, typeof file === 'string' ? uploadsFolderOf(file) : '', {
      write: (work) => this.#write(work),
      onProgress: () => this.#announce(),
      ...options,
    });
    this.done = new DoneCommands(raw, { uploads: this.uploads, onRequeued: () => this.#announce() });
    // Rows of a damaged file that could not be read may name bytes.
    if (typeof file !== 'string' || !wasRescued(file)) this.uploads.sweep().catch(() => undefined);
  }

  /**
   * Stores a command; the same key again returns what is stored. IDs of things that earlier commands make become
   * references to them. Throws `validation_error` if the host would, and `unavailable` if the disk takes nothing.
   */
  add(command: NewOutboxCommand): OutboxCommand {
    const { key, name, madeAt, program } = command;
    // Of one that was done, the answer is asked for again.
    this.done.requeue(key);
    const stored = this.#queries.findCommand(key);
    if (stored) return this.#commandOf(stored);
    requireKey(key);
    if (!isQueued(name)) throw new AppError('unavailable');
    const valid = requireInput(name, command.input);
    this.#write(() => {
      const n = this.#queries.insertCommand({ key, name, input: '{}', made_at: Math.floor(madeAt), program });
      this.#storeInput({ n, key, name }, valid);
      const part = uploadPartOf(name);
      if (part !== null) this.uploads.claim(String(valid[part]), key, part);
    });
    this.#unseen.add(key);
    return this.#find(key);
  }

  /** Records the provisional IDs of what a command makes; ignored once it has left. */
  setMade(key: string, ids: readonly number[]): void {
    const row = this.#queries.findCommand(key);
    // What refers to them is synced with them.
    if (row) this.#write(() => this.#queries.replaceMade(key, row.n, ids), DEFERRED);
  }

  /** Everything that waits or was refused, in order. References appear as the IDs that they have on this computer. */
  all(): OutboxCommand[] {
    return this.#queries.listCommands().map((row) => this.#commandOf(row));
  }

  /** How many commands wait or were refused. */
  get unsent(): number {
    return this.#queries.countCommands();
  }

  /** Lets a refused command be sent again, and those that were refused with it. Throws `not_found`. */
  retry(key: string): void {
    const row = this.#require(key);
    if (row.state === 'refused') this.#write(() => markPendingWithDependents(this.#queries, key));
  }

  /**
   * Changes what a command says and lets it be sent, in its place. Throws `not_found`, `validation_error`, or
   * `conflict` while it is being sent.
   */
  edit(key: string, input: Record<string, unknown>): OutboxCommand {
    const row = this.#require(key);
    if (this.#sending === key) throw new AppError('conflict', REFUSALS.beingSent);
    const valid = requireInput(row.name as Name, input);
    this.#write(() => {
      this.#storeInput(row, valid);
      markPendingWithDependents(this.#queries, key);
    });
    return this.#find(key);
  }

  /** Records the values that an edit is based on; ignored once it has left. */
  setVersion(key: string, ifVersion: Version): void {
    const row = this.#queries.findCommand(key);
    if (!row) return;
    const input = { ...(JSON.parse(row.input) as Record<string, unknown>), ifVersion };
    this.#write(() => this.#queries.updateInput(key, JSON.stringify(input)));
  }

  /** Deletes commands. Others that refer to what they would have made are refused. */
  discard(...keys: string[]): void {
    const rows = keys.flatMap((key) => this.#queries.findCommand(key) ?? []);
    if (rows.length === 0) return;
    let uploads: string[] = [];
    const refusal = { error: new AppError('not_found', REFUSALS.discarded), refusedWith: null };
    this.#write(() => {
      for (const row of rows) this.#queries.deleteCommand(row);
      uploads = rows.flatMap(({ key }) => this.uploads.release(key) ?? []);
      for (const { key } of rows) refuseDependents(this.#queries, key, refusal);
    });
    for (const upload of uploads) void this.uploads.removeBytes(upload);
  }

  /** Whether the host can't have seen a command: it was added since this was opened, and never sent. */
  isUnseen(key: string): boolean {
    return this.#unseen.has(key);
  }

  /** Calls a listener after each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the file is open. */
  get isOpen(): boolean {
    return this.#raw.open;
  }

  /** Closes the file; what it holds stays. */
  close(): void {
    this.#raw.close();
    void this.uploads.close();
  }

  get hasPending(): boolean {
    return this.#queries.findNext() !== undefined;
  }

  /**
   * For the sender: the first pending command that doesn't wait for the bytes of an upload, from now on regarded as
   * being sent; undefined if there is none.
   */
  beginSending(): OutboxCommand | undefined {
    const held = this.heldKeys();
    const row =
      held.size > 0
        ? this.#queries.listPending().find(({ key }) => !held.has(key))
        : this.#queries.findNext();
    this.#sending = row?.key ?? null;
    if (row) this.#unseen.delete(row.key);
    return row && this.#commandOf(row);
  }

  /** The upload that a provisional ID stands for, or its ID at the host once it was sent; undefined for other IDs. */
  uploadOf(id: number): { upload: WaitingUploadRow } | { hostId: number } | undefined {
    const maker = this.#ids.makerOf(id);
    if (maker?.hostId !== undefined) return { hostId: maker.hostId };
    const upload = maker && this.uploads.findByKey(maker.key);
    return upload && { upload };
  }

  /** For the sender: no command is being sent any more. */
  endSending(): void {
    this.#sending = null;
  }

  /**
   * For the sender: the input of a command with the IDs that its host knows. Throws what it is to be refused with if
   * one of them can't be known: DependencyRefusedError, or `not_found`.
   */
  inputToSend(key: string): Record<string, unknown> {
    const row = this.#require(key);
    const input = resolveReferences(row.name, JSON.parse(row.input) as Record<string, unknown>, (one) =>
      this.#ids.hostIdOf(one),
    );
    const upload = this.uploads.findByKey(key);
    const part = upload && uploadPartOf(row.name as Name);
    return part ? { ...input, [part]: upload.host_id ?? '' } : input;
  }

  /**
   * For the sender: removes a command that the host has done, and remembers the IDs of what it made. With the `point`
   * of the host's log at which it was done, it stays among the done ones.
   */
  settle(key: string, value: unknown, now: number, point: LogPoint | null = null): void {
    const row = this.#queries.findCommand(key);
    let upload: string | undefined;
    this.#write(() => {
      if (row) {
        const ids = createdIds(row.name, value);
        const keptUntil = this.uploads.findByKey(key) ? Math.floor(now) + DRAFTS_NAME_UPLOADS : 0;
        this.#queries.insertSettled(key, ids, Math.floor(now), keptUntil);
        if (point) this.done.add(row, point, ids);
        else {
          upload = this.uploads.release(key);
          this.#queries.deleteCommand(row);
        }
      }
      // It reads whole tables, which are small once nothing waits and the standby has everything.
      if (!this.#queries.findNext() && this.done.count % CLEAN_INTERVAL === 0)
        this.#queries.deleteUnused(now - PAGES_CATCH_UP, now);
      // Lost in a power cut, the command is sent again with its key, and its host answers as before.
    }, DEFERRED);
    if (upload !== undefined) void this.uploads.removeBytes(upload);
    if (point) this.done.trim().catch(() => undefined);
  }

  /** For the sender: refuses a command and those that refer to it. Returns all of them, in order. */
  refuse(key: string, error: AppError, refusedWith: string | null): OutboxCommand[] {
    if (!this.#queries.findCommand(key)) return [];
    const refused: string[] = [key];
    this.#write(() => {
      this.#queries.markRefused(key, JSON.stringify(error.toBody()), refusedWith);
      const inherited = { error: dependencyRefused(), refusedWith: key };
      refused.push(...refuseDependents(this.#queries, key, inherited));
    });
    return refused.map((one) => this.#find(one));
  }

  /** The keys of pending commands that wait for the bytes of an upload. */
  heldKeys(): ReadonlySet<string> {
    if (!this.uploads.findUnsent()) return new Set();
    return heldKeys(this.#queries.listPending(), {
      isUnsentUpload: (key) => this.uploads.findByKey(key)?.sent === 0,
      referencesOf: (n) => this.#queries.findReferences(n),
    });
  }

  #storeInput(
    { n, key, name }: Pick<CommandRow, 'n' | 'key' | 'name'>,
    valid: Record<string, unknown>,
  ): void {
    const { input, keys } = referToCommands(name, valid, (id) => this.#ids.referenceTo(id, n));
    this.#queries.updateInput(key, JSON.stringify(input));
    this.#queries.replaceReferences(n, keys);
  }

  #commandOf(row: CommandRow): OutboxCommand {
    return commandOf(row, { queries: this.#queries, ids: this.#ids, uploads: this.uploads });
  }

  #find(key: string): OutboxCommand {
    return this.#commandOf(this.#require(key));
  }

  #require(key: string): CommandRow {
    const row = this.#queries.findCommand(key);
    if (!row) throw new AppError('not_found', REFUSALS.alreadyGone);
    return row;
  }

  /** By default the change is on the disk afterwards; `DEFERRED`, with the next one that is. */
  #write(work: () => void, synced?: typeof DEFERRED): void {
    writeSynced(this.#raw, work, synced);
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** For how many seconds pages may still show a provisional ID: they load again once everything is sent. */
const PAGES_CATCH_UP = 3600;

/** For how many seconds a draft may still name an upload by its provisional ID. */
const DRAFTS_NAME_UPLOADS = 90 * 24 * 3600;

/** While the standby lacks commands, anything is cleaned up only after every so many of them. */
const CLEAN_INTERVAL = 64;
