import type { Migration } from './migration';

/**
 * Who has hosted this community, one row per term: a term counts who hosts, 1 from the beginning, and is shown in the host's
 * certificate. `seq` is the number of the last event when the term began.
 */
export const host: Migration = {
  name: '0021-host',
  sql: `
    CREATE TABLE host (
      term INTEGER PRIMARY KEY CHECK (term > 0),
      since INTEGER NOT NULL,
      how TEXT NOT NULL CHECK (how IN ('created', 'move', 'takeover', 'witness', 'restore')),
      name TEXT NOT NULL,
      seq INTEGER NOT NULL
    ) STRICT;
    INSERT INTO host SELECT 1, created_at, 'created', '', 0 FROM community;
  `,
};
