import type { Database } from 'better-sqlite3';
import { parseCursor, type SyncScope } from '../../shared/contract/sync';

/**
 * How much of a scope a replica holds: `waiting` for its first page, `filling`, `held` from its newest rows down to
 * `filledTo`, or `whole`.
 */
export interface ScopeState {
  scope: SyncScope;
  state: 'waiting' | 'filling' | 'held' | 'whole';
  /** The cursor of the next page. */
  after: string;
  /** The ID down to which rows are held without gaps; 0 if all are. */
  filledTo: number;
}

interface StateRow {
  kind: SyncScope['Kind'];
  id: number;
  state: ScopeState['state'];
  after: string;
  filled_to: number;
}

/** Stores the scopes of a replica and how far each is filled. */
export class ScopeStates {
  readonly #raw: Database;

  constructor(raw: Database) {
    this.#raw = raw;
  }

  /** Returns the scopes that need more pages, the small ones first. */
  unfilled(): ScopeState[] {
    const rows = this.#raw
      .prepare(
        "SELECT * FROM replica_scope WHERE state IN ('waiting', 'filling') ORDER BY kind = 'wall', kind, id",
      )
      .all() as StateRow[];
    return rows.map(stateOf);
  }

  /** Returns how far a scope is filled; undefined if it is not held. */
  find(scope: SyncScope): ScopeState | undefined {
    const row = this.#raw
      .prepare('SELECT * FROM replica_scope WHERE kind = ? AND id = ?')
      .get(scope.Kind, scope.ID) as StateRow | undefined;
    return row && stateOf(row);
  }

  /** Adds a scope to fill, unless it exists. */
  add({ Kind, ID }: SyncScope): void {
    this.#raw.prepare('INSERT OR IGNORE INTO replica_scope (kind, id) VALUES (?, ?)').run(Kind, ID);
  }

  /** Updates the state of a scope after a page of it was stored. */
  advance(
    { Kind, ID }: SyncScope,
    { After, More }: { After: string; More: boolean },
    isEnough: boolean,
  ): void {
    const partialState = isEnough ? 'held' : 'filling';
    const state = More ? partialState : 'whole';
    const filledTo = More ? (parseCursor(After).after ?? 0) : 0;
    this.#raw
      .prepare('UPDATE replica_scope SET state = ?, after = ?, filled_to = ? WHERE kind = ? AND id = ?')
      .run(state, After, filledTo, Kind, ID);
  }

  /** Removes a scope that the person may no longer read. */
  forget({ Kind, ID }: SyncScope): void {
    this.#raw.prepare('DELETE FROM replica_scope WHERE kind = ? AND id = ?').run(Kind, ID);
  }
}

function stateOf(row: StateRow): ScopeState {
  return {
    scope: { Kind: row.kind, ID: row.id },
    state: row.state,
    after: row.after,
    filledTo: row.filled_to,
  };
}
