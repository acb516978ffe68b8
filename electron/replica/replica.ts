import type { Database } from 'better-sqlite3';
import type { SyncChange, SyncRow, SyncScope } from '../../shared/contract/sync';
import { migrations } from '../database/migrations';
import type { Db } from '../database/db';
import { openReplicaDatabase } from './replica-database';
import { Holdings } from './holding-queries';
import { RowWriter } from './row-writer';
import { purgeScope } from './purge-queries';
import { ScopeStates } from './scope-queries';
import { advanceCursor, findState, storeState, type ReplicaCursor } from './state-queries';

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
  readonly #raw: Database;
  readonly #writer: RowWriter;
  #holdings: Holdings | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** Opens the replica of a person in a file, or over a connection in memory. */
  constructor(file: string | Database, person: number) {
    const { raw, db } = openReplicaDatabase(file);
    this.#raw = raw;
    this.db = db;
    this.person = person;
    this.scopes = new ScopeStates(raw);
    this.#writer = new RowWriter(db, person);
  }

  /** Where the replica stands; null before the first `begin`, or if it was made by a program with other tables. */
  get cursor(): ReplicaCursor | null {
    const state = findState(this.#raw);
    return state?.schema === migrations.length ? { log: state.log, seq: state.seq } : null;
  }

  /** Records where the log of the host stood before anything was read, and what there is to read. */
  begin({ log, seq }: ReplicaCursor, scopes: readonly SyncScope[]): Promise<void> {
    return this.#transaction(async () => {
      storeState(this.#raw, this.person, { log, seq, schema: migrations.length });
      for (const scope of scopes) this.scopes.hold(scope);
      return Promise.resolve();
    });
  }

  /** Stores a page of a scope. `isEnough` ends the filling although the host has more. */
  storePage(scope: SyncScope, page: ReplicaPage, isEnough: boolean): Promise<void> {
    return this.#transaction(async () => {
      for (const { Table, Row } of page.Rows) this.#writer.put(Table, Row);
      await this.#writer.finish();
      this.scopes.advance(scope, page, isEnough);
    });
  }

  /** Stores changes up to a number of the log. */
  storeChanges(changes: readonly SyncChange[], seq: number): Promise<void> {
    return this.#transaction(async () => {
      for (const change of changes) this.#apply(change);
      await this.#writer.finish();
      advanceCursor(this.#raw, seq);
    });
  }

  /** What is held, for those who decide whether it is enough. */
  get holdings(): Holdings {
    return (this.#holdings ??= new Holdings(this.#raw, this.person));
  }

  /** Removes a scope that the person may no longer read, with its rows. */
  forget(scope: SyncScope): Promise<void> {
    return this.#transaction(async () => {
      purgeScope(this.#raw, scope);
      this.scopes.forget(scope);
      return Promise.resolve();
    });
  }

  /** Waits for running work and closes the file. */
  async close(): Promise<void> {
    await this.#queue;
    this.#raw.close();
  }

  #apply({ Table, ID, Row }: SyncChange): void {
    if (Table === 'scope') return this.#applyScope(ID, Row !== null);
    if (Row === null) this.#writer.remove(Table, ID);
    else this.#writer.put(Table, Row);
  }

  #applyScope(id: string, isHeld: boolean): void {
    const scope = this.scopes.parse(id);
    if (!scope) return;
    if (isHeld) return this.scopes.hold(scope);
    purgeScope(this.#raw, scope);
    this.scopes.forget(scope);
  }

  /** Runs work in a transaction of its own, one after another. */
  #transaction(work: () => Promise<void>): Promise<void> {
    const run = async () => {
      this.#raw.exec('BEGIN IMMEDIATE');
      try {
        await work();
        this.#raw.exec('COMMIT');
      } catch (error) {
        this.#raw.exec('ROLLBACK');
        throw error;
      }
    };
    const result = this.#queue.then(run);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
