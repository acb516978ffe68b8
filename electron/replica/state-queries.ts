import type { Database } from 'better-sqlite3';

/** How far a replica follows its host. */
export interface ReplicaCursor {
  log: string;
  seq: number;
}

/** The cursor of a replica and the schema version that it was made with. */
export interface ReplicaState extends ReplicaCursor {
  schema: number;
}

/** Returns the state of a replica; undefined before it was first stored. */
export function findState(raw: Database): ReplicaState | undefined {
  return raw.prepare('SELECT log, seq, schema FROM replica_state').get() as ReplicaState | undefined;
}

/** Stores the state of the replica of a person, in place of an earlier one. */
export function storeState(raw: Database, person: number, { log, seq, schema }: ReplicaState): void {
  raw
    .prepare('INSERT OR REPLACE INTO replica_state (id, person, log, seq, schema) VALUES (1, ?, ?, ?, ?)')
    .run(person, log, seq, schema);
}

/** Advances the cursor to a number of the log. */
export function advanceCursor(raw: Database, seq: number): void {
  raw.prepare('UPDATE replica_state SET seq = ? WHERE id = 1').run(seq);
}
