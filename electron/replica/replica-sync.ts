import type { Input, Output } from '../../shared/contract';
import { parseCursor } from '../../shared/contract/sync';
import { AppError } from '../../shared/errors';
import type { Replica } from './replica';
import type { ScopeState } from './scope-states';

export type SyncName = 'sync.begin' | 'sync.page' | 'sync.changes';

/** Calls the host as the person whose replica it is. */
export type SyncCall = <N extends SyncName>(name: N, input: Input<N>) => Promise<Output<N>>;

/** How much of a dialog and of a wall is fetched in advance; older rows are fetched on demand. */
const PREFETCHED_MESSAGES = 500;
const PREFETCHED_DAYS = 30;

export interface ReplicaSyncOptions {
  replica: Replica;
  call: SyncCall;
  /** Unix seconds. */
  now: () => number;
}

/**
 * Syncs a replica with its host. Makes one call at a time and stores each answer before the next call, so that an older
 * row never replaces a newer one.
 */
export class ReplicaSync {
  readonly #options: ReplicaSyncOptions;

  constructor(options: ReplicaSyncOptions) {
    this.#options = options;
  }

  /**
   * Reads all changes and missing pages until the replica is up to date. Returns 'reset' if the host has another event
   * log: the replica must then be created again. Passes on errors of calls; what was stored before them stays.
   */
  async catchUp(): Promise<'current' | 'reset'> {
    for (;;) {
      const outcome = await this.step();
      if (outcome !== 'filling') return outcome;
    }
  }

  /** Reads all changes, then one missing page. Returns 'filling' if there may be more pages. */
  async step(): Promise<'current' | 'filling' | 'reset'> {
    const { replica } = this.#options;
    if (!replica.cursor) await this.#begin();
    if ((await this.#readChanges()) === 'reset') return 'reset';
    const [next] = replica.scopes.unfilled();
    if (!next) return 'current';
    await this.#readPage(next);
    return 'filling';
  }

  /** Reads the next page of a partly held scope, such as older messages of a dialog. */
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
      if (!(error instanceof AppError) || !ACCESS_LOST.includes(error.code)) throw error;
      await replica.forget(scope);
    }
  }

  #isEnough({ Kind, ID }: ScopeState['scope'], page: Output<'sync.page'>): boolean {
    const { replica, now } = this.#options;
    if (Kind === 'dialog') {
      const filledTo = parseCursor(page.After).after ?? 0;
      const hasMessages = page.Rows.some((row) => row.Table === 'message');
      const { holdings } = replica;
      return (
        hasMessages &&
        holdings.countMessages(ID) >= PREFETCHED_MESSAGES &&
        filledTo <= holdings.readMark(ID) + 1
      );
    }
    if (Kind !== 'wall') return false;
    const oldestWanted = now() - PREFETCHED_DAYS * 24 * 3600;
    return page.Rows.some(
      ({ Table, Row }) => Table === 'post' && Row.wall_id === ID && Number(Row.created_at) < oldestWanted,
    );
  }
}

/** Errors of a scope to which the person lost access between two calls; `sync.changes` reports that too. */
const ACCESS_LOST: readonly string[] = ['not_found', 'access_denied'];
