import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointOf, names, type Name } from '../../shared/contract';
import type { AppError } from '../../shared/errors';
import { serverUrl } from '../support/databases/databases';
import { refusal } from '../support/service';
import type { Row } from './rights/answers';
import { rows } from './rights/table';
import {
  buildWorld,
  CALLERS,
  openSnapshot,
  openWorld,
  type CallerName,
  type OpenWorld,
  type World,
} from './rights/world';

let folder: string;
let world: World;
/** The community as it was built, until a call changes it. */
let fresh: OpenWorld | null = null;

/** Operations that a community without a data folder refuses to everyone. */
const NEED_FOLDER: ReadonlySet<Name> = new Set(['admin.pairStandby', 'admin.pairWitness']);

/** On PostgreSQL nobody can pair hosts or make backups: it has tools of its own. */
const asked =
  serverUrl === undefined
    ? rows
    : rows.filter(({ name }) => !NEED_FOLDER.has(name) && name !== 'admin.createBackup');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-rights-'));
  world = await buildWorld();
});
afterAll(async () => {
  await fresh?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('covers every entry of the contract', () => {
  const known = new Set(rows.map((row) => row.name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

describe('answers each kind of caller by their permissions', () => {
  test.each(asked.map((row) => [`${row.name}${row.of && `: ${row.of}`}`, row] as const))(
    '%s',
    async (_what, row) => {
      const answers: [CallerName, number][] = [];
      for (const caller of CALLERS) answers.push([caller, await answerTo(caller, row)]);
      const expected = CALLERS.map((caller, index) => [caller, row.answers[index]]);
      expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
    },
  );
});

test('a session ended by a ban is invalid', async () => {
  const { t } = (fresh ??= await openSnapshot(world));
  for (const { name, given } of rows) {
    if (endpointOf(name).open) continue;
    const input = await given(world, 'banned', t);
    const refused = await refusal(t.service.call(world.endedSession, name, input));
    expect([name, refused.code]).toEqual([name, 'auth_failed']);
  }
});

/** The status of one call. Reading and being refused must store nothing. */
async function answerTo(caller: CallerName, { name, given }: Row): Promise<number> {
  const opened = NEED_FOLDER.has(name)
    ? await openWorld(world, folder)
    : (fresh ??= await openSnapshot(world));
  const { t, view, close } = opened;
  t.clock.advance(1);
  const token = caller === 'nobody' ? null : world.callers[caller].session.token;
  const input = await given(world, caller === 'nobody' ? 'ann' : caller, t);
  const before = await view.contents();
  const status = await t.service.call({ token, address: '127.0.0.1', userAgent: 'test' }, name, input).then(
    () => 200,
    (error: unknown) => (error as AppError).status,
  );
  const isChanged = (await view.contents()) !== before;
  if (isChanged || opened !== fresh) await close();
  if (!isChanged) return status;
  if (opened === fresh) fresh = null;
  expect([name, caller, endpointOf(name).kind, status]).toEqual([name, caller, 'write', 200]);
  return status;
}
