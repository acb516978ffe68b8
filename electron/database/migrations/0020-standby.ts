import type { Migration } from './migration';

/**
 * The standby of this community, at most one: a pending pairing code (its SHA-256), the fingerprint of its certificate
 * once paired, and the port on which the host waits for it.
 */
export const standby: Migration = {
  name: '0020-standby',
  sql: `
    CREATE TABLE standby (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      port INTEGER NOT NULL,
      code BLOB,
      code_expires INTEGER NOT NULL DEFAULT 0,
      certificate TEXT NOT NULL DEFAULT '',
      name TEXT NOT NULL DEFAULT '',
      paired_at INTEGER NOT NULL DEFAULT 0
    ) STRICT;
  `,
};
