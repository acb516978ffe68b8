import type { Database } from 'better-sqlite3';
import { OUTBOX } from '../../shared/limits';
import { doneQueries, type DoneUsage, type LogPoint } from './done-queries';
import type { OutboxUploads } from './outbox-uploads';
import type { CommandRow } from './queries';
import { DEFERRED, writeSynced } from './synced-write';

export type { LogPoint } from './done-queries';

/** The uploads of done commands, and whom to notify when commands are pending again. */
export interface DoneCommandsOptions {
  uploads: Pick<OutboxUploads, 'findByKey' | 'release' | 'removeBytes' | 'hasRoom'>;
  /** Called when commands have become pending again. */
  onRequeued: () => void;
}

/**
 * The commands that the host has done and its standby may not have yet. They are forgotten once it has them, and become
 * pending again if another host took over without them. Beyond a limit the oldest are forgotten.
 */
export class DoneCommands {
  readonly #raw: Database;
  readonly #options: DoneCommandsOptions;
  readonly #queries: ReturnType<typeof doneQueries>;
  #use: DoneUsage;

  constructor(raw: Database, options: DoneCommandsOptions) {
    this.#raw = raw;
    this.#options = options;
    this.#queries = doneQueries(raw);
    this.#use = this.#queries.readUse();
  }

  /** How many there are. */
  get count(): number {
    return this.#use.items;
  }

  /**
   * Inside a transaction: adds a command that was done at a point of the host's log, which gave IDs to what it made.
   */
  add(row: CommandRow, point: LogPoint, ids: readonly number[]): void {
    this.#queries.insert(row, point, ids);
    const upload = this.#options.uploads.findByKey(row.key);
    const { items, bytes, uploads } = this.#use;
    this.#use = {
      items: items + 1,
      bytes: bytes + row.input.length,
      uploads: uploads + (upload?.length ?? 0),
    };
  }

  /** Forgets what exceeds the limits, the oldest first. */
  async trim(): Promise<void> {
    const { uploads } = this.#options;
    const isTooMuch = () => this.#use.items > OUTBOX.doneItems || this.#use.bytes > OUTBOX.doneBytes;
    if (isTooMuch()) this.#forget(this.#queries.list().slice(0, Math.ceil(this.#use.items / TENTH)));
    if (this.#use.uploads === 0) return;
    const isFull = this.#use.uploads > OUTBOX.doneUploads || !(await uploads.hasRoom());
    if (isFull && this.#raw.open) this.#forget(this.#queries.listWithUpload().slice(0, 1));
  }

  /** The standby has everything up to a point. */
  forgetUpTo(point: LogPoint): void {
    if (this.count > 0) this.#forget(this.#queries.listUpTo(point));
  }

  /** The host has no standby. */
  forgetAll(): void {
    if (this.count > 0) this.#forget(this.#queries.list());
  }

  /** What was done in a log so far has no higher numbers than this. */
  setHighest(point: LogPoint): void {
    if (this.count > 0) this.#write(() => this.#queries.setHighest(point));
  }

  /** The host has this log: makes everything pending again that was done in another one, in its place. */
  requeueOthers(log: string): void {
    if (this.count === 0) return;
    const keys = this.#queries.listOfOtherLogs(log);
    if (keys.length === 0) return;
    for (const key of keys) this.#requeue(key);
    this.#use = this.#queries.readUse();
    this.#options.onRequeued();
  }

  /** Makes a command pending again, whose host answers again to its key; false if there is none. */
  requeue(key: string): boolean {
    if (this.count === 0 || !this.#requeue(key)) return false;
    this.#use = this.#queries.readUse();
    return true;
  }

  #requeue(key: string): boolean {
    // An upload keeps its ID at the host: one that has done the command knows it by its key and that ID, and another
    // one says that it lacks the bytes.
    let isDone = false;
    this.#write(() => (isDone = this.#queries.restore(key)));
    return isDone;
  }

  #forget(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const { uploads } = this.#options;
    const released: string[] = [];
    this.#write(() => {
      for (const key of keys) {
        const upload = uploads.release(key);
        if (upload !== undefined) released.push(upload);
        this.#queries.delete(key);
      }
    });
    this.#use = this.#queries.readUse();
    for (const upload of released) void uploads.removeBytes(upload);
  }

  /** Lost in a power cut, a command is forgotten later, or sent again with its key. */
  #write(work: () => void): void {
    writeSynced(this.#raw, work, DEFERRED);
  }
}

/** At the limit this part of all is forgotten at once. */
const TENTH = 10;
