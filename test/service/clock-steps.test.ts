import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ClockWatch } from '../../electron/service/maintenance/clock-watch';
import { countRows, queryData } from '../support/databases/data-folders';
import { START, testService, type TestPerson, type TestService } from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

let folder: string;
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let yard: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  folder = temporaryFolder();
  t = await testService({ data: folder });
  [ann, bob] = await t.people('Ann', 'Bob');
  yard = (await ann.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  await bob.call('dialogs.join', { dialog_id: yard, user_id: '@me' });
});

describe('a clock that runs a year ahead for a while', () => {
  test.each(['while the host runs', 'over two restarts'])(
    'signs no one out and deletes nothing %s',
    async (how) => {
      const isRestarted = how === 'over two restarts';
      const line = await bob.listen();
      const hello = line.frames.find((frame) => frame.Type === 'hello');
      const sent = await say('once', 'a-key-of-ours');
      await t.open('account.reset', { email: bob.email });
      await minutes(2);
      const before = await counts();

      await step(YEAR, isRestarted);
      await minutes(3);
      await bob.call('people.me', {});
      expect(await counts()).toMatchObject(before);

      await step(-YEAR, isRestarted);
      await minutes(2);
      expect(await counts()).toMatchObject(before);
      for (const person of [ann, bob]) await person.call('people.me', {});
      expect(await say('once', 'a-key-of-ours')).toMatchObject({ ID: sent.ID });
      const since = { since: hello?.Seq ?? 0, log: hello?.Log ?? '' };
      const replayed = await (await bob.listen(since)).take();
      expect(replayed.map(({ Type }) => Type)).toContain('message');
    },
  );

  test.each([false, true])(
    'leaves no future timestamps, in order of arrival (restarted: %s)',
    async (isRestarted) => {
      await say('before');
      const start = t.clock.seconds;
      await minutes(2);
      await step(YEAR, isRestarted);
      await say('ahead');
      await minutes(10);
      await say('still ahead');
      const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'ahead' });
      await minutes(10);
      await step(-YEAR, isRestarted);
      // Before any correction, too.
      const times = async () =>
        (await bob.call('dialogs.messages', { dialog_id: yard })).map((one) => one.Timestamp).reverse();
      expect(Math.max(...(await times()))).toBeLessThanOrEqual(t.clock.seconds);
      await minutes(2);
      await say('after');
      const page = await bob.call('dialogs.messages', { dialog_id: yard });
      expect(page.map((message) => message.Text)).toEqual(['after', 'still ahead', 'ahead', 'before', '']);
      const corrected = await times();
      expect(corrected).toEqual([...corrected].sort((one, other) => one - other));
      // As they were written: twelve and two minutes before the clock was set right, and not at one moment.
      expect((corrected[3] ?? 0) - (corrected[2] ?? 0)).toBe(10 * MINUTE);
      expect(corrected[2]).toBeGreaterThanOrEqual(start);
      expect((await ann.call('posts.get', { post_id })).Timestamp).toBe(corrected[3]);
      t.clock.advance(HOUR);
      expect(await times()).toEqual(corrected);
    },
  );

  test('is accepted after a day, or at once after a long pause', () => {
    let now = START;
    const watch = new ClockWatch(() => now, null);
    const lagAfter = (seconds: number) => {
      now += seconds;
      return now - watch.nowForAges();
    };
    const goOn = (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += MINUTE) lagAfter(MINUTE);
      return now - watch.nowForAges();
    };
    expect(lagAfter(30 * DAY)).toBe(0);
    expect(lagAfter(YEAR)).toBe(YEAR);
    expect(goOn(DAY / 2)).toBe(YEAR);
    expect(lagAfter(8 * HOUR)).toBe(YEAR);
    expect(goOn(DAY / 2)).toBe(0);
    expect(lagAfter(-YEAR)).toBe(0);
    expect(watch.correction).toBeNull();
  });
});

describe('a clock that runs a year behind for a while', () => {
  test('changes no stored timestamp', async () => {
    await say('before');
    const shown = () => bob.call('dialogs.messages', { dialog_id: yard });
    const earlier = await shown();
    await minutes(2);
    await step(-YEAR, true);
    await minutes(10);
    await step(YEAR, true);
    await minutes(10);
    expect(await shown()).toEqual(earlier);
    await bob.call('people.me', {});
  });
});

test('a host that was off for over a month continues with the right time', async () => {
  await say('before');
  await minutes(2);
  await step(60 * DAY, true);
  expect((await say('after')).Timestamp).toBe(t.clock.seconds);
  await minutes(10);
  const page = await bob.call('dialogs.messages', { dialog_id: yard });
  expect(page.map((message) => message.Timestamp)).toEqual(
    [...page.map((message) => message.Timestamp)].sort((one, other) => other - one),
  );
});

function say(text: string, key?: string) {
  return ann.call('dialogs.send', { dialog_id: yard, text }, key);
}

/** Sets the clock, also between two runs of the host. */
async function step(seconds: number, isRestarted: boolean): Promise<void> {
  if (!isRestarted) {
    t.clock.advance(seconds);
    return;
  }
  await t.service.close();
  t.clock.advance(seconds);
  t = await testService({ data: folder, clock: t.clock });
  [ann, bob] = [t.as(ann.session, ann), t.as(bob.session, bob)];
}

/** Lets minutes of the host's life pass, with its housekeeping. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) await pass(MINUTE);
}

/** Some of the host's life, until housekeeping has seen the time at its end. */
async function pass(seconds: number): Promise<void> {
  t.clock.advance(seconds);
  const seen = async () => {
    const [row] = await queryData<{ value: string }>(folder, "SELECT value FROM meta WHERE key = 'clock'");
    return (JSON.parse(row?.value ?? '{}') as { time?: number }).time;
  };
  while ((await seen()) !== t.clock.seconds) {
    vi.advanceTimersByTime(MINUTE * 1000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}

async function counts(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const table of ['token', 'command', 'event', 'code']) counted[table] = await countRows(folder, table);
  return counted;
}
