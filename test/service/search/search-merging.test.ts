import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DATABASE_FILE } from '../../../electron/database/open';
import { TestClock, testService } from '../../support/service';

/** Enough that rewriting their index takes a thousand pages. */
const STORED = 20_000;
/** Each adds a segment, and FTS5 by itself merges sixteen of them at once. */
const SENT = 40;
const FRAME_BYTES = 4096 + 24;

test('no message makes the whole search index be rewritten, and all of them are found', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-merging-'));
  // The log isn't checkpointed meanwhile, so that its growth tells what each message has written.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(data, { recursive: true, force: true });
  });
  const clock = new TestClock();
  const t = await testService({ data, clock });
  const ann = await t.person('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  fillIndex(join(data, DATABASE_FILE));

  const log = () => statSync(join(data, `${DATABASE_FILE}-wal`)).size;
  let largest = 0;
  for (let count = 0; count < SENT; count++) {
    const before = log();
    await ann.call('dialogs.send', { dialog_id, text: `Loaf ${count}` });
    // Each is indexed by itself then.
    expect(await ann.call('dialogs.searchMessages', { mask: `loaf ${count}` })).toHaveLength(1);
    largest = Math.max(largest, (log() - before) / FRAME_BYTES);
    clock.advance(1);
  }
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(200);
  for (const mask of ['loaf 0', `loaf ${SENT - 1}`])
    expect(await ann.call('dialogs.searchMessages', { mask })).toHaveLength(1);
});

/** Adds entries of earlier messages, in few segments on the level of those that follow. */
function fillIndex(path: string): void {
  const raw = new Database(path);
  const insert = raw.prepare('INSERT INTO message_search (rowid, dialog, text) VALUES (?, ?, ?)');
  raw.transaction(() => {
    for (let id = 1; id <= STORED; id++) insert.run(id, 'elsewhere', `bread ${id} milk ${id * 7} street`);
  })();
  raw.pragma('wal_checkpoint(TRUNCATE)');
  raw.close();
}
