// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, Unreachable } from '../../../../renderer/api';
import { MentionablePeople } from '../../../../renderer/media/text/composer/mentionable.svelte';
import { Mentions } from '../../../../renderer/media/text/composer/mentions.svelte';
import { PostDraft } from '../../../../renderer/posts/composer/post-draft.svelte';
import { Comments } from '../../../../renderer/posts/comments/comments.svelte';
import { PostList } from '../../../../renderer/posts/post-list.svelte';
import { Seen } from '../../../../renderer/posts/seen.svelte';
import { feedOf, only, wallOf } from '../../../../renderer/posts/sources';
import { Author, Comment, PostModel, UserModel } from '../../../../shared/contract/records';
import { LIMITS, PAGE_SIZES } from '../../../../shared/limits';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, ME, openPage, settled, toastTexts, undo } from '../page';

const stops: (() => void)[] = [];
beforeEach(openPage);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const FRIEND = recordOf(Author, { ID: 5, RelationshipState: 'friends' });
const FOLLOWED = recordOf(Author, { ID: 6, RelationshipState: 'me_subscribed' });
const post = (ID: number, fields: Partial<PostModel> = {}) =>
  recordOf(PostModel, { ID, Author: FRIEND, ...fields });
const postsDownFrom = (ID: number, count: number = PAGE_SIZES.posts) =>
  Array.from({ length: count }, (_, at) => post(ID - at));
const comment = (ID: number, fields: Partial<Comment> = {}) =>
  recordOf(Comment, { ID, Post: post(9), ...fields });
const ids = (items: readonly { ID: number }[]) => items.map(({ ID }) => ID);
const likes = (count: number, mine = false) => ({ Likes: count, IsLikedByYou: mine });

/** A wall of these posts, newest first, as the host gives it page by page. */
function answerPosts(all: readonly PostModel[]): void {
  fakeHost.answer('posts.list', ({ last_id: before }) =>
    all.filter(({ ID }) => !before || ID < Number(before)).slice(0, PAGE_SIZES.posts),
  );
}

async function follow<T extends { follow: () => () => void }>(one: T): Promise<T> {
  stops.push(one.follow());
  await settled();
  return one;
}

test('new posts by others wait until they are requested, own ones appear at once', async () => {
  answerPosts([post(3)]);
  const list = await follow(new PostList(feedOf('all')));
  fakeHost.send({ Type: 'post', Post: post(4) });
  fakeHost.send({ Type: 'post', Post: post(5) });
  fakeHost.send({ Type: 'post', Post: post(5) });
  expect([ids(list.posts), list.news]).toEqual([[3], 2]);
  fakeHost.send({ Type: 'post', Post: post(6, { Author: recordOf(Author, { ID: ME }) }) });
  expect([ids(list.posts), list.news]).toEqual([[6, 3], 2]);
  await list.showNews();
  expect([ids(list.posts), list.news]).toEqual([[6, 5, 4, 3], 0]);
});

test('a waiting post is shown in its edited form, or not at all if it was deleted', async () => {
  answerPosts([post(3)]);
  const list = await follow(new PostList(feedOf('all')));
  fakeHost.send({ Type: 'post', Post: post(4) });
  fakeHost.send({ Type: 'post', Post: post(5) });
  fakeHost.send({ Type: 'post_edit', Post: post(4, { Content: 'Edited' }) });
  fakeHost.send({ Type: 'post_delete', User: 5, Post: 5 });
  expect(list.news).toBe(1);
  await list.showNews();
  expect(list.posts.map(({ Content }) => Content)).toEqual(['Edited', '']);
});

test('an edited post loses what it no longer has', async () => {
  answerPosts([post(3, { Audience: 1, CommentsClosed: true })]);
  const list = await follow(new PostList(feedOf('all')));
  fakeHost.send({ Type: 'post_edit', Post: post(3) });
  expect(list.posts).toEqual([post(3)]);
});

test('the comments of a post are closed and opened', async () => {
  answerPosts([post(3)]);
  const list = await follow(new PostList(feedOf('all')));
  fakeHost.answer('posts.edit', ({ comments_closed: isClosed }) =>
    post(3, isClosed ? { CommentsClosed: true } : {}),
  );
  await list.closeComments(post(3), true);
  expect(list.posts).toEqual([post(3, { CommentsClosed: true })]);
  await list.closeComments(post(3), false);
  expect(list.posts).toEqual([post(3)]);
  expect(fakeHost.inputsOf('posts.edit')).toEqual([
    { post_id: 3, comments_closed: true },
    { post_id: 3, comments_closed: false },
  ]);
  expect(toastTexts()).toEqual(['Comments closed. Only you can add one.', 'Comments opened']);
});

test('a post whose comments could not be closed stays as it was', async () => {
  answerPosts([post(3)]);
  const list = await follow(new PostList(feedOf('all')));
  fakeHost.answer('posts.edit', () => {
    throw new AppError('server_error');
  });
  await list.closeComments(post(3), true);
  expect(list.posts).toEqual([post(3)]);
  expect(toastTexts()).toHaveLength(1);
});

test('posts are loaded page by page', async () => {
  answerPosts(postsDownFrom(60, 45));
  const list = await follow(new PostList(wallOf(5)));
  expect(list.hasMore).toBe(true);
  await list.loadMore();
  await list.loadMore();
  expect(ids(list.posts)).toEqual(ids(postsDownFrom(60, 45)));
  expect(list.hasMore).toBe(false);
  await list.loadMore();
  expect(fakeHost.inputsOf('posts.list')).toHaveLength(3);
});

test('a failed page of posts is requested again', async () => {
  answerPosts(postsDownFrom(60, 25));
  const list = await follow(new PostList(wallOf(5)));
  fakeHost.answer('posts.list', () => {
    throw new AppError('server_error');
  });
  await list.loadMore();
  expect(list.loading.error?.code).toBe('server_error');
  expect(list.hasMore).toBe(true);
  answerPosts(postsDownFrom(60, 25));
  await list.loadMore();
  expect(list.posts).toHaveLength(25);
});

test('returning shows the same posts in their current form, with newer ones waiting', async () => {
  answerPosts(postsDownFrom(60, 45));
  const list = new PostList(wallOf(5));
  const stop = list.follow();
  await settled();
  await list.loadMore();
  stop();
  const changed = [post(61), ...postsDownFrom(60, 45)]
    .filter(({ ID }) => ID !== 50)
    .map((one) => (one.ID === 55 ? post(55, { Content: 'Edited' }) : one));
  answerPosts(changed);
  await follow(list);
  expect(list.posts).toHaveLength(2 * PAGE_SIZES.posts - 1);
  expect(ids(list.posts)).not.toContain(50);
  expect(list.posts.find(({ ID }) => ID === 55)?.Content).toBe('Edited');
  expect(list.news).toBe(1);
});

test('the list restarts at the newest post if more than a page was written meanwhile', async () => {
  answerPosts([post(1)]);
  const list = new PostList(wallOf(5));
  const stop = list.follow();
  await settled();
  stop();
  answerPosts([...postsDownFrom(100, 30), post(1)]);
  await follow(list);
  expect(ids(list.posts)).toEqual([1]);
  await list.showNews();
  expect(ids(list.posts)).toEqual(ids(postsDownFrom(100, PAGE_SIZES.posts)));
});

test('a wall hidden by its owner is shown as gone when reloaded', async () => {
  answerPosts([post(3)]);
  const list = new PostList(wallOf(5));
  const stop = list.follow();
  await settled();
  stop();
  fakeHost.answer('posts.list', () => {
    throw new AppError('not_found');
  });
  await follow(list);
  expect(list.posts).toEqual([]);
  expect(list.isLoaded).toBe(false);
});

test('the feed can show only friends or only followed people', async () => {
  const all = [post(9, { Author: FOLLOWED }), post(8), post(7, { Author: recordOf(Author, { ID: ME }) })];
  answerPosts(all);
  const feeds = (['all', 'friends', 'subscriptions'] as const).map((name) => new PostList(feedOf(name)));
  for (const feed of feeds) await follow(feed);
  expect(feeds.map((feed) => ids(feed.posts))).toEqual([[9, 8, 7], [8], [9]]);
  fakeHost.send({ Type: 'post', Post: post(10, { Author: FOLLOWED }) });
  expect(feeds.map((feed) => feed.news)).toEqual([1, 0, 1]);
});

test('a like is optimistic, follows the host, and is reverted if the host rejects it', async () => {
  answerPosts([post(3)]);
  const list = await follow(new PostList(wallOf(5)));
  const answer = heldAnswer<PostModel['Likes']>();
  fakeHost.answer('posts.like', answer.handler);
  const liking = list.like(list.posts[0]!);
  expect(list.posts[0]?.Likes).toEqual(likes(1, true));
  answer.give(likes(4, true));
  await liking;
  expect(list.posts[0]?.Likes).toEqual(likes(4, true));
  fakeHost.answer('posts.like', () => {
    throw new AppError('not_found');
  });
  await list.like(list.posts[0]!);
  expect(list.posts[0]?.Likes).toEqual(likes(4, true));
  expect(toastTexts()).toHaveLength(1);
});

test('posts follow events about likes, comments and authors', async () => {
  answerPosts([post(3), post(2)]);
  const list = await follow(new PostList(wallOf(5)));
  fakeHost.send({ Type: 'like', Post: 3, Comment: 0, Likes: likes(2) });
  fakeHost.send({ Type: 'like', Post: 2, Comment: 8, Likes: likes(7) });
  fakeHost.send({ Type: 'comment', Comment: comment(8, { Post: post(2) }), Comments: 1 });
  expect(list.posts.map((one) => [one.Likes.Likes, one.Comments])).toEqual([
    [2, 0],
    [0, 1],
  ]);
  fakeHost.send({ Type: 'comment_delete', Post: 2, Comment: 8, Comments: 0 });
  expect(list.posts[1]?.Comments).toBe(0);
  fakeHost.send({ Type: 'profile', User: recordOf(UserModel, { ID: 5, Name: 'Renamed' }) });
  expect(list.posts[0]?.Author.Name).toBe('Renamed');
});

test('a deleted post can be restored, and is deleted when the page is left', async () => {
  answerPosts([post(3), post(2)]);
  const list = new PostList(wallOf(5));
  const stop = list.follow();
  await settled();
  fakeHost.answer('posts.remove', () => ({ ok: true }));
  list.remove(list.posts[0]!);
  expect(ids(list.posts)).toEqual([2]);
  undo();
  expect(ids(list.posts)).toEqual([3, 2]);
  list.remove(list.posts[0]!);
  expect(fakeHost.inputsOf('posts.remove')).toEqual([]);
  stop();
  await settled();
  expect(fakeHost.inputsOf('posts.remove')).toEqual([{ post_id: 3 }]);
});

test('a post that could not be deleted is shown again, with the reason', async () => {
  vi.useFakeTimers();
  answerPosts([post(3)]);
  const list = await follow(new PostList(wallOf(5)));
  fakeHost.answer('posts.remove', () => {
    throw new AppError('access_denied');
  });
  list.remove(list.posts[0]!);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(ids(list.posts)).toEqual([3]);
  expect(toastTexts()).toEqual(['You don’t have permission to do this.']);
});

test('the page of one post ignores other posts', async () => {
  fakeHost.answer('posts.get', () => post(3));
  const list = await follow(new PostList(only(3)));
  fakeHost.send({ Type: 'post', Post: post(4) });
  expect([ids(list.posts), list.news, list.hasMore]).toEqual([[3], 0, false]);
});

test('the line below new posts moves to the newest seen post once all above it were seen', () => {
  const first = new Seen('all');
  expect(first.before).toBe(0);
  first.note(40);
  const second = new Seen('all');
  expect(second.before).toBe(40);
  second.note(50);
  expect(new Seen('all').before).toBe(40);
  second.come();
  second.note(50);
  expect(new Seen('all').before).toBe(50);
  expect(new Seen('friends').before).toBe(0);
});

function answerComments(all: readonly Comment[]): void {
  fakeHost.answer('posts.comments', ({ last_id: before, limit }) =>
    all
      .filter(({ ID }) => !before || ID < Number(before))
      .toReversed()
      .slice(0, Number(limit)),
  );
}
const commentsTo = (last: number) => Array.from({ length: last }, (_, at) => comment(at + 1));

test('the newest comments are loaded first, earlier ones on request, and a linked one by its address', async () => {
  answerComments(commentsTo(12));
  const comments = await follow(new Comments(9));
  expect(ids(comments.items)).toEqual([8, 9, 10, 11, 12]);
  expect(comments.hasEarlier).toBe(true);
  await comments.loadEarlier();
  expect(ids(comments.items)).toEqual(ids(commentsTo(12)));
  expect(comments.hasEarlier).toBe(false);
  const other = new Comments(9);
  stops.push(other.follow(2));
  await settled();
  expect(ids(other.items)).toContain(2);
});

test('comments get the new name of their author', async () => {
  answerComments(commentsTo(2));
  const comments = await follow(new Comments(9));
  const { ID } = comment(1).Author;
  fakeHost.send({ Type: 'profile', User: recordOf(UserModel, { ID, Name: 'Taras' }) });
  expect(comments.items.map((one) => one.Author.Name)).toEqual(['Taras', 'Taras']);
});

test('a comment that arrives while comments load is listed', async () => {
  const answer = heldAnswer<Comment[]>();
  fakeHost.answer('posts.comments', answer.handler);
  const comments = new Comments(9);
  stops.push(comments.follow());
  await answer.asked;
  fakeHost.send({ Type: 'comment', Comment: comment(2), Comments: 2 });
  answerComments(commentsTo(2));
  answer.give([comment(1)]);
  await settled();
  expect(ids(comments.items)).toEqual([1, 2]);
});

test('comments of other posts are ignored, and events update listed ones', async () => {
  answerComments(commentsTo(2));
  const comments = await follow(new Comments(9));
  fakeHost.send({ Type: 'comment', Comment: comment(3, { Post: post(10) }), Comments: 1 });
  fakeHost.send({ Type: 'like', Post: 9, Comment: 2, Likes: likes(3) });
  fakeHost.send({ Type: 'comment_delete', Post: 9, Comment: 1, Comments: 1 });
  fakeHost.send({ Type: 'comment_delete', Post: 10, Comment: 2, Comments: 1 });
  expect(comments.items.map((one) => [one.ID, one.Likes.Likes])).toEqual([[2, 3]]);
});

test('the same text can be commented twice, but is stored once if only the answer was lost', async () => {
  vi.useFakeTimers();
  answerComments([]);
  const comments = await follow(new Comments(9));
  let made = 0;
  fakeHost.answer('posts.comment', () => comment(++made));
  await comments.write('Again', []);
  await comments.write('Again', []);
  fakeHost.answer('posts.comment', () => {
    throw new Unreachable();
  });
  const lost = comments.write('Again', []);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await lost).toBe(false);
  expect(comments.writing.error).toBeInstanceOf(Unreachable);
  fakeHost.answer('posts.comment', () => comment(++made));
  await comments.write('Again', [4]);
  await comments.write('Again', []);
  expect(ids(comments.items)).toEqual([1, 2, 3, 4]);
  const keys = fakeHost.calls.filter(({ name }) => name === 'posts.comment').map(({ key }) => key);
  // The attempts at the lost one and the last call are one write; all others are writes of their own.
  expect(new Set(keys).size).toBe(4);
  expect(keys.at(-1)).toBe(keys[2]);
});

test('a comment can be liked optimistically and deleted with undo, like a post', async () => {
  answerComments(commentsTo(2));
  const comments = await follow(new Comments(9));
  fakeHost.answer('posts.likeComment', () => {
    throw new AppError('not_found');
  });
  const liking = comments.like(comments.items[0]!);
  expect(comments.items[0]?.Likes).toEqual(likes(1, true));
  await liking;
  expect(comments.items[0]?.Likes).toEqual(likes(0));
  comments.remove(comments.items[0]!);
  expect(ids(comments.items)).toEqual([2]);
  undo();
  expect(ids(comments.items)).toEqual([1, 2]);
});

const photo = (item: number) => ({ kind: 'photo' as const, item, name: `${item}.jpg`, size: 1 });

test('the draft of a wall survives a reload with its attachments', () => {
  const draft = new PostDraft(5);
  draft.text = 'Not yet';
  draft.isSpoiler = true;
  draft.tray.attach(photo(31));
  const reloaded = new PostDraft(5);
  expect(reloaded.text).toBe('Not yet');
  expect(reloaded.isSpoiler).toBe(true);
  expect(reloaded.tray.attached).toEqual([photo(31)]);
  expect(new PostDraft(6).isEmpty).toBe(true);
  reloaded.drop();
  expect(new PostDraft(5).isEmpty).toBe(true);
});

test('photos are attached in their chosen order, before other attachments', async () => {
  const draft = new PostDraft(5);
  draft.text = ' First **post** ';
  for (const one of [photo(31), photo(32)]) draft.tray.attach(one);
  draft.tray.attach({ kind: 'file', item: 33, name: 'list.csv', size: 4 });
  draft.tray.move(draft.tray.photos[1]!.key, -1);
  fakeHost.answer('posts.create', () => post(3));
  expect(await draft.send()).toMatchObject({ ID: 3 });
  expect(fakeHost.inputsOf('posts.create')).toEqual([
    {
      ...{ user: 5, content: 'First **post**', language: 0, nsfw: false },
      photos_list: [32, 31],
      attachments: [{ Type: 'file', Item: 33 }],
    },
  ]);
  expect(draft.isEmpty).toBe(true);
});

test('a rejected post stays as a draft, and is retried with the same idempotency key', async () => {
  const draft = new PostDraft(5);
  draft.text = 'Short enough';
  fakeHost.answer('posts.create', () => {
    throw new AppError('upload_error');
  });
  expect(await draft.send()).toBeNull();
  expect(draft.writing.error?.code).toBe('upload_error');
  expect(draft.text).toBe('Short enough');
  fakeHost.answer('posts.create', () => post(3));
  await draft.send();
  draft.text = 'Short enough';
  await draft.send();
  const [refused, sent, again] = fakeHost.calls.map(({ key }) => key);
  expect(sent).toBe(refused);
  expect(again).not.toBe(sent);
});

test('a post that is too long, or empty, cannot be sent', async () => {
  const draft = new PostDraft(5);
  expect(draft.canSend).toBe(false);
  draft.text = '🙂'.repeat(LIMITS.post);
  expect([draft.left, draft.canSend]).toEqual([0, true]);
  draft.text += 'x';
  expect([draft.left, draft.canSend]).toEqual([-1, false]);
  expect(await draft.send()).toBeNull();
  expect(fakeHost.calls).toEqual([]);
});

test('text and attachments added while a post is being sent stay for the next one', async () => {
  const draft = new PostDraft(5);
  draft.text = 'First';
  draft.tray.attach(photo(31));
  const answer = heldAnswer<PostModel>();
  fakeHost.answer('posts.create', answer.handler);
  const sending = draft.send();
  await answer.asked;
  draft.text = 'Second';
  draft.tray.attach(photo(32));
  answer.give(post(3));
  await sending;
  expect(draft.text).toBe('Second');
  expect(draft.tray.attached).toEqual([photo(32)]);
  expect(new PostDraft(5).text).toBe('Second');
});

test('an edit starts with the current post and its remaining photos', async () => {
  const before = post(3, { Content: 'Once', Photos: [31], Nsfw: true, Language: 2, EditTimestamp: 7 });
  const draft = new PostDraft(5, before);
  expect([draft.text, draft.isSpoiler, draft.language, draft.isEdit]).toEqual(['Once', true, 2, true]);
  draft.text = 'Twice';
  expect(new PostDraft(5, before).text).toBe('Twice');
  // What was begun before the post was edited elsewhere is old.
  expect(new PostDraft(5, { ...before, EditTimestamp: 8 }).text).toBe('Once');
  draft.tray.remove(draft.tray.photos[0]!.key);
  fakeHost.answer('posts.edit', () => post(3));
  await draft.send();
  expect(fakeHost.inputsOf('posts.edit')).toMatchObject([
    { post_id: 3, content: 'Twice', photos_list: [], attachments: [] },
  ]);
});

test('new posts of everyone are polled, because no event announces those of strangers', async () => {
  const all = [post(3)];
  fakeHost.answer('posts.all', () => [...all]);
  const list = await follow(new PostList(feedOf('everyone')));
  await list.check();
  expect([ids(list.posts), list.news]).toEqual([[3], 0]);
  all.unshift(post(5), post(4));
  await list.check();
  await list.check();
  expect([ids(list.posts), list.news]).toEqual([[3], 2]);
  await list.showNews();
  expect([ids(list.posts), list.news]).toEqual([[5, 4, 3], 0]);
});

test('the list of everyone’s posts is reloaded if more than a page is new', async () => {
  let newest = 3;
  fakeHost.answer('posts.all', ({ last_id: before }) =>
    postsDownFrom(before ? Number(before) - 1 : newest, before ? 0 : Math.min(newest, PAGE_SIZES.posts)),
  );
  const list = await follow(new PostList(feedOf('everyone')));
  expect(ids(list.posts)).toEqual([3, 2, 1]);
  newest = 100;
  await list.check();
  expect(list.news).toBe(PAGE_SIZES.posts);
  await list.showNews();
  expect(ids(list.posts)).toEqual(ids(postsDownFrom(100)));
});

test('mentions are suggested after a typing pause, people without a tag last, never oneself', async () => {
  vi.useFakeTimers();
  const found = [
    recordOf(UserModel, { ID: 5, Link: 'melania', Name: 'Melania' }),
    recordOf(UserModel, { ID: 6, Name: 'Melisa' }),
    recordOf(UserModel, { ID: 7, Link: 'melgone', Deleted: true }),
    recordOf(UserModel, { ID: ME, Link: 'melme' }),
  ];
  fakeHost.answer('people.find', () => found);
  const people = new MentionablePeople();
  for (const words of ['m', 'me', 'mel']) people.loadMatching(words);
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('people.find').map(({ query }) => query)).toEqual(['mel']);
  expect(ids(people.matching('mel', 5))).toEqual([5, 6]);
  // Until the next answer comes, shows the people of the last one who match the text.
  expect(ids(people.matching('mela', 5))).toEqual([5]);
  expect(ids(people.matching('melx', 5))).toEqual([]);
  people.close();
});

test('people nearby are suggested before all others, each once', async () => {
  vi.useFakeTimers();
  const [ira, ivan] = [
    recordOf(UserModel, { ID: 5, Link: 'ira', Name: 'Ira' }),
    recordOf(UserModel, { ID: 6, Link: 'ivan', Name: 'Ivan' }),
  ];
  fakeHost.answer('people.find', () => [ira, ivan]);
  const people = new MentionablePeople({ loadMatching: () => undefined, matching: () => [ivan] });
  people.loadMatching('i');
  expect(ids(people.matching('i', 5))).toEqual([6]);
  await vi.advanceTimersByTimeAsync(250);
  expect(ids(people.matching('i', 5))).toEqual([6, 5]);
  expect(ids(people.matching('i', 1))).toEqual([6]);
});

test('a mention of someone without a tag is completed to their name', () => {
  const written = { text: 'Hello @ol' };
  const olha = recordOf(UserModel, { ID: 5, Name: 'Olha', Surname: 'Bilyk' });
  const mentions = new Mentions(written, { loadMatching: () => undefined, matching: () => [olha] });
  const box = document.createElement('textarea');
  const off = mentions.box(box);
  box.value = written.text;
  box.dispatchEvent(new Event('input'));
  mentions.complete(olha);
  expect(written.text).toBe('Hello Olha Bilyk ');
  off?.();
});
