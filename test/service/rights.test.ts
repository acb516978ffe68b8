import Database from 'better-sqlite3';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import type { Session } from '../../electron/service';
import { endpointOf, names } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import { hashOfContents } from '../support/contents';
import { refusal, testService, type TestService } from '../support/service';
import { rows, type Row } from './rights-table';
import { buildWorld, CALLERS, type CallerName, type World } from './rights-world';

let world: World;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-rights-'));
  world = await buildWorld(join(folder, 'world'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every entry of the contract has a row', () => {
  const known = new Set(rows.map((row) => row.name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

describe('each caller is answered as they may be', () => {
  test.each(rows.map((row) => [`${row.name}${row.of && `: ${row.of}`}`, row] as const))(
    '%s',
    async (_what, row) => {
      const answers: number[] = [];
      for (const caller of CALLERS) answers.push(await answerTo(caller, row));
      expect(Object.fromEntries(CALLERS.map((caller, index) => [caller, answers[index]]))).toEqual(
        Object.fromEntries(CALLERS.map((caller, index) => [caller, row.answers[index]])),
      );
    },
  );
});

test('a session that a ban ended is as good as none', async () => {
  const t = await worldAgain();
  for (const { name, given } of rows) {
    if (endpointOf(name).open) continue;
    const input = await given(world, 'banned', t);
    const refused = await refusal(t.service.call(world.endedSession, name, input));
    expect([name, refused.code]).toEqual([name, 'auth_failed']);
  }
});

/** The status of one call in a world of its own; one that is refused must have stored nothing. */
async function answerTo(caller: CallerName, { name, given }: Row): Promise<number> {
  const t = await worldAgain();
  const session: Session = {
    token: caller === 'nobody' ? null : world.callers[caller].session.token,
    address: '127.0.0.1',
    client: 'test',
  };
  const input = await given(world, caller === 'nobody' ? 'ann' : caller, t);
  const look = new Database(join(t.folder, DATABASE_FILE), { readonly: true });
  const before = hashOfContents(look);
  try {
    await t.service.call(session, name, input);
    return 200;
  } catch (error) {
    expect([name, caller, hashOfContents(look)]).toEqual([name, caller, before]);
    if (error instanceof AppError) return error.status;
    throw error;
  } finally {
    look.close();
  }
}

async function worldAgain(): Promise<TestService & { folder: string }> {
  const copy = mkdtempSync(join(folder, 'copy-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(world.folder, copy, { recursive: true });
  return { ...(await testService({ data: copy })), folder: copy };
}
