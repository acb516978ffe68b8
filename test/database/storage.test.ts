import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../../electron/database/migrations';

test('counts content stored before storage was counted', () => {
  const raw = new Database(':memory:');
  raw.pragma('foreign_keys = OFF');
  const step = migrations.findIndex(({ name }) => name === '0005-storage');
  for (const { sql } of migrations.slice(0, step)) raw.exec(sql);
  const store = raw.prepare(
    "INSERT INTO content (id, kind, person_id, hash, size, type, created_at) VALUES (?, ?, ?, x'00', ?, '', 0)",
  );
  store.run(1, 'file', 7, 100);
  store.run(2, 'photo', 7, 20);
  store.run(3, 'file', 8, 3);
  raw.exec(migrations[step]?.sql ?? '');
  store.run(4, 'file', 8, 1000);
  raw.exec('DELETE FROM content WHERE id = 2');
  const counted = raw.prepare('SELECT person_id, kind, items, bytes FROM storage ORDER BY 1, 2').raw().all();
  expect(counted).toEqual([
    [0, 'file', 3, 1103],
    [0, 'photo', 0, 0],
    [7, '', 1, 100],
    [8, '', 2, 1003],
  ]);
  raw.close();
});
