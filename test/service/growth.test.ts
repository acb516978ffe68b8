import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openService } from '../../electron/service';
import { ViewCounter } from '../../electron/service/content/view-counts';
import { endpointOf, isName, names } from '../../shared/contract';
import { COMMANDS, LIFETIMES, LIMITS, RATES } from '../../shared/limits';
import type { ErrorCode } from '../../shared/errors';
import { upload } from '../support/content';
import { placeOfData, queryData } from '../support/databases/data-folders';
import { serverUrl } from '../support/databases/databases';
import { lowered } from '../support/lowered';
import {
  refusal,
  TEST_SETTINGS,
  TestClock,
  testService,
  testServiceOver,
  type TestOptions,
  type TestPerson,
  type TestService,
} from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';
import { untilThere } from '../support/waiting';

const DAY = 24 * 3600;
/** How many calls the lowered limits let through. */
const FEW = 3;

interface World {
  t: TestService;
  ann: TestPerson;
  ben: TestPerson;
  /** A group of Ann's with Ben in it. */
  yard: number;
}

/** Something that one token can make more of. */
interface Growth {
  what: string;
  lower?: () => void;
  /** How many calls pass. */
  max: number;
  make: (world: World, n: number) => Promise<unknown>;
  code: ErrorCode;
  /** The number that the refusal names. */
  named: number;
}

const growths: Growth[] = [
  {
    what: 'groups and channels of an owner',
    lower: () => lowered(LIMITS, 'dialogsOwned', FEW + 1),
    max: FEW,
    make: ({ ann }, n) => ann.call('dialogs.create', { name: `Group ${n}`, type: 'group' }),
    code: 'too_large',
    named: FEW + 1,
  },
  {
    what: 'groups and channels handed to another',
    lower: () => lowered(LIMITS, 'dialogsOwned', FEW),
    max: FEW,
    make: async ({ ann, ben }) => {
      const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
      await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
      return ann.call('dialogs.setRole', { dialog_id, user_id: ben.id, role: 'owner' });
    },
    code: 'too_large',
    named: FEW,
  },
  {
    what: 'groups and channels made and left in an hour',
    lower: () => lowered(RATES, 'dialogsPerHour', FEW + 1),
    max: FEW,
    make: async ({ ann }) => {
      const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
      return ann.call('dialogs.leave', { dialog_id, user_id: '@me' });
    },
    code: 'rate_limit_exceeded',
    named: FEW + 1,
  },
  {
    what: 'invitations of one person to many groups',
    lower: () => lowered(LIMITS, 'invitesByEach', FEW),
    max: FEW,
    make: async ({ ann }) => {
      const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
      return ann.call('dialogs.createInvite', { dialog_id });
    },
    code: 'too_large',
    named: FEW,
  },
  {
    what: 'invitations to one group',
    lower: () => lowered(LIMITS, 'invitesEach', FEW),
    max: FEW,
    make: ({ ann, yard }) => ann.call('dialogs.createInvite', { dialog_id: yard }),
    code: 'conflict',
    named: FEW,
  },
  {
    what: 'open reports',
    lower: () => lowered(LIMITS, 'openReportsEach', FEW),
    max: FEW,
    make: reportNew,
    code: 'too_large',
    named: FEW,
  },
  {
    what: 'reports in an hour',
    lower: () => lowered(RATES, 'reportsPerHour', FEW),
    max: FEW,
    make: reportNew,
    code: 'rate_limit_exceeded',
    named: FEW,
  },
  {
    what: 'entries in the audit log',
    lower: () => lowered(RATES, 'auditedActionsPerHour', FEW),
    max: FEW,
    make: ({ ann, ben }, n) =>
      ann.call(n % 2 ? 'admin.unban' : 'admin.ban', { user_id: ben.id, reason: 'x'.repeat(1000) }),
    code: 'rate_limit_exceeded',
    named: FEW,
  },
  {
    what: 'registrations that wait for their codes',
    lower: () => lowered(LIMITS, 'registrationsWaiting', FEW),
    max: FEW,
    make: ({ t }, n) =>
      t.open('account.register', { name: 'Eve', email: `eve${n}@example.org`, password: 'Eve has one' }),
    code: 'rate_limit_exceeded',
    named: FEW,
  },
  {
    what: 'named tokens',
    lower: () => lowered(LIMITS, 'namedTokensEach', FEW),
    max: FEW,
    make: ({ ann }) => ann.call('account.createToken', { name: 'bot' }),
    code: 'conflict',
    named: FEW,
  },
  {
    what: 'playlists',
    lower: () => lowered(LIMITS, 'playlistsEach', FEW),
    max: FEW,
    make: ({ ann }) => ann.call('music.createPlaylist', { name: 'Evenings' }),
    code: 'conflict',
    named: FEW,
  },
  {
    what: 'promo codes',
    lower: () => lowered(LIMITS, 'promos', FEW),
    max: FEW,
    make: ({ ann }, n) => ann.call('admin.createPromo', { code: `CODE${n}${n}`, coins: 1, uses: 1 }),
    code: 'conflict',
    named: FEW,
  },
  {
    what: 'resumable uploads that nothing uses',
    max: LIMITS.unusedUploads,
    make: ({ t, ann }) =>
      t.service.resumable.create(ann.session, { length: 1, kind: undefined, name: undefined, metadata: '' }),
    code: 'conflict',
    named: LIMITS.unusedUploads,
  },
  {
    what: 'preferences',
    lower: () => lowered(LIMITS, 'preferences', FEW * 100),
    max: FEW - 1,
    make: ({ ann }, n) => ann.call('account.updatePreferences', { [`key ${n}`]: 'x'.repeat(100) }),
    code: 'too_large',
    named: FEW * 100,
  },
  {
    what: 'writes with a key within two days',
    lower: () => lowered(COMMANDS, 'recent', FEW),
    max: FEW,
    make: ({ ben }, n) => ben.call('account.updateProfile', { about: `${n}` }, `a-key-number-${n}`),
    code: 'rate_limit_exceeded',
    named: FEW,
  },
];

describe('bounds everything one token can grow, and the error names the limit', () => {
  test.each(growths)('$what', async ({ lower, max, make, code, named }) => {
    const world = await build();
    lower?.();
    for (let n = 0; n < max; n++) await make(world, n);
    for (const n of [max, max]) {
      const refused = await refusal(make(world, n));
      expect([refused.code, refused.message]).toEqual([code, expect.stringContaining(String(named))]);
    }
  });

  test("stored content, by the host's settings", async () => {
    const clock = new TestClock();
    const settings = { ...TEST_SETTINGS, quota: 100 };
    const service = await openService({
      ...(await placeOfData(temporaryFolder())),
      settings,
      now: () => clock.seconds * 1000,
    });
    onTestFinished(() => service.close());
    const ann = await testServiceOver(service, clock).person('Ann');
    const add = () => upload(service, ann.session, 'files.upload', randomBytes(40), { filename: 'a' });
    await add();
    await add();
    expect(await refusal(add())).toMatchObject({ code: 'too_large', message: /20 bytes/ });
  });
});

describe('drops the oldest', () => {
  test('notifications, but never security notices', async () => {
    const { ann, ben, yard } = await build();
    lowered(LIMITS, 'notificationsEach', FEW);
    await ben.call('account.updateProfile', { link: 'ben.b' });
    await ann.call('admin.resetCode', { user_id: ben.id });
    const line = await ben.listen();
    for (let n = 0; n < FEW + 2; n++) await ann.call('dialogs.send', { dialog_id: yard, text: '@ben.b' });
    const types = (await ben.call('people.notifications', {})).map((one) => one.Type);
    expect(types).toEqual([...Array.from({ length: FEW }, () => 'message_mention'), 'code_issued']);
    const gone = (await line.take()).filter((event) => event.Type === 'notification_delete');
    expect(gone).toHaveLength(2);
  });

  test('local emails, with their files', async () => {
    const data = temporaryFolder();
    const { t, ann } = await build({ data });
    lowered(LIMITS, 'letters', FEW);
    const emails = Array.from({ length: FEW + 3 }, (_, n) => `eve${n}@example.org`);
    for (const email of emails)
      await t.open('account.register', { name: 'Eve', email, password: 'Eve has one' });
    const kept = emails.slice(-FEW).toReversed();
    expect((await ann.call('admin.mail', {})).map((letter) => letter.To)).toEqual(kept);
    if (serverUrl === undefined) await untilThere(() => readdirSync(join(data, 'mail')).length === FEW);
  });

  test('views beyond the daily limit per person', () => {
    lowered(LIMITS, 'viewsPerDay', FEW);
    let now = 100 * DAY;
    const views = new ViewCounter(() => now);
    views.record('post', [1, 2, 3, 4, 5], 7);
    views.record('post', [6], 7);
    views.record('post', [6], 8);
    expect(views.take().map(({ item, person }) => [item, person])).toEqual([
      [1, 7],
      [2, 7],
      [3, 7],
      [6, 8],
    ]);
    now += DAY;
    views.record('post', [6], 7);
    expect(views.take()).toHaveLength(1);
  });

  test('views repeated on the same day, also after they were written', () => {
    let now = 100 * DAY;
    const views = new ViewCounter(() => now);
    views.record('post', [1, 2], 7);
    views.record('post', [2, 3], 7);
    expect(views.take().map(({ item }) => item)).toEqual([1, 2, 3]);
    views.record('post', [1, 4], 7);
    views.record('post', [1], 8);
    views.record('video', [1], 7);
    expect(views.take()).toEqual([
      { day: 100, kind: 'post', item: 4, person: 7 },
      { day: 100, kind: 'post', item: 1, person: 8 },
      { day: 100, kind: 'video', item: 1, person: 7 },
    ]);
    now += DAY;
    views.record('post', [1], 7);
    expect(views.take()).toHaveLength(1);
  });
});

describe('answers stored for idempotency keys', () => {
  test('take almost no space for a thousand writes of 64 KiB preferences', async () => {
    const data = temporaryFolder();
    const { t, ann } = await build({ data });
    await ann.call('account.updatePreferences', { long: 'x'.repeat(60_000) });
    for (let n = 0; n < 1000; n++) {
      if (n % 50 === 0) t.clock.advance(1);
      await ann.call('account.updatePreferences', { n }, `preferences-${n}`);
    }
    expect((await stored(data)).bytes).toBeLessThan(10_000);
    // Read anew: what they are by now.
    expect(await ann.call('account.updatePreferences', { n: 5 }, 'preferences-5')).toMatchObject({ n: 999 });
    await ann.call('account.updatePreferences', { long: null });
    expect(await ann.call('account.preferences', {})).toEqual({ n: 999 });
  });

  test('beyond the two-day budget are not stored, and a retry still has no effect', async () => {
    const data = temporaryFolder();
    const { ann, yard } = await build({ data });
    lowered(COMMANDS, 'recentBytes', 3000);
    const text = 'x'.repeat(500);
    const sent: number[] = [];
    for (let n = 0; n < 20; n++) {
      sent.push((await ann.call('dialogs.send', { dialog_id: yard, text }, `message-${n}`)).ID);
      await ann.call('dialogs.createInvite', { dialog_id: yard }, `invite-${n}`);
    }
    const { bytes } = await stored(data);
    expect(bytes).toBeLessThan(3000 + 20 * 40);
    const { ID: again } = await ann.call('dialogs.send', { dialog_id: yard, text }, 'message-19');
    expect(again).toBe(sent[19]);
    const refused = await ann.refused('dialogs.createInvite', { dialog_id: yard }, 'invite-19');
    expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining('Already done')]);
    expect(await ann.call('dialogs.invites', { dialog_id: yard })).toHaveLength(20);
    // The same key with other input stays an error of its own.
    const other = await ann.refused('dialogs.createInvite', { dialog_id: yard, maxUses: 2 }, 'invite-19');
    expect(other.fields).toHaveProperty('Idempotency-Key');
  });

  test.each(names.filter((name) => endpointOf(name).repeat))('that are read again: %s', (name) => {
    const { by, id } = endpointOf(name).repeat ?? { by: '' };
    const read = isName(by) ? endpointOf(by) : undefined;
    expect(read?.kind).toBe('read');
    expect(read?.input.safeParse(id === undefined ? {} : { [id]: 1 }).success).toBe(true);
  });

  test('above the size limit are read again', async () => {
    const { ann } = await build();
    const given = { user: '@me', content: 'ї'.repeat(COMMANDS.repeatableAnswer) };
    const first = await ann.call('posts.create', given, 'a-long-post');
    expect(await ann.call('posts.create', given, 'a-long-post')).toEqual(first);
    expect(await ann.call('posts.list', { user: '@me' })).toHaveLength(1);
  });

  test('older than a day are dropped beyond the limit, newer ones never', async () => {
    const data = temporaryFolder();
    const { t, ann } = await build({ data });
    const write = (key: string) => ann.call('account.updateProfile', { about: key }, key);
    for (let n = 0; n < 10; n++) await write(`first-day-${n}`);
    lowered(COMMANDS, 'stored', 5);
    await write('first-day-more');
    t.clock.advance(DAY);
    await write('second-day-one');
    expect((await stored(data)).items).toBe(12);
    t.clock.advance(DAY);
    await write('third-day-one');
    expect((await stored(data)).items).toBe(2);
    expect(await used(data)).toEqual(await stored(data));
  });

  test('of a removed account are no longer counted', async () => {
    const data = temporaryFolder();
    const { ben } = await build({ data });
    await ben.call('account.updateProfile', { about: 'x' }, 'a-key-of-theirs');
    expect((await used(data)).items).toBe(1);
    await ben.call('account.remove', { password: ben.password });
    expect(await used(data)).toEqual({ items: 0, bytes: 0 });
  });
});

function reportNew({ ann, ben, yard }: World): Promise<unknown> {
  return ann
    .call('dialogs.send', { dialog_id: yard, text: 'Hello' })
    .then(({ ID }) => ben.call('people.reportItem', { Type: 'message', Item: ID, reason: 'spam' }));
}

async function build(options: TestOptions = {}): Promise<World> {
  const t = await testService(options);
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ben.call('dialogs.join', { dialog_id: yard, user_id: '@me' });
  t.clock.advance(LIFETIMES.code + 1);
  return { t, ann, ben, yard };
}

interface Use {
  items: number;
  bytes: number;
}

/** How many commands of people are in the database, and the bytes of their answers. */
function stored(data: string): Promise<Use> {
  return look(data, 'count(*) AS items, coalesce(sum(length(result)), 0) AS bytes FROM command');
}

/** The same as it was counted. */
function used(data: string): Promise<Use> {
  return look(data, 'coalesce(sum(items), 0) AS items, coalesce(sum(bytes), 0) AS bytes FROM command_use');
}

async function look(data: string, columns: string): Promise<Use> {
  const [{ items, bytes }] = (await queryData<Use>(data, `SELECT ${columns} WHERE person_id > 0`)) as [Use];
  // PostgreSQL adds up to numbers of any size, which its driver returns as texts.
  return { items: Number(items), bytes: Number(bytes) };
}
