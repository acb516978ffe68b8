import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { names } from '../../shared/contract';
import { allowed } from './plans/allowed';
import { recordQueries, type Recording } from './plans/recorder';

let folder: string;
let recording: Recording;
let called: Set<string>;
let raw: Database.Database;
let plans: { sql: string; step: string }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-plans-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  recording = recordQueries();
  const { runEverything } = await import('./plans/run');
  called = await runEverything(folder, recording);
  vi.useRealTimers();
  recording.stop();
  raw = new Database(join(folder, 'courtyard.db'));
  plans = [...recording.statements].flatMap((sql) =>
    stepsOf(sql).map((step) => ({ sql: sql.replaceAll('+?', '?'), step })),
  );
});
afterAll(() => {
  raw.close();
  rmSync(folder, { recursive: true, force: true });
});

test('calls every entry of the contract', () => {
  expect(names.filter((name) => !called.has(name))).toEqual([]);
});

test('runs every query', () => {
  expect(recording.neverRun()).toEqual([]);
});

test('plans depend on no statistics, so they are the same in every community', () => {
  expect(raw.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").all()).toEqual([]);
});

test('no query scans a growing table, sorts without bounds or builds a temporary index', () => {
  const suspect = plans.filter(({ step }) => /^(SCAN|USE TEMP B-TREE)|AUTOMATIC/.test(step));
  expect(suspect.length).toBeGreaterThan(50);
  const refused = suspect.filter(
    ({ sql, step }) => !allowed.some((one) => one.step.test(step) && one.sql.test(sql)),
  );
  expect(refused).toEqual([]);
});

test('every exception is still needed', () => {
  const stale = allowed.filter(
    (one) => !plans.some(({ sql, step }) => one.step.test(step) && one.sql.test(sql)),
  );
  expect(stale.map((one) => String(one.sql))).toEqual([]);
});

test('the dialogs of a person are sorted without reading their memberships', () => {
  const steps = plans
    .filter(({ sql }) => sql.includes('order by "member"."archived"'))
    .map(({ step }) => step);
  expect(steps).toContain('SEARCH member USING COVERING INDEX member_person (person_id=?)');
});

/** What SQLite would do for a statement, whatever values it is given. */
function stepsOf(sql: string): string[] {
  if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/.test(sql)) return [];
  // Each connection has its own view of the words of an index.
  if (/^CREATE VIRTUAL TABLE IF NOT EXISTS temp\./.test(sql)) raw.exec(sql);
  const statement = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`);
  const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, null]));
  const nulls: (null | typeof named)[] = Object.keys(named).length > 0 ? [named] : [];
  for (;;) {
    try {
      return (statement.all(...nulls) as { detail: string }[]).map((row) => row.detail);
    } catch (error) {
      // The library counts the parameters but does not tell how many there are.
      if (!(error instanceof RangeError) || nulls.length > 1000) throw error;
      nulls.push(null);
    }
  }
}
