// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../renderer/api';
import { Chats } from '../../../renderer/chats/dialogs/own-chats.svelte';
import { PeopleList } from '../../../renderer/people/list/people.svelte';
import { GiftList } from '../../../renderer/people/gifts/gifts.svelte';
import { Profile } from '../../../renderer/people/profile/profile.svelte';
import { Comments } from '../../../renderer/posts/comments/comments.svelte';
import { FeedPeople } from '../../../renderer/posts/feed-people.svelte';
import { PostList } from '../../../renderer/posts/post-list.svelte';
import { wallOf } from '../../../renderer/posts/sources';
import { Members } from '../../../renderer/settings/members/members.svelte';
import { AdminPerson } from '../../../shared/contract/hosting/admin';
import {
  Author,
  Comment,
  DialogModel,
  Gift,
  MessageModel,
  PostModel,
  UserModel,
} from '../../../shared/contract/records';
import { toAuthor } from '../../../shared/people';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { ME, openPage, settled } from './page';

const BEN = recordOf(UserModel, { ID: 5, Name: 'Ben' });
const GONE = recordOf(UserModel, { ID: 5, Deleted: true });
const DIALOG = 10;
const stops: (() => void)[] = [];
/** Whether the host has removed Ben's account. */
let isGone = false;

beforeEach(openPage);
beforeEach(() => (isGone = false));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function follow<T extends { follow: () => () => void }>(one: T): Promise<T> {
  stops.push(one.follow());
  await settled();
  return one;
}

async function removeBen(): Promise<void> {
  isGone = true;
  fakeHost.send({ Type: 'profile', User: GONE });
  await settled();
}

const ben = () => toAuthor(isGone ? GONE : BEN);
const picture = () => (isGone ? [] : [7]);

test('lists of people no longer have someone whose account was removed', async () => {
  const people = () => (isGone ? [] : [BEN]);
  for (const name of ['people.find', 'people.friends', 'people.outgoing'] as const)
    fakeHost.answer(name, people);
  fakeHost.answer('admin.people', () => people().map((one) => recordOf(AdminPerson, { ID: one.ID })));
  const [found, friends, feed] = [new PeopleList('find'), new PeopleList('friends'), new FeedPeople()];
  for (const one of [found, friends, feed]) await follow(one);
  const members = await follow(new Members());
  const shown = () => [found, friends, feed, members.list].map(({ items }) => items.length);
  expect(shown()).toEqual([1, 1, 1, 1]);
  await removeBen();
  expect(shown()).toEqual([0, 0, 0, 0]);
});

test('posts and comments lose the name and the pictures of a removed account', async () => {
  const repost = () => recordOf(PostModel, { ID: 2, Author: ben(), Photos: picture() });
  fakeHost.answer('posts.list', () => [
    recordOf(PostModel, { ID: 4, Author: recordOf(Author, { ID: 6 }), Repost: repost() }),
    recordOf(PostModel, { ID: 3, Author: ben(), Photos: picture() }),
  ]);
  fakeHost.answer('posts.comments', () => [recordOf(Comment, { ID: 1, Author: ben(), Photos: picture() })]);
  fakeHost.answer('photos.some', () => []);
  const posts = await follow(new PostList(wallOf(6)));
  const comments = await follow(new Comments(3));
  const shown = () =>
    [posts.posts[0]?.Repost, posts.posts[1], comments.items[0]].map((one) => [
      one?.Author.Name,
      one?.Photos.length,
    ]);
  expect(shown()).toEqual([
    ['Ben', 1],
    ['Ben', 1],
    ['Ben', 1],
  ]);
  await removeBen();
  expect(shown()).toEqual([
    ['', 0],
    ['', 0],
    ['', 0],
  ]);
});

test('the page of someone whose account is removed says that nobody is there', async () => {
  const unless = <T>(value: T, code: AppError['code']) => {
    if (isGone) throw new AppError(code);
    return value;
  };
  fakeHost.answer('people.get', () => unless(BEN, 'not_found'));
  fakeHost.answer('people.gifts', () => unless([recordOf(Gift, { ID: 1 })], 'access_denied'));
  const profile = await follow(new Profile('ben'));
  const gifts = await follow(new GiftList(BEN.ID));
  expect([profile.person?.Name, gifts.items.length]).toEqual(['Ben', 1]);
  await removeBen();
  expect([profile.person, profile.isNobody, gifts.items.length]).toEqual([null, true, 0]);
});

test('chats lose the name and the pictures of a removed account, and keep who is online', async () => {
  const message = () => {
    const empty = recordOf(MessageModel, { ID: 50, Author: ben(), Type: 'message', Photos: picture() });
    return { ...empty, Dialog: { ...empty.Dialog, ID: DIALOG } };
  };
  fakeHost.answer('dialogs.list', () => [
    recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true, LastMessage: message() }),
  ]);
  fakeHost.answer('dialogs.messages', () => [message()]);
  fakeHost.answer('dialogs.members', () => []);
  fakeHost.answer('photos.some', () => []);
  const chats = new Chats(ME);
  stops.push(() => chats.close());
  await settled();
  const { conversation } = chats.open(DIALOG);
  await conversation.open();
  const online = { ...recordOf(UserModel, {}).Online, Online: true };
  fakeHost.send({ Type: 'online', User: 6, Online: online });
  const shown = () =>
    [chats.dialogs.find(DIALOG)?.LastMessage, conversation.find(50)].map((one) => [
      one?.Author.Name,
      one?.Photos.length,
    ]);
  expect(shown()).toEqual([
    ['Ben', 1],
    ['Ben', 1],
  ]);
  await removeBen();
  expect(shown()).toEqual([
    ['', 0],
    ['', 0],
  ]);
  expect(chats.people.onlineOf(recordOf(Author, { ID: 6 })).Online).toBe(true);
});
