// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormerHost } from '../../../../renderer/settings/standby/former-host.svelte';
import { StandbyControl, type StandbyUse } from '../../../../renderer/settings/standby/standby.svelte';
import { WitnessControl } from '../../../../renderer/settings/standby/witness.svelte';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { heldAnswer, openPage, settled } from '../page';

beforeEach(openPage);
afterEach(() => vi.useRealTimers());

const state = (part: Partial<StandbyUse>): StandbyUse => ({
  ...{ State: 'none', Name: '', Behind: 0, Seen: 0, Durable: 0, Problem: '', Unreadable: 0 },
  ...{ Wait: false, WaitSuspended: false },
  Witness: { State: 'none', Name: '', Seen: 0, Automatic: false },
  Backups: { On: false, LastGood: 0, Overdue: false, Failure: '' },
  Successor: null,
  ByDatabase: false,
  ...part,
});
const answer = (part: Partial<StandbyUse>) => fakeHost.answer('admin.standby', () => state(part));
const LINK = { Link: 'courtyard-standby://box:1/?key=a&code=b', Expires: 5 };

test('the progress of a copy is measured from what was left at its start', async () => {
  const standby = new StandbyControl();
  answer({ State: 'copying', Name: 'box', Behind: 400 });
  await standby.load();
  expect(standby.progress).toBe(0);
  answer({ State: 'copying', Name: 'box', Behind: 100 });
  await standby.load();
  expect(standby.progress).toBe(0.75);
  answer({ State: 'in_step', Name: 'box' });
  await standby.load();
  expect(standby.progress).toBeUndefined();
  answer({ State: 'copying', Name: 'box', Behind: 200 });
  await standby.load();
  expect(standby.progress).toBe(0);
});

test('the state is loaded again while the page is open, and a failure keeps the last one', async () => {
  vi.useFakeTimers();
  const standby = new StandbyControl();
  answer({ State: 'behind', Name: 'box', Behind: 7 });
  await standby.load();
  const stop = standby.follow();
  answer({ State: 'gone', Name: 'box', Seen: 9 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(standby.now).toMatchObject({ State: 'gone', Seen: 9 });
  fakeHost.answer('admin.standby', () => {
    throw new AppError('server_error');
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect([standby.now?.State, standby.loading.error?.code]).toEqual(['gone', 'server_error']);
  stop();
  const before = fakeHost.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fakeHost.calls).toHaveLength(before);
});

test('a link is shown until a computer has used it', async () => {
  const standby = new StandbyControl();
  answer({});
  await standby.load();
  fakeHost.answer('admin.pairStandby', () => LINK);
  expect(await standby.createLink()).toBe(true);
  await standby.load();
  expect(standby.link).toEqual(LINK);
  answer({ State: 'copying', Name: 'box', Behind: 3 });
  await standby.load();
  expect(standby.link).toBeNull();

  await standby.createLink();
  answer({ State: 'in_step', Name: 'box' });
  await standby.load();
  expect(standby.link).toEqual(LINK);
  answer({ State: 'copying', Name: 'attic', Behind: 3 });
  await standby.load();
  expect(standby.link).toBeNull();
});

test('a link is created once even if the first answer is lost', async () => {
  const standby = new StandbyControl();
  fakeHost.answer('admin.pairStandby', () => {
    throw new AppError('server_error');
  });
  expect(await standby.createLink()).toBe(false);
  fakeHost.answer('admin.pairStandby', () => LINK);
  expect(await standby.createLink()).toBe(true);
  const [first, second] = fakeHost.calls.filter(({ name }) => name === 'admin.pairStandby');
  expect(second?.key).toBe(first?.key);
  expect(first?.key).toBeDefined();
});

test('removing the standby removes its link too, and a rejection changes nothing', async () => {
  const standby = new StandbyControl();
  answer({ State: 'in_step', Name: 'box' });
  await standby.load();
  fakeHost.answer('admin.pairStandby', () => LINK);
  await standby.createLink();
  fakeHost.answer('admin.removeStandby', () => {
    throw new AppError('access_denied');
  });
  expect(await standby.remove()).toBe(false);
  expect([standby.now?.State, standby.link]).toEqual(['in_step', LINK]);
  fakeHost.answer('admin.removeStandby', () => ({ ok: true }));
  answer({});
  expect(await standby.remove()).toBe(true);
  await settled();
  expect([standby.now?.State, standby.link]).toEqual(['none', null]);
});

test('waiting for the standby is shown at once, and reverts if the host rejects it', async () => {
  const standby = new StandbyControl();
  answer({ State: 'in_step', Name: 'box' });
  await standby.load();
  const held = heldAnswer<StandbyUse>();
  fakeHost.answer('admin.updateStandby', held.handler);
  const changing = standby.setWaits(true);
  expect(standby.waits).toBe(true);
  held.give(state({ State: 'in_step', Name: 'box', Wait: true }));
  await changing;
  expect([standby.waits, standby.now?.Wait]).toEqual([true, true]);
  fakeHost.answer('admin.updateStandby', () => {
    throw new AppError('conflict');
  });
  await standby.setWaits(false);
  expect([standby.waits, standby.changing.error?.code]).toEqual([true, 'conflict']);
});

test('a witness link is shown until a third computer has used it, and removed with the witness', async () => {
  const standby = new StandbyControl();
  const witness = new WitnessControl(standby);
  const paired = (part: Partial<StandbyUse['Witness']>) =>
    answer({ Witness: { State: 'seen', Name: 'box', Seen: 7, Automatic: false, ...part } });
  expect([witness.now, witness.isPaired]).toEqual([null, false]);
  answer({ State: 'in_step', Name: 'attic' });
  await standby.load();
  fakeHost.answer('admin.pairWitness', () => LINK);
  expect(await witness.createLink()).toBe(true);
  await standby.load();
  expect(witness.link).toEqual(LINK);
  paired({});
  await standby.load();
  expect([witness.link, witness.isPaired]).toEqual([null, true]);

  await witness.createLink();
  paired({ State: 'gone', Automatic: true });
  await standby.load();
  expect(witness.link).toEqual(LINK);
  expect(witness.now).toMatchObject({ State: 'gone', Automatic: true });
  fakeHost.answer('admin.removeWitness', () => {
    throw new AppError('unavailable');
  });
  expect(await witness.remove()).toBe(false);
  expect([witness.removing.error?.code, witness.link]).toEqual(['unavailable', LINK]);
  fakeHost.answer('admin.removeWitness', () => ({ ok: true }));
  answer({ State: 'in_step', Name: 'attic' });
  expect(await witness.remove()).toBe(true);
  expect([witness.isPaired, witness.link]).toEqual([false, null]);
});

test('a former host lists who wrote what only it has, and becomes the standby once', async () => {
  const former = new FormerHost();
  const authors = [{ Name: 'Ann', Messages: 3, Posts: 0, Comments: 1 }];
  fakeHost.answer('admin.unreplicated', () => authors);
  expect(await former.load()).toBe(true);
  expect(former.authors).toEqual(authors);
  fakeHost.answer('admin.becomeStandby', () => {
    throw new AppError('conflict');
  });
  expect(await former.rejoin()).toBe(false);
  expect([former.rejoining.error?.code, former.hasLeft]).toEqual(['conflict', false]);
  fakeHost.answer('admin.becomeStandby', () => ({ ok: true }) as const);
  expect(await former.rejoin()).toBe(true);
  expect(former.hasLeft).toBe(true);
});

test('a former host becomes the host again once, unless the new one answers', async () => {
  const former = new FormerHost();
  fakeHost.answer('admin.hostAgain', () => {
    throw new AppError('conflict');
  });
  expect(await former.hostAgain()).toBe(false);
  expect([former.hosting.error?.code, former.hasLeft]).toEqual(['conflict', false]);
  fakeHost.answer('admin.hostAgain', () => ({ ok: true }) as const);
  expect(await former.hostAgain()).toBe(true);
  expect(former.hasLeft).toBe(true);
});

test('the community is opened on its new host, at the address that answers with its own key', async () => {
  const joined: unknown[] = [];
  const found = { id: 'main', number: 7, name: 'Lypova 12', members: 3, isVouched: false, place: '' };
  const answers: Record<string, { id: string | null; key: string } | undefined> = {
    'https://10.0.0.3:443': { id: null, key: 'f'.repeat(64) },
    'https://10.0.0.4:443': { id: 'main', key: 'a'.repeat(64) },
  };
  const former = new FormerHost({
    preview: (url) => {
      const answer = answers[url];
      if (!answer) throw new AppError('unavailable');
      return Promise.resolve({ ...found, ...answer, address: url.slice('https://'.length) });
    },
    join: (there) => Promise.resolve(void joined.push(there)),
  });
  expect(await former.open(Object.keys(answers).slice(0, 1))).toBe(false);
  expect([former.opening.error?.code, joined]).toEqual(['not_found', []]);
  expect(await former.open(['https://10.0.0.2:443', ...Object.keys(answers)])).toBe(true);
  expect(joined).toMatchObject([
    { address: '10.0.0.4:443', key: 'a'.repeat(64), place: '#/settings/computer' },
  ]);
});
