import { beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann has settings; Fred is her friend, Sam a stranger to her. Olga owns the community. */
let t: TestService;
let olga: TestPerson;
let ann: TestPerson;
let fred: TestPerson;
let sam: TestPerson;

beforeEach(async () => {
  t = await testService();
  const names = ['Olga', 'Ann', 'Fred', 'Sam'];
  [olga, ann, fred, sam] = (await t.people(...names)) as [TestPerson, TestPerson, TestPerson, TestPerson];
  await subscribe(fred, ann);
  await subscribe(ann, fred);
});

describe('a setting of 0, 1 or 2 allows everyone, friends, no one', () => {
  const admitted = [
    [0, { self: true, friend: true, stranger: true }],
    [1, { self: true, friend: true, stranger: false }],
    [2, { self: true, friend: false, stranger: false }],
  ] as const;

  test.each(admitted)('to see the birthday: %i', async (viewBirthdayState, expected) => {
    await set({ birthday: '1990-02-03', viewBirthdayState });
    const seen = async (viewer: TestPerson) => {
      const record = await viewer.call('people.get', { user: String(ann.id) });
      const [found = record] = await viewer.call('people.find', { query: 'ann' });
      expect(found.Birthday).toBe(record.Birthday);
      return record.Birthday === '1990-02-03';
    };
    expect(await whoSees(seen)).toEqual(expected);
    const friends = await fred.call('people.friends', { user: '@me' });
    expect(friends.map((friend) => friend.Birthday !== '')).toEqual([expected.friend]);
  });

  test.each(admitted)('to see friends and their number: %i', async (viewFriendsState, expected) => {
    await set({ viewFriendsState });
    await subscribe(sam, ann);
    const listed = async (viewer: TestPerson) => {
      const answer = await viewer.call('people.friends', { user: String(ann.id) }).then(
        (people) => people.map((person) => person.ID),
        (error: unknown) => (error as { code: string }).code,
      );
      expect([[fred.id], 'access_denied']).toContainEqual(answer);
      return answer !== 'access_denied';
    };
    const counted = async (viewer: TestPerson) => {
      const { Friends, Followers } = await viewer.call('people.get', { user: String(ann.id) });
      expect([
        [1, 1],
        [0, 0],
      ]).toContainEqual([Friends, Followers]);
      return Friends === 1;
    };
    expect(await whoSees(listed)).toEqual(expected);
    expect(await whoSees(counted)).toEqual(expected);
  });

  test.each(admitted)('to start a private dialog: %i', async (sendMessageState, expected) => {
    await set({ sendMessageState });
    const opens = (viewer: TestPerson) =>
      viewer.call('dialogs.createPrivate', { user_id: String(ann.id) }).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'access_denied' });
          return false;
        },
      );
    expect(await whoSees(opens)).toEqual(expected);
  });

  async function whoSees(sees: (viewer: TestPerson) => Promise<boolean>) {
    return { self: await sees(ann), friend: await sees(fred), stranger: await sees(sam) };
  }
});

describe('a person hidden from search', () => {
  test('is absent from every search, presence list and the member list', async () => {
    await set({ searchState: false, link: 'ann.hidden', city: 7, worksAt: 'Bakery' });
    const line = await ann.listen();
    const searches: Input<'people.find'>[] = [
      { query: 'ann' },
      { query: '@ann.hidden' },
      { city: 7 },
      { worksAt: 'bakery' },
      { online: true },
      { sort: 1 },
      { sort: 2 },
    ];
    for (const viewer of [fred, sam]) {
      for (const search of searches)
        expect(idsOf(await viewer.call('people.find', search))).not.toContain(ann.id);
    }
    line.close();
  });

  test('can be opened by tag and appears in friend lists', async () => {
    await set({ searchState: false, link: 'ann.hidden' });
    expect(await sam.call('people.get', { user: 'ann.hidden' })).toMatchObject({ ID: ann.id });
    expect(idsOf(await sam.call('people.friends', { user: String(fred.id) }))).toEqual([ann.id]);
  });

  test('appears again after opting back in', async () => {
    await set({ searchState: false });
    await set({ searchState: true });
    expect(idsOf(await sam.call('people.find', { query: 'ann' }))).toEqual([ann.id]);
  });
});

describe('presence', () => {
  test.each([
    [0, { Online: true, Degree: 'exact', Status: 'online' }, true],
    [1, { Online: false, LastBeen: 0, Degree: 'recently', Status: '' }, false],
    [2, { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' }, false],
  ] as const)('of type %i shows so in every record and search', async (onlineType, online, isFound) => {
    await set({ onlineType });
    const line = await ann.listen();
    expect((await fred.call('people.get', { user: String(ann.id) })).Online).toMatchObject(online);
    expect((await fred.call('people.friends', { user: '@me' }))[0]?.Online).toMatchObject(online);
    expect(idsOf(await fred.call('people.find', { online: true })).includes(ann.id)).toBe(isFound);
    expect((await ann.call('people.me', {})).Online).toMatchObject({ Online: true, Degree: 'exact' });
    expect((await fred.call('people.get', { user: String(ann.id) })).OnlineType).toBe(0);
    line.close();
  });
});

describe('a blocked person', () => {
  beforeEach(async () => {
    await set({ link: 'ann.a', birthday: '1990-02-03', about: 'I bake', city: 7 });
    await fred.call('account.updateProfile', { about: 'I fish', birthday: '1980-01-01' });
    await subscribe(ann, sam);
    await subscribe(sam, ann);
    await ann.call('people.block', { user: String(fred.id) });
  });

  test('gets not_found from every call about the blocker', async () => {
    for (const user of [String(ann.id), `u${ann.id}`, 'ann.a', '@ann.a']) {
      const refusals = [
        await fred.refused('people.get', { user }),
        await fred.refused('people.relationships', { user }),
        await fred.refused('people.friends', { user }),
        await fred.refused('people.subscribe', { user }),
        await fred.refused('people.subscribe', { user, value: false }),
        await fred.refused('people.block', { user }),
        await fred.refused('people.unblock', { user }),
        await fred.refused('people.report', { user, reason: 'Bad' }),
      ];
      const unknown = await fred.refused('people.get', { user: 'u12345' });
      for (const refusal of refusals) expect(refusal.toBody()).toEqual(unknown.toBody());
    }
    expect(await fred.refused('people.ignore', { user_id: ann.id })).toMatchObject({ code: 'not_found' });
    expect(await fred.refused('dialogs.createPrivate', { user_id: String(ann.id) })).toMatchObject({
      code: 'not_found',
    });
  });

  test('is on the list of the blocker until unblocked or deleted', async () => {
    const ids = async (who: TestPerson) => (await who.call('people.blocked', {})).map(({ ID }) => ID);
    await ann.call('people.block', { user: String(sam.id) });
    expect(await ids(ann)).toEqual([fred.id, sam.id].sort((one, other) => other - one));
    const [first] = await ann.call('people.blocked', { page: 1, limit: 1 });
    expect(first).toMatchObject({ ID: Math.min(fred.id, sam.id), Blocked: true });
    expect(await ids(fred)).toEqual([]);
    await ann.call('people.unblock', { user: String(sam.id) });
    expect(await ids(ann)).toEqual([fred.id]);
    await fred.call('account.remove', { password: fred.password });
    expect(await ids(ann)).toEqual([]);
  });

  test("and the blocker disappear from each other's lists, searches and requests", async () => {
    const annLine = await ann.listen();
    const fredLine = await fred.listen();
    for (const [viewer, other] of [
      [fred, ann],
      [ann, fred],
    ] as const) {
      const lists = [
        await viewer.call('people.find', { query: other.name }),
        await viewer.call('people.find', { sort: 1 }),
        await viewer.call('people.find', { sort: 2 }),
        await viewer.call('people.find', { online: true }),
        await viewer.call('people.find', { city: 7 }),
        await viewer.call('people.friends', { user: '@me' }),
        await viewer.call('people.friends', { user: String(sam.id) }),
        await viewer.call('people.incoming', {}),
        await viewer.call('people.outgoing', {}),
      ];
      for (const list of lists) expect(idsOf(list)).not.toContain(other.id);
    }
    annLine.close();
    fredLine.close();
    expect(idsOf(await sam.call('people.friends', { user: '@me' }))).toEqual([ann.id]);
  });

  test('is not counted anywhere', async () => {
    for (const viewer of [ann, fred]) {
      expect(await viewer.call('people.me', {})).toMatchObject({
        Friends: viewer === ann ? 1 : 0,
        Followers: 0,
        FriendsRequests: 0,
        NewNotifications: viewer === ann ? 1 : 0,
      });
    }
  });

  test('appears to the blocker as a bare name that can be unblocked', async () => {
    const line = await fred.listen();
    expect(await ann.call('people.get', { user: String(fred.id) })).toMatchObject({
      Name: 'Fred',
      About: '',
      Birthday: '',
      Friends: 0,
      RelationshipState: 'strangers',
      Online: { Online: false, LastBeen: 0, Degree: 'hidden' },
      Blocked: true,
    });
    const error = await ann.refused('people.friends', { user: String(fred.id) });
    expect(error).toMatchObject({ code: 'access_denied' });
    line.close();
    await ann.call('people.unblock', { user: String(fred.id) });
    expect(await fred.call('people.get', { user: 'ann.a' })).toMatchObject({ ID: ann.id, About: 'I bake' });
    expect(await ann.call('people.get', { user: String(fred.id) })).not.toHaveProperty('Blocked');
  });

  test('gets no notifications', async () => {
    const line = await fred.listen();
    const { ID: dialog } = await sam.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
    await fred.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
    await fred.call('account.updateProfile', { link: 'fred.f' });
    await line.take();
    await ann.call('dialogs.send', { dialog_id: dialog, text: '@fred.f' });
    expect(await fred.call('people.notifications', {})).toEqual([]);
    expect((await line.take()).filter((event) => event.Type === 'notification')).toEqual([]);
  });

  test('sees the blocker in a shared group as an offline stranger', async () => {
    const { ID: dialog } = await sam.call('dialogs.create', { name: 'Yard', type: 'group' });
    for (const one of [ann, fred]) await one.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
    const line = await ann.listen();
    await ann.call('dialogs.send', { dialog_id: dialog, text: 'Hello' });
    const messages = await fred.call('dialogs.messages', { dialog_id: dialog });
    const own = messages.find((message) => message.Text === 'Hello');
    expect(own?.Author).toMatchObject({
      RelationshipState: 'strangers',
      Online: { Online: false, Degree: 'hidden' },
    });
    expect(own?.Author).not.toHaveProperty('Blocked');
    line.close();
  });
});

test('a banned person is in no list, search, request or request count', async () => {
  await subscribe(sam, ann);
  await olga.call('admin.ban', { user_id: sam.id, reason: 'spam' });
  await olga.call('admin.ban', { user_id: fred.id, reason: 'spam' });
  expect(await ann.call('people.friends', { user: '@me' })).toEqual([]);
  expect(await ann.call('people.incoming', {})).toEqual([]);
  expect(await ann.call('people.me', {})).toMatchObject({ FriendsRequests: 0 });
  for (const search of [{ query: 'fred' }, { sort: 1 }, { sort: 2 }]) {
    expect(idsOf(await ann.call('people.find', search))).not.toContain(fred.id);
  }
  const error = await ann.refused('people.friends', { user: String(fred.id) });
  expect(error).toMatchObject({ code: 'access_denied' });
  await olga.call('admin.unban', { user_id: fred.id });
  expect(idsOf(await ann.call('people.friends', { user: '@me' }))).toEqual([fred.id]);
});

async function set(changes: Input<'account.updateProfile'>): Promise<void> {
  await ann.call('account.updateProfile', changes);
}

async function subscribe(person: TestPerson, target: TestPerson): Promise<void> {
  await person.call('people.subscribe', { user: String(target.id), value: true });
}

function idsOf(people: readonly { ID: number }[]): number[] {
  return people.map((person) => person.ID);
}
