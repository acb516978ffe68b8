import { copyFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { openService, type Service } from '../../electron/service';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../support/service';

let root: string;
let home: string;
let clock: TestClock;
let ann: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'courtyard-place-'));
  home = join(root, 'home');
  clock = new TestClock();
  const service = await open(home);
  ann = await testServiceOver(service, clock).person('Ann');
  dialog_id = (await ann.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  await service.close();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('reopening a community', () => {
  test('on the same installation keeps its log, and identifiers grow', async () => {
    const [first, second] = [await run(home), await run(home)];
    expect(second.log).toBe(first.log);
    expect(second.ids[0]).toBeGreaterThan(first.ids.at(-1) ?? 0);
  });

  test.each([
    ['as its file alone', (to: string) => copyFile(home, to)],
    ['with its whole folder', (to: string) => cpSync(home, to, { recursive: true })],
  ])(
    'from a copy %s starts another log and never repeats identifiers of the original',
    async (_how, copy) => {
      const first = await run(home);
      const away = join(root, 'away');
      mkdirSync(away);
      copy(away);
      const [here, there] = [await run(home), await run(away)];
      expect(here.log).toBe(first.log);
      expect(there.log).not.toBe(first.log);
      const again = [await run(away), await run(home)];
      expect(again.map((one) => one.log)).toEqual([there.log, here.log]);
      expectAllDifferent([first, here, there, ...again].flatMap((one) => one.ids));
    },
  );

  test.each([
    ['over its file', () => copyFile(join(root, 'backup'), home)],
    [
      'in place of its file',
      () => {
        rmSync(join(home, DATABASE_FILE));
        copyFile(join(root, 'backup'), home);
      },
    ],
    [
      'in place of its folder',
      () => {
        rmSync(home, { recursive: true });
        cpSync(join(root, 'backup'), home, { recursive: true });
      },
    ],
  ])(
    'from a backup that was put %s has another log, and gives nothing again that was lost',
    async (_how, put) => {
      const kept = await run(home);
      cpSync(home, join(root, 'backup'), { recursive: true });
      const lost = [await run(home), await run(home)];
      put();
      // The clock of a machine that was put together anew may be wrong too.
      clock.advance(-3600);
      const restored = await run(home);
      expect(restored.log).not.toBe(kept.log);
      expect((await run(home)).log).toBe(restored.log);
      expectAllDifferent([kept, ...lost, restored].flatMap((one) => one.ids));
      expect(restored.ids[0]).toBeGreaterThan(kept.ids.at(-1) ?? 0);
    },
  );

  test('that lived elsewhere and came back starts another log again', async () => {
    const first = await run(home);
    const away = join(root, 'away');
    renameSync(home, away);
    const there = await run(away);
    renameSync(away, home);
    const back = await run(home);
    expect(new Set([first.log, there.log, back.log]).size).toBe(3);
    const ids = [first, there, back].flatMap((one) => one.ids);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });
});

interface Run {
  log: string;
  ids: number[];
}

/** Opens the community of a folder, writes in it, and closes it; the clock stands still. */
async function run(folder: string): Promise<Run> {
  const service = await open(folder);
  const person = testServiceOver(service, clock).as(ann.session, ann);
  const line = await person.listen();
  const [hello] = line.frames;
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, index) => person.call('dialogs.send', { dialog_id, text: `${index}` })),
  );
  await service.close();
  return { log: hello?.Type === 'hello' ? hello.Log : '', ids: sent.map((message) => message.ID) };
}

function open(folder: string): Promise<Service> {
  return openService({ data: folder, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 });
}

function copyFile(from: string, to: string): void {
  copyFileSync(join(from, DATABASE_FILE), join(to, DATABASE_FILE));
}

function expectAllDifferent(ids: readonly number[]): void {
  expect(new Set(ids).size).toBe(ids.length);
}
