import { beforeEach, expect, test } from 'vitest';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
  for (const person of [bob, eve]) {
    await person.call('people.subscribe', { user: ann.id });
    t.clock.advance(1);
  }
});

type List = 'people.followers' | 'people.subscriptions';
const ids = async (viewer: TestPerson, list: List, of: TestPerson, page = {}) =>
  (await viewer.call(list, { user: of.id, ...page })).map(({ ID }) => ID);

test('followers and subscriptions are listed newest first, page by page, without friends', async () => {
  expect(await ids(ann, 'people.followers', ann)).toEqual([eve.id, bob.id]);
  expect(await ids(ann, 'people.followers', ann, { page: 1, limit: 1 })).toEqual([bob.id]);
  expect(await ids(ann, 'people.subscriptions', bob)).toEqual([ann.id]);
  await ann.call('people.ignore', { user_id: eve.id });
  expect(await ids(bob, 'people.followers', ann)).toEqual([eve.id, bob.id]);
  expect((await bob.call('people.get', { user: ann.id })).Followers).toBe(2);
  await ann.call('people.subscribe', { user: bob.id });
  expect(await ids(eve, 'people.followers', ann)).toEqual([eve.id]);
  expect(await ids(eve, 'people.subscriptions', bob)).toEqual([]);
  await eve.call('people.subscribe', { user: ann.id });
  expect(await ids(bob, 'people.followers', ann)).toEqual([]);
});

test('follower lists are private if the friends list is', async () => {
  await ann.call('account.updateProfile', { viewFriendsState: 2 });
  for (const list of ['people.followers', 'people.subscriptions'] as const) {
    expect((await bob.refused(list, { user: ann.id })).code).toBe('access_denied');
    expect(await ann.call(list, { user: '@me' })).toBeInstanceOf(Array);
  }
});

test('follower lists leave out people who are blocked, banned or deleted', async () => {
  await bob.call('people.block', { user: eve.id });
  expect(await ids(bob, 'people.followers', ann)).toEqual([bob.id]);
  expect(await ids(eve, 'people.followers', ann)).toEqual([eve.id]);
  await ann.call('admin.ban', { user_id: bob.id, reason: 'Loud' });
  expect(await ids(ann, 'people.followers', ann)).toEqual([eve.id]);
  await eve.call('account.remove', { password: eve.password });
  expect(await ids(ann, 'people.followers', ann)).toEqual([]);
});
