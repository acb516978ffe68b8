import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointOf } from '../../shared/contract';
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

/** What Ann says of herself, in words that are found nowhere else. */
const SAID = {
  status: 'ann-status',
  about: 'ann-about',
  website: 'https://ann-website.example',
  worksAt: 'ann-works-here',
  cityNative: 'ann-city',
};
const BIRTHDAY = '1977-06-05';
const EMAIL = 'ann@example.org';

let folder: string;
let world: World;
/** The community with the bytes of its files, and in memory for what changes it. */
let open: OpenWorld;
let changing: OpenWorld | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-leaks-'));
  world = await buildWorld();
  open = await withSecrets(await openWorld(world, folder));
});
afterAll(async () => {
  await changing?.close();
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What no answer and no event may tell each caller, whatever they call. */
const HIDDEN: Record<CallerName, string[]> = {
  nobody: [...Object.values(SAID), BIRTHDAY, EMAIL],
  stranger: [BIRTHDAY, EMAIL],
  member: [BIRTHDAY, EMAIL],
  // Administrators see addresses, and the local mail as far as it is not that of other administrators.
  admin: [BIRTHDAY],
  blocked: [...Object.values(SAID), BIRTHDAY, EMAIL],
  banned: [...Object.values(SAID), BIRTHDAY, EMAIL],
  owner: [BIRTHDAY],
};
const NEVER = ['argon2', 'password_hash', 'PRIVATE KEY'];

test('the secrets of the test reach those who may see them', async () => {
  const seen = await open.t.service.call(world.callers.member.session, 'people.get', {
    user: String(world.ann.id),
  });
  expect(seen).toMatchObject({ About: SAID.about, Status: SAID.status, Birthday: '' });
});

test.each(CALLERS)('no call of %s returns what the caller must not know', async (caller) => {
  const token = caller === 'nobody' ? null : world.callers[caller].session.token;
  for (const { name, of, given } of rows) {
    // Writes answer with the same records as reads, so the person who may see the least tries all of them.
    const { kind, open: isOpen } = endpointOf(name);
    if ((kind === 'write' && caller !== 'blocked') || (caller === 'nobody' && !isOpen)) continue;
    const isWrite = kind === 'write';
    const opened = isWrite ? (changing ??= await withSecrets(await openSnapshot(world))) : open;
    opened.t.clock.advance(1);
    const session = { token, address: '127.0.0.1', userAgent: 'test' };
    const input = await given(world, caller === 'nobody' ? 'ann' : caller, opened.t);
    const before = await opened.view.contents();
    const answer: unknown = await opened.t.service
      .call(session, name, input)
      .catch((error: unknown) => error);
    const text = answer instanceof Error ? answer.message : JSON.stringify(answer);
    expect([name, of, [...HIDDEN[caller], ...NEVER].filter((word) => text.includes(word))]).toEqual([
      name,
      of,
      [],
    ]);
    if ((await opened.view.contents()) === before) continue;
    expect([name, isWrite]).toEqual([name, true]);
    await opened.close();
    changing = null;
  }
});

test.each(['stranger', 'member', 'admin', 'blocked', 'owner'] as const)(
  'no event tells %s what they must not know',
  async (caller) => {
    const listener = open.t.as(world.callers[caller].session, world.callers[caller]);
    const line = await listener.listen({ since: 0 });
    const ann = open.t.as(world.ann.session, world.ann);
    await ann.call('account.updateProfile', { emoji: '🌹' });
    await ann.call('dialogs.send', { dialog_id: world.yard, text: 'Hello' });
    await ann.call('people.subscribe', { user: String(world.callers.member.id) });
    await ann.call('dialogs.createPrivate', { user_id: world.callers.stranger.id });
    const text = JSON.stringify([...line.frames, ...(await line.take())]);
    expect([...HIDDEN[caller], ...NEVER].filter((word) => text.includes(word))).toEqual([]);
    line.close();
    await open.close();
    open = await withSecrets(await openWorld(world, folder));
  },
);

/** Ann tells something of herself, her birthday to nobody. */
async function withSecrets<T extends OpenWorld>(opened: T): Promise<T> {
  const ann = opened.t.as(world.ann.session, world.ann);
  await ann.call('account.updateProfile', { ...SAID, birthday: BIRTHDAY, viewBirthdayState: 2 });
  return opened;
}
