import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/database/open';
import { HOST_TABLES, REPLICA_TABLES } from '../../electron/service/sync/tables';

test('every table either belongs to replicas, with its primary key, or never leaves the host', () => {
  const raw = new Database(':memory:');
  migrate(raw);
  const tables = raw
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_search*'",
    )
    .pluck()
    .all() as string[];
  const named = [...Object.keys(REPLICA_TABLES), ...HOST_TABLES];
  expect(tables.toSorted()).toEqual(named.toSorted());
  for (const [table, key] of Object.entries(REPLICA_TABLES)) {
    const columns = raw
      .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(table);
    expect(columns, table).toEqual(key);
  }
  raw.close();
});
