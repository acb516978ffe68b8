import type { Migration } from './migration';

/**
 * The witness of this community, at most one: a pending pairing code (its SHA-256) and, once paired, the fingerprint of its
 * certificate and the JSON list of `HOST:PORT` where it waits. `port` is where the host waits for it to use its link.
 */
export const witness: Migration = {
  name: '0024-witness',
  sql: `
    CREATE TABLE witness (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      port INTEGER NOT NULL,
      code BLOB,
      code_expires INTEGER NOT NULL DEFAULT 0,
      certificate TEXT NOT NULL DEFAULT '',
      name TEXT NOT NULL DEFAULT '',
      addresses TEXT NOT NULL DEFAULT '[]',
      paired_at INTEGER NOT NULL DEFAULT 0
    ) STRICT;
  `,
};
