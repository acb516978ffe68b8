import type { z } from 'zod';
import type { ImportReason } from '../../../shared/contract/records';
import { AppError, type ErrorCode } from '../../../shared/errors';
import { IMPORT } from '../../../shared/limits';
import { isDiskError } from '../../content/store';
import type { Db, Store } from '../../database/open';
import type { ImportedKind } from '../../database/schema';
import { requireCallerById } from '../access/access';
import type { Context, ServiceParts, ReadContext } from '../context';
import type { GroupCommit } from '../group-commit';
import type { Session } from '../session';
import type { ExportArchive } from './archive';
import { findImported, insertImported, isOwnItem, updateImport, type ImportRow } from './queries';
import { ImportSummary, type CountedKind } from './summary';

/** Why an item is left out. */
export class NotImported extends Error {
  readonly reason: ImportReason;

  constructor(reason: ImportReason) {
    super(reason);
    this.reason = reason;
  }
}

export interface ImportRunOptions {
  row: ImportRow;
  archive: ExportArchive;
  store: Store;
  parts: ServiceParts;
  groupCommit: GroupCommit;
  /** Unix seconds. */
  now: () => number;
  /** Stops the run after the item at hand. */
  stop: AbortController;
}

/** An item of the export: its ID there, and when it was created. */
interface Dated {
  ID: number;
  Timestamp: number;
  Original?: number | undefined;
}

/** What an item of the export has become here, and by which import. */
interface FoundItem {
  item_id: number;
  import_id: number;
}

/** Inside a transaction, adds an item and returns its ID. */
type Add = (ctx: Context) => Promise<number>;

/**
 * One run of an import. Each item is added in a transaction of its own, together with the record of what it has become,
 * so that stopping at any point leaves nothing half done and a later run continues.
 */
export class ImportRun {
  readonly archive: ExportArchive;
  readonly summary = new ImportSummary();
  /** Bytes processed. */
  done = 0;
  /** Bytes of contents read; what is refused has to be read too. */
  readBytes = 0;
  readonly #options: ImportRunOptions;
  readonly #source: string;

  constructor(options: ImportRunOptions) {
    this.#options = options;
    this.archive = options.archive;
    const { Community, Person } = options.archive.source;
    this.#source = `${Community}/${Person}`;
  }

  get person(): number {
    return this.#options.row.person_id;
  }

  /** Unix seconds. */
  now(): number {
    return this.#options.now();
  }

  /** When an item was created, as the export says, but not in the future. */
  originalTime({ Timestamp, Original = Timestamp }: Dated): number {
    return Math.min(Original, this.#options.now());
  }

  /** A context to read and to store bytes with, as the person. */
  async context(): Promise<ReadContext> {
    const { store, parts, now } = this.#options;
    const caller = await store.read((db) => requireCallerById(db, this.person));
    return { ...parts, db: store.reader, session: NO_SESSION, caller, now };
  }

  /** Runs a write as the person. Throws if the import was stopped, or they may not write any more. */
  async transact<T>(write: (ctx: Context) => Promise<T>): Promise<T> {
    const { store, groupCommit, stop } = this.#options;
    stop.signal.throwIfAborted();
    return store.writer.run(async () => {
      const { db } = store.writer;
      await this.#record(db);
      const caller = await requireCallerById(db, this.person);
      return (await groupCommit.collect({ db, session: NO_SESSION, caller }, write)).value;
    });
  }

  /** Returns the ID here of an item of the export; 0 if it was not imported. */
  async idOf(kind: ImportedKind, id: number): Promise<number> {
    return (await this.#find(kind, id))?.item_id ?? 0;
  }

  /**
   * Reads the valid records of a list and handles them one after the other. What the handler doesn't import for a
   * reason is counted; errors of the host end the import.
   */
  async each<T extends z.ZodType>(
    name: string,
    kind: CountedKind,
    schema: T,
    handle: (record: z.output<T>) => Promise<void>,
  ): Promise<void> {
    let count = 0;
    for await (const raw of this.archive.records(name)) {
      this.#options.stop.signal.throwIfAborted();
      const parsed = schema.safeParse(raw);
      if (++count > IMPORT.records) this.summary.skip(kind, 'limit');
      else if (parsed.success) await this.attempt(kind, () => handle(parsed.data));
      else this.summary.skip(kind, 'damaged');
    }
    this.done += this.archive.sizeOf(name);
  }

  /** Does work on an item; counts it as left out if there is a reason. */
  async attempt(kind: CountedKind, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.summary.skip(kind, reasonOf(kind, error));
    }
  }

  /** Adds an item unless it is here already. `prepare` does the slow work and returns the function that adds it. */
  async add(kind: ImportedKind, record: Dated, prepare: () => Promise<Add>): Promise<void> {
    const existing = await this.#find(kind, record.ID);
    if (existing) {
      this.summary.add(kind, existing.import_id === this.#options.row.id ? 'Imported' : 'Existing');
      return;
    }
    const write = await prepare();
    await this.transact(async (ctx) => {
      // Another process may have gone on with this import meanwhile, while this one counted as gone.
      if (await this.#findIn(ctx.db, kind, record.ID)) return;
      const item = await write(ctx);
      await insertImported(ctx.db, {
        person_id: this.person,
        source: this.#source,
        kind,
        source_id: record.ID,
        item_id: item,
        import_id: this.#options.row.id,
        original_at: this.originalTime(record),
      });
    });
    this.summary.add(kind, 'Imported');
  }

  /** What was deleted here is imported again. In the account that the export is from, items may still be there. */
  #find(kind: ImportedKind, id: number): Promise<FoundItem | undefined> {
    return this.#options.store.read((db) => this.#findIn(db, kind, id));
  }

  async #findIn(db: Db, kind: ImportedKind, id: number): Promise<FoundItem | undefined> {
    const { person } = this;
    const isOwnExport = this.#source === `${this.#options.parts.community.id}/${person}`;
    const found = await findImported(db, { person, source: this.#source, kind, id });
    if (found && (await isOwnItem(db, kind, found.item_id, person))) return found;
    const isStillHere = isOwnExport && (await isOwnItem(db, kind, id, person));
    return isStillHere ? { item_id: id, import_id: 0 } : undefined;
  }

  /** Tells other processes how far it is; ends the run if one of them has stopped it, or the account is gone. */
  async #record(db: Db): Promise<void> {
    const { row, stop } = this.#options;
    const items = JSON.stringify(this.summary.items);
    const skipped = JSON.stringify(this.summary.skipped);
    if (await updateImport(db, row, { done: this.done, items, skipped })) return;
    stop.abort();
    stop.signal.throwIfAborted();
  }
}

function reasonOf(kind: CountedKind, error: unknown): ImportReason {
  if (error instanceof NotImported) return error.reason;
  if (!(error instanceof AppError) || isDiskError(error.cause)) throw error;
  const reason = REASONS[error.code];
  if (!reason) throw error;
  return reason === 'quota' && !CONTENT_KINDS.has(kind) ? 'limit' : reason;
}

/** The errors that concern one item; others end the import. */
const REASONS: Partial<Record<ErrorCode, ImportReason>> = {
  conflict: 'limit',
  invalid_type: 'damaged',
  rate_limit_exceeded: 'limit',
  too_large: 'quota',
  upload_error: 'damaged',
  validation_error: 'damaged',
};

const CONTENT_KINDS: ReadonlySet<CountedKind> = new Set(['file', 'photo', 'track', 'video']);

const NO_SESSION: Session = { token: null, address: '', userAgent: '' };
