import type { Input, Output } from '../../shared/contract';
import { parseCursor } from '../../shared/contract/sync';
import { AppError } from '../../shared/errors';
import type { Replica } from './replica';
import type { ScopeState } from './scope-queries';

export type SyncName = 'sync.begin' | 'sync.page' | 'sync.changes';

/** Calls the host as the person whose replica it is. */
export type SyncCall = <N extends SyncName>(name: N, input: Input<N>) => Promise<Output<N>>;

/** How much of a dialog and a wall is read without being asked for. */
const ENOUGH_MESSAGES = 500;
const ENOUGH_DAYS = 30;

export interface ReplicaSyncOptions {
  replica: Replica;
  call: SyncCall;
  /** Unix seconds. */
  now: () => number;
}

/**
 * Brings a replica up to its host. One call at a time, each answer stored before the next call: so a replica never
 * holds an older row in place of a newer one.
 */
export class ReplicaSync {
  readonly #options: ReplicaSyncOptions;

  constructor(options: ReplicaSyncOptions) {
    this.#options = options;
  }

  /**
   * Reads everything that changed, then fills what is missing, until the replica stands where the host stood. Resolves
   * to 'reset' if the host has another log: then a new replica must be made. Throws what the calls throw; what was
   * stored until then stays.
   */
  async catchUp(): Promise<'current' | 'reset'> {
    for (;;) {
      const outcome = await this.step();
      if (outcome !== 'filling') return outcome;
    }
  }

  /** Reads everything that changed, then one page of what is missing: 'filling' if there may be more of it. */
  async step(): Promise<'current' | 'filling' | 'reset'> {
    const { replica } = this.#options;
    if (!replica.cursor) await this.#begin();
    if ((await this.#readChanges()) === 'reset') return 'reset';
    const [next] = replica.scopes.unfilled();
    if (!next) return 'current';
    await this.#readPage(next);
    return 'filling';
  }

  /** Reads the next page of a scope that is held in part, such as an older part of a dialog. */
  async readMore(state: ScopeState): Promise<void> {
    await this.#readPage(state);
  }

  async #begin(): Promise<void> {
    const { replica, call } = this.#options;
    const { Log, Seq, Scopes } = await call('sync.begin', {});
    await replica.begin({ log: Log, seq: Seq }, Scopes);
  }

  async #readChanges(): Promise<'current' | 'reset'> {
    const { replica, call } = this.#options;
    for (;;) {
      const cursor = replica.cursor;
      if (!cursor) return 'reset';
      const answer = await call('sync.changes', { log: cursor.log, since: cursor.seq });
      if ('Reset' in answer) return 'reset';
      if (answer.Seq > cursor.seq) await replica.storeChanges(answer.Changes, answer.Seq);
      if (!answer.More) return 'current';
    }
  }

  async #readPage({ scope, after }: ScopeState): Promise<void> {
    const { replica, call } = this.#options;
    try {
      const page = await call('sync.page', { scope: `${scope.Kind}:${scope.ID}`, after });
      await replica.storePage(scope, page, this.#isEnough(scope, page));
    } catch (error) {
      if (!(error instanceof AppError) || !LOST.includes(error.code)) throw error;
      await replica.forget(scope);
    }
  }

  #isEnough({ Kind, ID }: ScopeState['scope'], page: Output<'sync.page'>): boolean {
    const { replica, now } = this.#options;
    if (Kind === 'dialog') {
      const filledTo = parseCursor(page.After).after ?? 0;
      const isAtMessages = page.Rows.some((row) => row.Table === 'message');
      const { holdings } = replica;
      return (
        isAtMessages && holdings.countMessages(ID) >= ENOUGH_MESSAGES && filledTo <= holdings.readMark(ID) + 1
      );
    }
    if (Kind !== 'wall') return false;
    const monthAgo = now() - ENOUGH_DAYS * 24 * 3600;
    return page.Rows.some(
      ({ Table, Row }) => Table === 'post' && Row.wall_id === ID && Number(Row.created_at) < monthAgo,
    );
  }
}

/** The person lost access between two calls; the changes say so too. */
const LOST: readonly string[] = ['not_found', 'access_denied'];
