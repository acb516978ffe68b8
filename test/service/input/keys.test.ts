import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { endpointOf, names, type Name } from '../../../shared/contract';
import { copyDataFolder, viewOfData } from '../../support/databases/data-folders';
import { serverUrl } from '../../support/databases/databases';
import type { DatabaseView } from '../../support/databases/database-views';
import { refusal, testService, type TestService } from '../../support/service';
import { writes, type Write } from './keys-table';
import { buildWorld, openSnapshot, type OpenWorld, type World } from '../rights/world';

const KEY = 'a-key-of-theirs';
const MANY = 12;

let folder: string;
let world: World;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-keys-'));
  world = await buildWorld();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Operations on the files of a community, which needs a data folder and SQLite for them. */
const NEED_FOLDER: ReadonlySet<Name> = new Set([
  'admin.chooseBackupFolder',
  'admin.runBackupFolder',
  'admin.chooseRestoreSource',
  'admin.checkRestore',
  'admin.restoreBackup',
  'admin.undoRestore',
  'admin.cancelRestore',
  'admin.pairStandby',
  'admin.updateStandby',
  'admin.pairWitness',
]);

/** On PostgreSQL without the operations that it has tools of its own for. */
const asked = (Object.entries(writes) as [Name, Write][]).filter(
  ([name]) => serverUrl === undefined || (!NEED_FOLDER.has(name) && name !== 'admin.createBackup'),
);

const writing = names.filter((name) => endpointOf(name).kind === 'write');

test('covers every write of the contract', () => {
  expect(Object.keys(writes).toSorted()).toEqual(writing.toSorted());
});

describe('concurrent requests with one key have one effect and one answer, across a restart', () => {
  test.each(asked)('%s', async (name, write) => {
    const open = NEED_FOLDER.has(name) ? openCopy : openFresh;
    const alone = await open();
    await call(alone.t, name, write, await write.given(world, alone.t, alone.data));
    const { t, data, view, restart } = await open();
    const input = await write.given(world, t, data);
    const calls = Array.from({ length: MANY }, () => call(t, name, write, input));
    const answers = await (write.signsOut ? answersInTime(calls) : Promise.all(calls));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    const expected = await alone.view.rowCounts();
    expect(await view.rowCounts()).toEqual(expected);
    if (write.isLast) return;
    const { t: after, view: viewAfter } = await restart();
    // Bytes are sent anew: those that came before the restart are known by what they are.
    const again = endpointOf(name).upload ? await write.given(world, after, data) : input;
    expect(await call(after, name, write, again)).toEqual(answers[0]);
    expect(await viewAfter.rowCounts()).toEqual(expected);
    const own = Object.keys(again as object).length > 0 ? [[name, changedOf(again)] as const] : [];
    for (const [other, changed] of [
      ...own,
      [name === 'account.reset' ? 'account.register' : 'account.reset', { email: 'a@example.org' }],
    ] as const) {
      const error = await refusal(call(after, other, write, changed));
      expect([other, error.code]).toEqual([other, 'validation_error']);
    }
  });
});

test.each([
  ['dialogs.create', { name: 'New', type: 'group' }],
  ['account.createToken', { name: 'bot' }],
] as const)("another's same key is another thing: %s", async (name, input) => {
  const { t } = await openFresh();
  const { member, admin } = world.callers;
  const made: number[] = [];
  for (const person of [member, admin, member, admin]) {
    const answer = await t.service.call(person.session, name, input, KEY);
    made.push((answer as { ID: number }).ID);
  }
  expect([made[2], made[3]]).toEqual([made[0], made[1]]);
  expect(made[0]).not.toBe(made[1]);
});

test('accepts a nonce as the older name of a key', async () => {
  const { t } = await openFresh();
  const { session } = world.callers.member;
  const input = { dialog_id: world.yard, text: 'Hi', nonce: 'n-1' };
  const first = await t.service.call(session, 'dialogs.send', input);
  expect(await t.service.call(session, 'dialogs.send', input)).toEqual(first);
  const other = await refusal(t.service.call(session, 'dialogs.send', { ...input, text: 'Ho' }));
  expect(other.fields).toHaveProperty('Idempotency-Key');
  const another = await t.service.call(session, 'dialogs.send', { ...input, text: 'Ho', nonce: 'n-2' });
  expect(another.ID).toBeGreaterThan(first.ID);
});

test('a refused call leaves its key unused', async () => {
  const { t } = await openFresh();
  const { session } = world.callers.member;
  await refusal(t.service.call(session, 'dialogs.send', { dialog_id: world.square, text: 'Hi' }, KEY));
  const sent = await t.service.call(session, 'dialogs.send', { dialog_id: world.yard, text: 'Hi' }, KEY);
  expect(sent).toMatchObject({ Text: 'Hi' });
});

test.each(['short', 'x'.repeat(65), 'with a space', 'with-ключ-in-it', ''])(
  'rejects a key of %j',
  async (key) => {
    const { t } = await openFresh();
    const { session } = world.callers.member;
    const error = await refusal(t.service.call(session, 'account.updateProfile', { about: 'x' }, key));
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_error', ['Idempotency-Key']]);
  },
);

test('stores answers with secrets unreadable without their key', async () => {
  const { t, view } = await openFresh();
  const { member } = world.callers;
  const { Token } = await t.service.call(member.session, 'account.createToken', { name: 'bot' }, KEY);
  const kept = await view.query<{ key: Buffer; result: Buffer }>('SELECT key, result FROM command');
  for (const { key, result } of kept) {
    expect(key.includes(KEY)).toBe(false);
    expect(result.includes(Token ?? '')).toBe(false);
  }
  expect(kept.length).toBeGreaterThan(0);
});

interface Copy {
  t: TestService;
  view: DatabaseView;
  /** Its folder; '' if it has none. */
  data: string;
  /** Closes the community and opens it again. */
  restart: () => Promise<Pick<Copy, 't' | 'view'>>;
}

/** The world as it was built. */
async function openFresh(): Promise<Copy> {
  const first = await openSnapshot(world);
  let open: OpenWorld = first;
  onTestFinished(() => open.close());
  return { t: first.t, view: first.view, data: '', restart: async () => (open = await first.reopen()) };
}

/** The world as it was built, in a folder of its own. */
async function openCopy(): Promise<Copy> {
  const data = mkdtempSync(join(folder, 'copy-'));
  await copyDataFolder(world.folder, world.snapshot, data);
  const chosen = mkdtempSync(join(folder, 'chosen-'));
  const t = await testService({
    data,
    chooseFolder: () => Promise.resolve(chosen),
    chooseBackup: () => Promise.resolve(null),
  });
  const view = await viewOfData(data);
  onTestFinished(() => view.close());
  return {
    t,
    view,
    data,
    restart: async () => {
      await t.service.close();
      return { t: await testService({ data, clock: t.clock }), view };
    },
  };
}

function call(t: TestService, name: Name, write: Write, input: unknown): Promise<unknown> {
  const callers = { ...world.callers, ann: world.ann };
  const token = write.by === 'nobody' ? null : callers[write.by].session.token;
  const address = write.isAtHost ? '' : '127.0.0.1';
  return t.service.call({ token, address, userAgent: 'test' }, name, input, KEY);
}

/** The answers of calls of which the first revokes the token of all: those that come too late are refused. */
async function answersInTime(calls: Promise<unknown>[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const one of await Promise.allSettled(calls))
    if (one.status === 'fulfilled') answers.push(one.value);
    else expect(one.reason).toMatchObject({ code: 'auth_failed' });
  return answers;
}

/**
 * Another input that could be given: its first number is the next one, its first text is longer, its flag or list
 * turned.
 */
function changedOf(input: unknown): unknown {
  const entries = Object.entries(input as Record<string, unknown>);
  for (const type of ['number', 'string', 'boolean']) {
    const [key, value] = entries.find(([, one]) => typeof one === type) ?? [];
    if (key !== undefined) return { ...(input as object), [key]: changedValue(value) };
  }
  const [key, list] = entries.find(([, one]) => Array.isArray(one)) ?? [];
  if (key !== undefined) return { ...(input as object), [key]: (list as unknown[]).toReversed() };
  throw new Error('there is nothing to change');
}

function changedValue(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${String(value)}x`;
}
