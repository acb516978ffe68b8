import type Database from 'better-sqlite3';
import { connect, migrate, type MemoryDatabase } from '../database/open';
import type { Db } from '../database/db';
import { createKysely } from '../database/statements';

/** An open replica: the tables of a host, and two of its own. */
export interface ReplicaDatabase {
  raw: Database.Database;
  db: Db;
}

/**
 * Opens a replica, in a file that only its owner may read, or over a connection in memory. Rows of people and items are
 * held as far as they were needed, so references between tables are not enforced.
 */
export function openReplicaDatabase(file: string | MemoryDatabase): ReplicaDatabase {
  const raw = typeof file === 'string' ? connect(file) : file;
  try {
    raw.pragma('foreign_keys = OFF');
    // It is a cache: what a power loss takes is read again from the host.
    raw.pragma('synchronous = NORMAL');
    raw.pragma('wal_autocheckpoint = 1000');
    migrate(raw);
    raw.exec(OWN_TABLES);
    return { raw, db: createKysely(raw) };
  } catch (error) {
    raw.close();
    throw error;
  }
}

const OWN_TABLES = `
  CREATE TABLE IF NOT EXISTS replica_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    person INTEGER NOT NULL,
    log TEXT NOT NULL,
    seq INTEGER NOT NULL,
    schema INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS replica_scope (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    after TEXT NOT NULL DEFAULT '',
    filled_to INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'filling', 'held', 'whole')),
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`;
