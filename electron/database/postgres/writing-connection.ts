import type { PostgresPoolClient } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import type { ForeseenWrites, Transactions } from '../transactions';
import { AnswersAhead, type QueryAnswer } from './answers-ahead';
import { configOf, type Queryable } from './connection';
import { isServerFailure } from './errors';
import { MergedStatements } from './merged-statements';
import { PipelinedClient } from './pipelined-client';
import { COUNTS, type Counts, type SharedChanges } from './shared-changes';

/** What all processes have used: the number of the last event, and the last identifier. */
export interface Counter {
  seq: number;
  last_id: number;
}

/**
 * The one connection of a process that writes. It is opened when needed and again after it was lost. A group of writes
 * begins by locking the counter of events, so that the groups of all processes follow each other: every rule that a
 * handler checks before it writes holds as with one process, and events are numbered in the order of their commits.
 */
export class WritingConnection implements Transactions, Queryable {
  readonly #url: string;
  readonly #changes: SharedChanges;
  #client: Client | null = null;
  /** The connection as Kysely borrows it. */
  #lent: PostgresPoolClient | null = null;
  #isOpen = false;
  #canBegin = true;
  /** What is to be sent without waiting for it, before the next query. */
  readonly #merging = new MergedStatements();
  /** What the next writes will ask first. */
  readonly #ahead = new AnswersAhead();
  /** Whether the write that runs has changed anything. */
  #hasChanged = false;
  /** What was sent without waiting for it, since the last savepoint or after it. */
  #sent: Promise<unknown>[] = [];
  /** Why the first of it failed. */
  #failure: { error: unknown } | null = null;
  /**
   * Whether the savepoint is still there although its write has ended: it is released together with beginning the next
   * one.
   */
  #isLeft = false;

  /** Called when a transaction has begun, with what the groups before it have used. Must not throw. */
  onBegin: (counter: Counter) => void = () => undefined;

  constructor(url: string, changes: SharedChanges) {
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

  /** Queries after what was sent. Throws if the connection is lost. */
  readonly query = ((query: string | QueryConfig, ...more: unknown[]) => {
    const text = typeof query === 'string' ? query : query.text;
    this.#changes.note(text);
    const ask = () => {
      this.#sendMerged();
      const client = this.#connected;
      return (client.query as (...values: unknown[]) => unknown).call(client, query, ...more);
    };
    if (!READS.test(text)) this.#noteChange();
    else if (typeof query !== 'string' && query.name)
      return this.#ahead.answer(query, ask as () => QueryAnswer);
    return ask();
  }) as Client['query'];

  get #connected(): Client {
    if (!this.#client) throw Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });
    return this.#client;
  }

  async connect(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = new PipelinedClient(configOf(this.#url));
    const forget = () => {
      if (this.#client !== client) return;
      this.#client = this.#lent = null;
      this.#changes.forget();
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
   * Sends a statement of the open transaction without waiting for its answer. If it fails, so do the statements after
   * it; the end of the savepoint, or the commit, throws its error.
   */
  send(query: QueryConfig): void {
    this.#changes.note(query.text);
    this.#noteChange();
    if (this.#merging.add(query)) return;
    this.#sendMerged();
    if (!this.#merging.add(query)) this.#send(query);
  }

  async begin(ask?: () => Promise<unknown>): Promise<void> {
    this.#merging.take();
    this.#forget();
    this.#isLeft = false;
    let asked: Promise<void> | undefined;
    try {
      const client = await this.connect();
      const begun = client.query(BEGIN);
      // Sent along, to be answered once the lock is there. What caches know until then may be asked again.
      asked = ask && this.#ahead.collect(ask);
      asked?.catch(() => undefined);
      const results = (await begun) as unknown as [unknown, Rows<Counter>, Rows<Counts>];
      this.#isOpen = this.#canBegin = true;
      this.#changes.apply(results[2].rows[0] ?? {});
      this.onBegin(results[1].rows[0] ?? { seq: 0, last_id: 0 });
    } catch (error) {
      this.#canBegin = false;
      // The transaction may have begun without the lock; every later BEGIN would fail in it.
      await this.#drop();
      throw error;
    }
    await asked;
  }

  async commit(): Promise<void> {
    this.#sendMerged();
    const [{ command }] = await Promise.all([this.#connected.query('COMMIT'), ...this.#sent]);
    this.#end();
    // PostgreSQL answers so if a statement of the transaction had failed.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  async rollback(): Promise<void> {
    this.#end();
    await this.#client?.query('ROLLBACK').catch(async (error: unknown) => {
      await this.#drop();
      throw error;
    });
  }

  /**
   * Waits for what writes without a savepoint have sent: going back to an earlier one would undo it. If setting the
   * savepoint fails, so does all that follows, and the commit.
   */
  async savepoint(): Promise<void> {
    this.#sendMerged();
    await Promise.all(this.#sent);
    this.#forget();
    this.#ahead.clear();
    const query = this.#isLeft ? 'RELEASE one; SAVEPOINT one' : 'SAVEPOINT one';
    this.#connected.query(query).catch(() => undefined);
  }

  async release(): Promise<void> {
    this.#sendMerged();
    await Promise.all(this.#sent);
    this.#forget();
    this.#isLeft = true;
  }

  async undo(): Promise<void> {
    this.#merging.take();
    this.#forget();
    await this.#connected.query('ROLLBACK TO one');
    this.#isLeft = true;
  }

  readonly foreseen: ForeseenWrites = {
    readAhead: (ask) => this.#ahead.collect(ask),
    begin: () => {
      // Merged across writes, statements would come in ever new combinations.
      this.#sendMerged();
      this.#hasChanged = false;
      this.#ahead.use();
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
    await this.#drop();
  }

  #end(): void {
    this.#isOpen = false;
    this.#ahead.clear();
    this.#changes.ended();
  }

  #noteChange(): void {
    this.#hasChanged = true;
    this.#ahead.stop();
  }

  #sendMerged(): void {
    const query = this.#merging.take();
    if (query) this.#send(query);
  }

  #send(query: QueryConfig): void {
    const sent = this.#connected.query(query);
    sent.catch((error: unknown) => (this.#failure ??= { error }));
    this.#sent.push(sent);
  }

  #forget(): void {
    this.#sent = [];
    this.#failure = null;
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = this.#lent = null;
    await client?.end().catch(() => undefined);
  }
}

const READS = /^\s*select\b/i;

interface Rows<Row> {
  rows: Row[];
}

const BEGIN = `BEGIN; SELECT seq, last_id FROM event_counter WHERE id = 1 FOR UPDATE; ${COUNTS}`;
