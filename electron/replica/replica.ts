import type { Database } from 'better-sqlite3';
import {
  parseCursor,
  scopeOf,
  type SyncChange,
  type SyncRow,
  type SyncScope,
} from '../../shared/contract/sync';
import { migrations } from '../database/migrations';
import type { Db } from '../database/db';
import type { ReadContext } from '../service/context';
import { listAvatars, listNewestPhotos } from './picture-queries';
import { openReplicaDatabase } from './replica-database';
import { Holdings } from './holding-queries';
import { PendingLayer, type PendingCommand, type PendingResult } from './pending-layer';
import { RowWriter } from './row-writer';
import { listLostContent, listShownContent, type ShownContent } from './lost-content-queries';
import { purgeScope, removeMissingPosts } from './purge-queries';
import { listItemsOfPerson } from './removed-person-queries';
import { ScopeStates } from './scope-states';
import { advanceCursor, findState, storeState, type ReplicaCursor } from './state-queries';
import { SerialQueue } from '../serial-queue';

/** Makes what handlers read with, from a replica's database and what it holds. */
export type ContextFactory = (db: Db, holdings: Holdings) => ReadContext;

/** Told what the person of a replica can no longer see. */
export type ContentListener = (lost: readonly ShownContent[]) => void;

/** A page of a scope as the host answered it. */
export interface ReplicaPage {
  Rows: readonly SyncRow[];
  After: string;
  More: boolean;
}

/**
 * What one person may see of a community, in a database of their own computer. Each page and each batch of changes is
 * stored in one transaction together with how far it reaches, so that a crash loses nothing but work.
 */
export class Replica {
  readonly db: Db;
  readonly scopes: ScopeStates;
  /** Whose replica it is. */
  readonly person: number;
  /** Its file; '' in memory. */
  readonly path: string;
  /** What is held, for those who decide whether it is enough. */
  readonly holdings: Holdings;
  /** What handlers read with. */
  readonly context: ReadContext;
  readonly #raw: Database;
  readonly #writer: RowWriter;
  readonly #pending: PendingLayer;
  readonly #onContentLost: ContentListener;
  /** What was purged in the current transaction. */
  #purged: { scope: SyncScope; shown: ShownContent[] }[] = [];
  #removed: ShownContent[] = [];
  readonly #queue = new SerialQueue();

  /**
   * Opens the replica of a person in a file, or over a connection in memory. `contextOf` makes what handlers read with;
   * `onContentLost` is called with what the person can no longer see anywhere.
   */
  constructor(
    file: string | Database,
    person: number,
    contextOf: ContextFactory,
    onContentLost: ContentListener = () => undefined,
  ) {
    this.#onContentLost = onContentLost;
    const { raw, db } = openReplicaDatabase(file);
    this.#raw = raw;
    this.db = db;
    this.person = person;
    this.path = typeof file === 'string' ? file : '';
    this.scopes = new ScopeStates(raw);
    this.#writer = new RowWriter(db, person);
    this.holdings = new Holdings(raw, person);
    this.context = contextOf(db, this.holdings);
    this.#pending = new PendingLayer(raw, this.context);
  }

  /** Where the replica stands; null before the first `begin`, or if it was made by a program with other tables. */
  get cursor(): ReplicaCursor | null {
    const state = findState(this.#raw);
    return state?.schema === migrations.length ? { log: state.log, seq: state.seq } : null;
  }

  /** Whether everything that the host named has been read once. */
  get isFilled(): boolean {
    return this.cursor !== null && this.scopes.unfilled().length === 0;
  }

  /** Records where the log of the host stood before anything was read, and what there is to read. */
  begin({ log, seq }: ReplicaCursor, scopes: readonly SyncScope[]): Promise<void> {
    return this.#transaction(async () => {
      storeState(this.#raw, this.person, { log, seq, schema: migrations.length });
      for (const scope of scopes) this.scopes.add(scope);
      return Promise.resolve();
    });
  }

  /** Stores a page of a scope. `isEnough` ends the filling although the host has more. */
  storePage(scope: SyncScope, page: ReplicaPage, isEnough: boolean): Promise<void> {
    return this.#transaction(async () => {
      for (const { Table, Row } of page.Rows) this.#writer.put(Table, Row);
      this.#removeMissing(scope, page);
      await this.#writer.finish();
      this.scopes.advance(scope, page, isEnough);
    });
  }

  /** Stores changes up to a number of the log. */
  storeChanges(changes: readonly SyncChange[], seq: number): Promise<void> {
    return this.#transaction(
      async () => {
        for (const change of changes) this.#apply(change);
        await this.#writer.finish();
        advanceCursor(this.#raw, seq);
      },
      () => this.#pending.storedUpTo(seq),
    );
  }

  /** Runs work that reads, after what is queued. The work must not wait for another call of the replica. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      await this.#pending.build();
      return work();
    });
  }

  /** The photos that pages will probably show. */
  likelyPhotos(): Promise<{ avatars: number[]; attached: number[] }> {
    return this.#queue.run(() =>
      Promise.resolve({
        avatars: listAvatars(this.#raw, MAX_AVATARS),
        attached: listNewestPhotos(this.#raw, PHOTOS_PER_DIALOG),
      }),
    );
  }

  /**
   * Runs a command in the pending layer, so that reads show it. Throws the refusal of the handler, and `unavailable` if
   * only the host can do it.
   */
  addPending(command: PendingCommand): Promise<PendingResult> {
    return this.#queue.run(() => this.#pending.add(command));
  }

  /**
   * Replaces the pending layer by the commands that `list` returns when its turn comes: at the start, and after some
   * were sent or discarded. Those that fail leave nothing.
   */
  setPending(list: () => readonly PendingCommand[]): Promise<void> {
    return this.#queue.run(async () => {
      this.#pending.set(list());
      await this.#pending.build();
    });
  }

  /**
   * Records that the host did a command. It leaves the pending layer together with the storing of the changes up to the
   * number of its answer, so that it is never shown twice, nor missing in between. Without a number: with the next
   * changes.
   */
  settlePending(key: string, seq = 0): Promise<void> {
    return this.#queue.run(() => {
      this.#pending.settle(key, seq);
      if (seq > 0 && seq <= (this.cursor?.seq ?? 0)) {
        this.#pending.remove();
        this.#pending.storedUpTo(seq);
      }
      return Promise.resolve();
    });
  }

  /** Removes a scope that the person may no longer read, with its rows. */
  forget(scope: SyncScope): Promise<void> {
    return this.#transaction(async () => {
      this.#purge(scope);
      return Promise.resolve();
    });
  }

  /** Waits for running work and closes the file. */
  async close(): Promise<void> {
    await this.#queue.settled();
    this.#raw.close();
  }

  /** A wall that was not followed for a while may have lost posts of which no event told. */
  #removeMissing(scope: SyncScope, { Rows, After, More }: ReplicaPage): void {
    const begun = parseCursor(this.scopes.find(scope)?.after ?? '');
    if (scope.Kind !== 'wall' || begun.section !== POSTS_OF_WALL) return;
    const from = More ? (parseCursor(After).after ?? 0) : 0;
    const range = { wall: scope.ID, from, before: begun.after ?? Number.MAX_SAFE_INTEGER };
    const posts = Rows.filter(({ Table }) => Table === 'post').map(({ Row }) => Number(Row.id));
    removeMissingPosts(this.#raw, range, posts);
  }

  #apply({ Table, ID, Row }: SyncChange): void {
    if (Table === 'scope') return this.#applyScope(ID, Row !== null);
    if (Row === null) return this.#remove(Table, ID);
    this.#writer.put(Table, Row);
    if (Table !== 'person' || Row.deleted !== 1) return;
    // The host tells of the person only.
    for (const { table, id } of listItemsOfPerson(this.#raw, Number(Row.id))) {
      this.#remove(table, String(id));
      if (table !== 'playlist' && table !== 'sticker_pack') this.#writer.remove('content', String(id));
    }
  }

  #remove(table: string, id: string): void {
    this.#writer.remove(table, id);
    if (table === 'photo' || table === 'file' || table === 'video')
      this.#removed.push({ kind: table, id: Number(id) });
  }

  #applyScope(id: string, isHeld: boolean): void {
    const scope = scopeOf(id);
    if (!scope) return;
    if (isHeld) this.scopes.add(scope);
    else this.#purge(scope);
  }

  #purge(scope: SyncScope): void {
    this.#purged.push({ scope, shown: listShownContent(this.#raw, scope) });
    purgeScope(this.#raw, scope);
    this.scopes.forget(scope);
  }

  /** What was deleted, or purged and isn't shown elsewhere; nothing of scopes that are only filled again. */
  #lostContent(): ShownContent[] {
    const gone = this.#purged.filter(({ scope }) => !this.scopes.find(scope));
    const shown = gone.flatMap((one) => one.shown);
    return [...this.#removed, ...(shown.length > 0 ? listLostContent(this.#raw, shown) : [])];
  }

  /** Runs work in a transaction of its own, below the pending layer, which is built again at the next use. */
  #transaction(work: () => Promise<void>, afterCommit?: () => void): Promise<void> {
    return this.#queue.run(async () => {
      this.#pending.remove();
      this.#raw.exec('BEGIN IMMEDIATE');
      try {
        this.#purged = [];
        this.#removed = [];
        await work();
        const lost = this.#lostContent();
        this.#raw.exec('COMMIT');
        afterCommit?.();
        if (lost.length > 0) this.#onContentLost(lost);
      } catch (error) {
        if (this.#raw.inTransaction) this.#raw.exec('ROLLBACK');
        throw error;
      }
    });
  }
}

/** The section of a wall's pages in which its posts are; see the host's `scopes.ts`. */
const POSTS_OF_WALL = 1;

/** How many pictures are worth fetching ahead: of people and dialogs, and of the newest messages of each dialog. */
const MAX_AVATARS = 500;
const PHOTOS_PER_DIALOG = 20;
