// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError as Refused, Unreachable, me } from '../../../renderer/api';
import { NotificationList } from '../../../renderer/notifications/notifications.svelte';
import { GiftList } from '../../../renderer/people/gifts/gifts.svelte';
import { Giving, isNeedless, takesNotes } from '../../../renderer/people/gifts/giving.svelte';
import { PeopleList } from '../../../renderer/people/list/people.svelte';
import { OwnPage } from '../../../renderer/people/profile/own-page.svelte';
import { ProfileText } from '../../../renderer/people/profile/profile-text.svelte';
import { Profile } from '../../../renderer/people/profile/profile.svelte';
import { Relationship } from '../../../renderer/people/relationship.svelte';
import { toasts } from '../../../renderer/ui';
import { Gift, Notification, ShopItem, UserModel } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { toAuthor } from '../../../shared/people';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { heldAnswer, ME, openPage, readOwnPerson, settled } from './page';

const stops: (() => void)[] = [];
beforeEach(async () => {
  await openPage();
  await readOwnPerson({ Coins: 40 });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const person = (ID: number, fields: Partial<UserModel> = {}) => recordOf(UserModel, { ID, ...fields });
const ids = (items: readonly { ID: number }[]) => items.map(({ ID }) => ID);
const refuse = (code: Refused['code']) => () => {
  throw new Refused(code);
};
const full = (from = 1) => Array.from({ length: PAGE_SIZES.people }, (_, at) => person(from + at));

function follow<T extends { follow: () => () => void }>(one: T): T {
  stops.push(one.follow());
  return one;
}

test.each([
  ['strangers', 'add', 'me_subscribed', true],
  ['he_subscribed', 'accept', 'friends', true],
  ['me_subscribed', 'cancel', 'strangers', false],
  ['friends', 'remove', 'he_subscribed', false],
] as const)('%s become %3$s at once by %2$s', async (before, action, after, value) => {
  const relationship = new Relationship(7, before);
  expect(relationship.action).toBe(action);
  const answer = heldAnswer<{ RelationshipState: typeof after }>();
  fakeHost.answer('people.subscribe', answer.handler);
  const done = relationship.perform();
  expect(relationship.state).toBe(after);
  answer.give({ RelationshipState: after });
  expect(await done).toBe(true);
  await settled();
  expect(fakeHost.inputsOf('people.subscribe')).toEqual([{ user: 7, value }]);
});

test('a relationship change is reverted if the host rejects it', async () => {
  const relationship = new Relationship(7, 'strangers');
  fakeHost.answer('people.subscribe', refuse('access_denied'));
  expect(await relationship.perform()).toBe(false);
  expect(relationship.state).toBe('strangers');
  expect(relationship.attempt.error?.code).toBe('access_denied');
});

test('people are searched by all filters together, after a typing pause', async () => {
  vi.useFakeTimers();
  fakeHost.answer('people.find', () => []);
  const list = follow(new PeopleList('find'));
  await settled();
  list.search({ query: '@lidi' });
  list.search({ works: ' bakery ' });
  list.search({ country: 1, online: true });
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('people.find').slice(1)).toEqual([
    { page: 0, sort: 0, query: 'lidi', country: 1, worksAt: 'bakery', online: true },
  ]);
  list.search({ region: 'Kyi ', city: ' Bro', relationships: 2, hasPicture: true });
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('people.find').at(-1)).toMatchObject({
    regionNative: 'Kyi',
    cityNative: 'Bro',
    relationships: 2,
    avatar: true,
  });
  expect(list.isFiltered).toBe(true);
  list.search({ country: 0 });
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('people.find').at(-1)).not.toHaveProperty('country');
  list.clearFilters();
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('people.find').at(-1)).toEqual({ page: 0, sort: 0, query: 'lidi' });
});

test('friends are found only if a name is searched for', async () => {
  vi.useFakeTimers();
  fakeHost.answer('people.find', () => []);
  const list = follow(new PeopleList('find'));
  await settled();
  list.search({ query: 'lidi' });
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('people.find')).toEqual([
    { page: 0, sort: 0, strangers: true },
    { page: 0, sort: 0, query: 'lidi' },
  ]);
});

test('a list that nothing was asked of is empty because everyone is a friend already', async () => {
  vi.useFakeTimers();
  fakeHost.answer('people.find', () => []);
  const list = follow(new PeopleList('find'));
  await settled();
  expect(list.emptiness).toBe('nobody');
  list.search({ query: 'lidi' });
  expect(list.emptiness).toBe('find');
  list.search({ query: ' ', online: true });
  expect(list.emptiness).toBe('find');
  expect(new PeopleList('incoming').emptiness).toBe('incoming');
});

test('the answer to an outdated search is ignored', async () => {
  vi.useFakeTimers();
  const slow = heldAnswer<UserModel[]>();
  fakeHost.answer('people.find', ({ query }) => (query ? [person(2)] : slow.handler()));
  const list = follow(new PeopleList('find'));
  await slow.asked;
  list.search({ query: 'x' });
  await vi.advanceTimersByTimeAsync(250);
  slow.give([person(1)]);
  await settled();
  expect(ids(list.items)).toEqual([2]);
});

test('a failed page of people is requested again, not the one after it', async () => {
  vi.useFakeTimers();
  fakeHost.answer('people.friends', () => full());
  const list = follow(new PeopleList('friends'));
  await settled();
  expect(list.hasMore).toBe(true);
  fakeHost.answer('people.friends', () => {
    throw new Unreachable();
  });
  const more = list.loadMore();
  await vi.advanceTimersByTimeAsync(20_000);
  await more;
  expect(list.loading.error).toBeInstanceOf(Refused);
  expect(list.items).toHaveLength(PAGE_SIZES.people);
  fakeHost.answer('people.friends', ({ page }) =>
    page === 1 ? [person(PAGE_SIZES.people), person(99)] : [],
  );
  await list.loadMore();
  expect(list.items).toHaveLength(PAGE_SIZES.people + 1);
  expect(list.hasMore).toBe(false);
});

test('returning to a list restores it as far as it was loaded', async () => {
  fakeHost.answer('people.friends', ({ page }) => (page === 0 ? full() : [person(99)]));
  const list = new PeopleList('friends');
  const stop = list.follow();
  await settled();
  await list.loadMore();
  stop();
  follow(list);
  await settled();
  expect(list.items).toHaveLength(PAGE_SIZES.people + 1);
});

test('arriving and cancelled requests update the list, and ignored ones are removed', async () => {
  fakeHost.answer('people.incoming', () => []);
  const list = follow(new PeopleList('incoming'));
  await settled();
  const mark = person(5, { RelationshipState: 'he_subscribed' });
  fakeHost.answer('people.incoming', () => [mark]);
  fakeHost.send({
    Type: 'notification',
    Notification: recordOf(Notification, { ID: 1, User: toAuthor(mark) }),
  });
  await settled();
  expect(ids(list.items)).toEqual([5]);
  // It stays where it stands, so that it can be added in turn.
  fakeHost.send({ Type: 'profile', User: person(5, { RelationshipState: 'strangers' }) });
  expect(list.items[0]?.RelationshipState).toBe('strangers');
  fakeHost.answer('people.incoming', () => []);
  fakeHost.send({ Type: 'notification_delete', Notification: 1 });
  await settled();
  expect(list.items).toEqual([]);
});

test('a person who comes online is shown so in the list', async () => {
  fakeHost.answer('people.friends', () => [person(5), person(6)]);
  const list = follow(new PeopleList('friends'));
  await settled();
  fakeHost.send({ Type: 'online', User: 6, Online: { ...person(6).Online, Online: true } });
  expect(list.items.map(({ Online }) => Online.Online)).toEqual([false, true]);
});

test('a friend added elsewhere appears in the list of friends only', async () => {
  fakeHost.answer('people.friends', () => []);
  const list = follow(new PeopleList('friends'));
  await settled();
  fakeHost.send({ Type: 'profile', User: person(6, { RelationshipState: 'me_subscribed' }) });
  await settled();
  expect(fakeHost.inputsOf('people.friends')).toHaveLength(1);
  const friend = person(5, { RelationshipState: 'friends' });
  fakeHost.answer('people.friends', () => [friend]);
  fakeHost.send({ Type: 'profile', User: friend });
  await settled();
  expect(ids(list.items)).toEqual([5]);
});

const request = (ID: number, from: number, state: UserModel['RelationshipState'] = 'he_subscribed') =>
  recordOf(Notification, {
    ...{ ID, Type: 'new_friend_request' as const },
    User: toAuthor(person(from, { RelationshipState: state })),
  });

test('a notification that arrives while the first page loads is listed', async () => {
  const answer = heldAnswer<Notification[]>();
  fakeHost.answer('people.notifications', answer.handler);
  const list = follow(new NotificationList());
  await answer.asked;
  fakeHost.send({ Type: 'notification', Notification: request(2, 6) });
  fakeHost.answer('people.notifications', () => [request(2, 6), request(1, 5)]);
  answer.give([request(1, 5)]);
  await settled();
  expect(ids(list.items)).toEqual([2, 1]);
});

test('a friend request can be answered until it is cancelled, and again once it is repeated', async () => {
  fakeHost.answer('people.notifications', () => [request(1, 5)]);
  const list = follow(new NotificationList());
  await settled();
  expect(list.isOpen(list.items[0]!)).toBe(true);
  fakeHost.send({ Type: 'profile', User: person(5, { RelationshipState: 'strangers' }) });
  expect(list.isOpen(list.items[0]!)).toBe(false);
  fakeHost.send({ Type: 'notification_delete', Notification: 1 });
  fakeHost.send({ Type: 'notification', Notification: request(2, 5) });
  expect(ids(list.items)).toEqual([2]);
  expect(list.isOpen(list.items[0]!)).toBe(true);
});

test('a request is accepted or ignored in its place', async () => {
  fakeHost.answer('people.notifications', () => [request(2, 6), request(1, 5)]);
  const list = follow(new NotificationList());
  await settled();
  fakeHost.answer('people.subscribe', () => ({ RelationshipState: 'friends' }));
  expect(await list.accept(list.items[0]!)).toBe(true);
  expect(list.isOpen(list.items[0]!)).toBe(false);
  fakeHost.answer('people.ignore', () => ({ ok: true }));
  list.ignore(list.items[1]!);
  expect(ids(list.items)).toEqual([2]);
  toasts.expireAll();
  await settled();
  expect(fakeHost.inputsOf('people.ignore')).toEqual([{ user_id: 5 }]);
  expect(ids(list.items)).toEqual([2]);
});

test('ignoring a request can be undone, and is undone if the host rejects it', async () => {
  fakeHost.answer('people.incoming', () => [person(5, { RelationshipState: 'he_subscribed' })]);
  fakeHost.answer('people.notifications', () => [request(1, 5)]);
  const [people, bell] = [follow(new PeopleList('incoming')), follow(new NotificationList())];
  await settled();
  const shown = () => [people.items.length, bell.items.length];
  people.ignore(people.items[0]!);
  expect(shown()).toEqual([0, 0]);
  toasts.undoLast();
  expect(shown()).toEqual([1, 1]);
  expect(fakeHost.inputsOf('people.ignore')).toEqual([]);

  fakeHost.answer('people.ignore', refuse('server_error'));
  bell.ignore(bell.items[0]!);
  expect(shown()).toEqual([0, 0]);
  toasts.expireAll();
  await settled();
  expect(shown()).toEqual([1, 1]);
});

test('a request that was withdrawn before it was ignored is gone without an error', async () => {
  const asking = person(5, { RelationshipState: 'he_subscribed' });
  fakeHost.answer('people.incoming', () => [asking]);
  const list = follow(new PeopleList('incoming'));
  await settled();
  fakeHost.answer('people.ignore', refuse('not_found'));
  list.ignore(asking);
  toasts.expireAll();
  await settled();
  expect([list.items, toasts.all]).toEqual([[], []]);
});

test('who was ignored can ask again', async () => {
  const asking = person(5, { RelationshipState: 'he_subscribed' });
  fakeHost.answer('people.incoming', () => [asking]);
  const list = follow(new PeopleList('incoming'));
  await settled();
  fakeHost.answer('people.ignore', () => ({ ok: true }));
  list.ignore(asking);
  toasts.expireAll();
  await settled();
  expect(list.items).toEqual([]);
  fakeHost.send({ Type: 'notification', Notification: request(2, 5) });
  await settled();
  expect(ids(list.items)).toEqual([5]);
});

test('notifications that were read on another device are loaded again', async () => {
  const asRead = (Read: boolean) => [2, 1].map((id) => ({ ...request(id, 5), Read }));
  fakeHost.answer('people.notifications', () => asRead(false));
  const list = follow(new NotificationList());
  await settled();
  fakeHost.answer('people.notifications', () => asRead(true));
  fakeHost.send({ Type: 'profile', User: person(5) });
  await settled();
  expect(list.hasUnread).toBe(true);
  for (let time = 0; time < 2; time++) {
    fakeHost.send({ Type: 'profile', User: person(ME) });
    await settled();
    expect(list.hasUnread).toBe(false);
  }
  expect(fakeHost.inputsOf('people.notifications')).toHaveLength(2);
});

test('notifications are loaded by pages, and marked as read one by one or all', async () => {
  const page = Array.from({ length: PAGE_SIZES.notifications }, (_, at) => request(100 - at, 5));
  fakeHost.answer('people.notifications', ({ last_id }) => (last_id ? [request(1, 5)] : page));
  const list = follow(new NotificationList());
  await settled();
  await list.loadMore();
  expect(fakeHost.inputsOf('people.notifications').at(-1)?.last_id).toBe(101 - PAGE_SIZES.notifications);
  expect(list.items).toHaveLength(PAGE_SIZES.notifications + 1);
  expect(list.hasMore).toBe(false);
  fakeHost.answer('people.readNotifications', () => ({ ok: true }));
  await list.markRead(list.items[1]);
  expect(list.items.map(({ Read }) => Read).slice(0, 3)).toEqual([false, true, false]);
  expect(fakeHost.inputsOf('people.readNotifications')).toEqual([{ last_id: list.items[1]?.ID, only: true }]);
  expect(list.hasUnread).toBe(true);
  await list.markRead();
  expect(list.hasUnread).toBe(false);
});

test('the profile of a person who blocks the reader shows as not found when reloaded', async () => {
  fakeHost.answer('people.get', () => person(5, { About: 'Not for everyone' }));
  const profile = new Profile('5');
  const stop = profile.follow();
  await settled();
  expect(profile.person?.About).toBe('Not for everyone');
  stop();
  fakeHost.answer('people.get', refuse('not_found'));
  follow(profile);
  await settled();
  expect(profile.person).toBeNull();
  expect(profile.isNobody).toBe(true);
});

test('a profile stays when reloading it fails for another reason', async () => {
  fakeHost.answer('people.get', () => person(5));
  const profile = follow(new Profile('5'));
  await settled();
  fakeHost.answer('people.get', refuse('server_error'));
  await profile.load();
  expect(profile.person?.ID).toBe(5);
  expect(profile.isNobody).toBe(false);
});

test('a profile follows the events of its person', async () => {
  fakeHost.answer('people.get', () => person(5, { RelationshipState: 'me_subscribed' }));
  const profile = follow(new Profile('5'));
  await settled();
  fakeHost.send({ Type: 'profile', User: person(6, { RelationshipState: 'friends' }) });
  expect(profile.person?.RelationshipState).toBe('me_subscribed');
  fakeHost.send({ Type: 'profile', User: person(5, { RelationshipState: 'friends' }) });
  expect(profile.person?.RelationshipState).toBe('friends');
});

test('profile changes are sent one after the other, and a failed one does not stop the next', async () => {
  const page = new OwnPage();
  const first = heldAnswer<{ ok: true }>();
  fakeHost.answer('account.updateProfile', ({ worksAt }) => (worksAt ? first.handler() : { ok: true }));
  const saving = [page.save({ worksAt: 'Bakery' }), page.save({ status: 'Up since four' })];
  await first.asked;
  expect(fakeHost.inputsOf('account.updateProfile')).toHaveLength(1);
  first.give({ ok: true });
  expect(await Promise.all(saving)).toEqual([null, null]);
  expect(fakeHost.inputsOf('account.updateProfile')).toEqual([
    { worksAt: 'Bakery' },
    { status: 'Up since four' },
  ]);
  fakeHost.answer('account.updateProfile', refuse('validation_error'));
  const failed = page.save({ website: 'no address' });
  expect((await failed)?.code).toBe('validation_error');
  fakeHost.answer('account.updateProfile', () => ({ ok: true }));
  expect(await page.save({ website: '' })).toBeNull();
});

test('a text written on another device stays, unless the field was edited here', async () => {
  fakeHost.answer('account.updateProfile', () => ({ ok: true }));
  const page = new OwnPage();
  const field = new ProfileText(page, 'about', 'Old', 100);
  stops.push(page.addField(() => field.save()));
  page.beginEditing();
  field.follow('From the phone');
  expect(await page.endEditing()).toBe(true);
  expect([field.text, fakeHost.inputsOf('account.updateProfile')]).toEqual(['From the phone', []]);

  field.text = 'From here ';
  field.follow('From the phone again');
  expect(field.text).toBe('From here ');
  expect(await field.save()).toBe(true);
  expect(fakeHost.inputsOf('account.updateProfile')).toEqual([{ about: 'From here' }]);
  expect(field.isSaved).toBe(true);
  field.follow('From the phone at last');
  expect([field.text, field.isSaved]).toEqual(['From the phone at last', false]);

  field.text = 'Something';
  field.follow('Newer');
  field.text = 'From the phone at last';
  expect([await field.save(), field.text]).toEqual([true, 'Newer']);
  field.text = 'Something';
  field.restore();
  expect([await field.save(), field.text]).toEqual([true, 'Newer']);
  expect(fakeHost.inputsOf('account.updateProfile')).toHaveLength(1);
});

const gift = (ID: number) => recordOf(Gift, { ID, User: person(7), Target: person(ME) });

test('a gift that arrives while gifts are loading is listed', async () => {
  const answer = heldAnswer<Gift[]>();
  fakeHost.answer('people.gifts', answer.handler);
  const list = follow(new GiftList(ME));
  await answer.asked;
  fakeHost.send({
    Type: 'notification',
    Notification: recordOf(Notification, { Type: 'gift', Item: gift(2), User: toAuthor(person(7)) }),
  });
  fakeHost.answer('people.gifts', () => [gift(2), gift(1)]);
  answer.give([gift(1)]);
  await settled();
  expect(ids(list.items)).toEqual([2, 1]);
});

test('gifts are loaded page by page, and a failed page is requested again', async () => {
  const first = Array.from({ length: PAGE_SIZES.gifts }, (_, at) => gift(100 - at));
  fakeHost.answer('people.gifts', ({ page }) => (Number(page) === 0 ? first : [gift(1)]));
  const list = follow(new GiftList(ME));
  await settled();
  expect(list.hasMore).toBe(true);
  fakeHost.answer('people.gifts', refuse('server_error'));
  expect(await list.loadMore()).toBe(false);
  fakeHost.answer('people.gifts', () => [gift(1)]);
  await list.loadMore();
  expect(fakeHost.inputsOf('people.gifts').map(({ page }) => page)).toEqual([0, 1, 1]);
  expect(list.items).toHaveLength(PAGE_SIZES.gifts + 1);
  expect(list.hasMore).toBe(false);
});

test.each([
  ['all', 0],
  ['name', 1],
  ['nothing', 2],
] as const)(
  'a gift that shows %s to others is given so, and its coins are spent at once',
  async (shown, privacy) => {
    const giving = new Giving();
    const item = recordOf(ShopItem, { ID: 3, Cost: 15 });
    fakeHost.answer('people.give', () => gift(1));
    expect(await giving.give(5, item, 'Still warm', shown)).toMatchObject({ ID: 1 });
    expect(me.person?.Coins).toBe(25);
    expect(fakeHost.inputsOf('people.give')).toEqual([{ user: 5, item: 3, message: 'Still warm', privacy }]);
  },
);

test('a rejected gift costs nothing, and is retried with the same idempotency key', async () => {
  const giving = new Giving();
  const item = recordOf(ShopItem, { ID: 3, Cost: 15 });
  fakeHost.answer('people.give', refuse('not_found'));
  expect(await giving.give(5, item, '', 'all')).toBeNull();
  expect(giving.writing.error?.code).toBe('not_found');
  await settled();
  expect(me.person?.Coins).toBe(40);
  fakeHost.answer('people.give', () => gift(1));
  await giving.give(5, item, '', 'all');
  const [first, second] = fakeHost.calls.filter(({ name }) => name === 'people.give');
  expect(second?.key).toBe(first?.key);
});

test('notes are offered only for people who accept messages, subscriptions only for those without one', () => {
  expect(takesNotes(person(5, { SendMessageState: 0 }))).toBe(true);
  expect(takesNotes(person(5, { SendMessageState: 1, RelationshipState: 'strangers' }))).toBe(false);
  expect(takesNotes(person(5, { SendMessageState: 1, RelationshipState: 'friends' }))).toBe(true);
  expect(takesNotes(person(5, { SendMessageState: 2, RelationshipState: 'friends' }))).toBe(false);
  expect(isNeedless(recordOf(ShopItem, { Sub: 1 }), person(5, { Sub: 2 }))).toBe(true);
  expect(isNeedless(recordOf(ShopItem, { Sub: 2 }), person(5, { Sub: 1 }))).toBe(false);
  expect(isNeedless(recordOf(ShopItem, { Sub: 0 }), person(5, { Sub: 2 }))).toBe(false);
});
