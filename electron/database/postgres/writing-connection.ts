import type { PostgresPoolClient } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import type { PrefetchedWrites, Transactions } from '../transactions';
import { PrefetchedAnswers, type QueryAnswer } from './prefetched-answers';
import { configOf, type Queryable } from './connection';
import { isServerFailure } from './errors';
import { MergedStatements } from './merged-statements';
import { PipelinedClient } from './pipelined-client';
import { SELECT_CHANGE_COUNTS, type CountsByTable, type SharedChangeTracker } from './shared-change-tracker';

/** The number of the last event and the last identifier that any process used. */
export interface Counter {
  seq: number;
  last_id: number;
}

/**
 * The connection of a process for writes. It is opened on demand, also after it was lost. A group of writes begins by
 * locking the event counter, so that the groups of all processes run one after the other: what a handler checks before
 * it writes stays true, and events are numbered in the order of their commits.
 */
export class WritingConnection implements Transactions, Queryable {
  readonly #url: string;
  readonly #changes: SharedChangeTracker;
  #client: PipelinedClient | null = null;
  /** The connection as Kysely borrows it. */
  #lent: PostgresPoolClient | null = null;
  #isOpen = false;
  #canBegin = true;
  /** Statements that are sent before the next query, without waiting for their answers. */
  readonly #mergedStatements = new MergedStatements();
  /** Answers to the first queries of the next writes. */
  readonly #prefetchedAnswers = new PrefetchedAnswers();
  /** Whether the current write has changed anything. */
  #hasChanged = false;
  /** Statements that were sent without waiting, since the last savepoint began or ended. */
  #sent: Promise<unknown>[] = [];
  /** The error of the first of them that failed. */
  #failure: { error: unknown } | null = null;
  /**
   * Whether the savepoint of a finished write still exists. It is released together with the start of the next one, to
   * save a round trip.
   */
  #isSavepointKept = false;

  /** Called when a transaction has begun, with the current counter. Must not throw. */
  onBegin: (counter: Counter) => void = () => undefined;

  constructor(url: string, changes: SharedChangeTracker) {
    this.#url = url;
    this.#changes = changes;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the last group could begin. */
  get canBegin(): boolean {
    return this.#canBegin;
  }

  /** Runs a query after all statements that were sent before. Throws if the connection is lost. */
  readonly query = ((query: string | QueryConfig, ...values: unknown[]) => {
    const text = typeof query === 'string' ? query : query.text;
    this.#changes.recordStatement(text);
    const run = () => {
      this.#sendMerged();
      const client = this.#connected;
      return (client.query as (...values: unknown[]) => unknown).call(client, query, ...values);
    };
    if (!READS.test(text)) this.#markChanged();
    else if (typeof query !== 'string' && query.name)
      return this.#prefetchedAnswers.getOrRun(query, run as () => QueryAnswer);
    return run();
  }) as Client['query'];

  get #connected(): PipelinedClient {
    if (!this.#client) throw Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });
    return this.#client;
  }

  async connect(): Promise<PipelinedClient> {
    if (this.#client) return this.#client;
    const client = new PipelinedClient(configOf(this.#url));
    const forget = () => {
      if (this.#client !== client) return;
      this.#client = this.#lent = null;
      this.#changes.reset();
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    this.#lent = { query: this.query as PostgresPoolClient['query'], release: () => undefined };
    return (this.#client = client);
  }

  /** Lends the connection to Kysely for one query. */
  async lend(): Promise<PostgresPoolClient> {
    await this.connect();
    if (!this.#lent) throw new Error('the connection is lost');
    return this.#lent;
  }

  /**
   * Sends a statement of the open transaction without waiting for its answer. If it fails, the statements after it fail
   * too, and the release of the savepoint or the commit throws its error.
   */
  send(query: QueryConfig): void {
    this.#changes.recordStatement(query.text);
    this.#markChanged();
    if (this.#mergedStatements.add(query)) return;
    this.#sendMerged();
    if (!this.#mergedStatements.add(query)) this.#send(query);
  }

  async begin(runQueries?: () => Promise<unknown>): Promise<void> {
    this.#mergedStatements.take();
    this.#clearSent();
    this.#isSavepointKept = false;
    let prefetching: Promise<void> | undefined;
    try {
      const client = await this.connect();
      const begun = client.query(BEGIN);
      // Sent together with BEGIN and answered once the lock is held; cached answers may be outdated until then.
      prefetching = runQueries && this.#prefetchedAnswers.collect(runQueries);
      prefetching?.catch(() => undefined);
      const results = (await begun) as unknown as [unknown, Rows<Counter>, Rows<CountsByTable>];
      this.#isOpen = this.#canBegin = true;
      this.#changes.apply(results[2].rows[0] ?? {});
      this.onBegin(results[1].rows[0] ?? { seq: 0, last_id: 0 });
    } catch (error) {
      this.#canBegin = false;
      // The transaction may have begun without the lock; every later BEGIN would fail in it.
      await this.#disconnect();
      throw error;
    }
    await prefetching;
  }

  async commit(): Promise<void> {
    this.#sendMerged();
    const [{ command }] = await Promise.all([this.#connected.query('COMMIT'), ...this.#sent]);
    this.#end();
    // PostgreSQL answers ROLLBACK if a statement of the transaction had failed.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  async rollback(): Promise<void> {
    this.#end();
    await this.#client?.query('ROLLBACK').catch(async (error: unknown) => {
      await this.#disconnect();
      throw error;
    });
  }

  /**
   * Waits for the statements of writes without a savepoint, which a rollback to an older savepoint would undo. If
   * setting the savepoint fails, everything after it fails too, including the commit.
   */
  async savepoint(): Promise<void> {
    this.#sendMerged();
    await Promise.all(this.#sent);
    this.#clearSent();
    this.#prefetchedAnswers.clear();
    const query = this.#isSavepointKept ? 'RELEASE one; SAVEPOINT one' : 'SAVEPOINT one';
    this.#connected.query(query).catch(() => undefined);
  }

  async release(): Promise<void> {
    this.#sendMerged();
    await Promise.all(this.#sent);
    this.#clearSent();
    this.#isSavepointKept = true;
  }

  async rollbackToSavepoint(): Promise<void> {
    this.#mergedStatements.take();
    this.#clearSent();
    await this.#connected.query('ROLLBACK TO one');
    this.#isSavepointKept = true;
  }

  readonly prefetched: PrefetchedWrites = {
    prefetch: (runQueries) => this.#prefetchedAnswers.collect(runQueries),
    begin: () => {
      // Merging across writes would create ever new combinations of statements to prepare.
      this.#sendMerged();
      // The server stores the writes before this one while it runs.
      this.#client?.flush();
      this.#hasChanged = false;
      this.#prefetchedAnswers.enable();
    },
    hasChanged: () => this.#hasChanged,
  };

  causeOf(error: unknown): unknown {
    return this.#failure === null ? error : this.#failure.error;
  }

  isFatal(error: unknown): boolean {
    return this.#client === null || isServerFailure(error);
  }

  async close(): Promise<void> {
    await this.#disconnect();
  }

  #end(): void {
    this.#isOpen = false;
    this.#prefetchedAnswers.clear();
    this.#changes.endTransaction();
  }

  #markChanged(): void {
    this.#hasChanged = true;
    this.#prefetchedAnswers.disable();
  }

  #sendMerged(): void {
    const query = this.#mergedStatements.take();
    if (query) this.#send(query);
  }

  #send(query: QueryConfig): void {
    const sent = this.#connected.query(query);
    sent.catch((error: unknown) => (this.#failure ??= { error }));
    this.#sent.push(sent);
  }

  #clearSent(): void {
    this.#sent = [];
    this.#failure = null;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = this.#lent = null;
    await client?.end().catch(() => undefined);
  }
}

const READS = /^\s*select\b/i;

interface Rows<Row> {
  rows: Row[];
}

const BEGIN = `BEGIN; SELECT seq, last_id FROM event_counter WHERE id = 1 FOR UPDATE; ${SELECT_CHANGE_COUNTS}`;
