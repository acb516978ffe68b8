import { beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '../../../shared/contract';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import type { TestPerson, TestService } from '../../support/service';
import { subscribe, wallPeople } from '../../support/walls';

let t: TestService;
let olga: TestPerson;
let ann: TestPerson;
let fred: TestPerson;
let sue: TestPerson;
let sam: TestPerson;

beforeEach(async () => {
  ({ t, olga, ann, fred, sue, sam } = await wallPeople());
});

const EVERYONE = 0;
const FRIENDS = 1;
const NOBODY = 2;

function writeFor(audience: 0 | 1 | 2, more: Partial<Input<'posts.create'>> = {}) {
  return ann.call('posts.create', { user: '@me', content: 'Quince jam', audience, ...more });
}

describe('a post for an audience', () => {
  test.each([EVERYONE, FRIENDS, NOBODY] as const)('is only there for it: %i', async (audience) => {
    const post = await writeFor(audience, { language: 1 });
    const { ID: post_id } = post;
    expect(post).toMatchObject(audience === EVERYONE ? { Content: 'Quince jam' } : { Audience: audience });
    const { ID: comment_id } = await ann.call('posts.comment', { post_id, content: 'Ripe' });
    for (const person of [ann, fred, sue, sam, olga]) {
      const isIn = person === ann || audience === EVERYONE || (audience === FRIENDS && person === fred);
      const follows = person !== sam && person !== olga;
      const ids = (posts: { ID: number }[]) => posts.map(({ ID }) => ID);
      const shown = isIn ? [post_id] : [];
      expect(ids(await person.call('posts.list', { user: ann.id }))).toEqual(shown);
      expect(ids(await person.call('posts.list', { user: ann.id, lang: 1 }))).toEqual(shown);
      expect(ids(await person.call('posts.list', { user: '@me', feed: true }))).toEqual(follows ? shown : []);
      expect(ids(await person.call('posts.all', {}))).toEqual(shown);
      expect(ids(await person.call('posts.find', { mask: 'quince' }))).toEqual(shown);
      expect(ids((await person.call('search.all', { mask: 'quince' })).Posts)).toEqual(shown);
      const calls: Promise<unknown>[] = [
        person.call('posts.get', { post_id }),
        person.call('posts.comments', { post_id }),
        person.call('posts.getComment', { comment_id }),
        person.call('posts.like', { post_id, value: true }),
        person.call('posts.likeComment', { comment_id, value: true }),
        person.call('posts.comment', { post_id, content: 'Sweet' }),
      ];
      if (person !== ann)
        calls.push(
          person.call('people.reportItem', { Type: 'post', Item: post_id, reason: 'Loud' }),
          person.call('people.reportItem', { Type: 'comment', Item: comment_id, reason: 'Loud' }),
        );
      const codes = await Promise.all(
        calls.map((call) =>
          call.then(
            () => 'ok',
            (error: unknown) => (error as { code: string }).code,
          ),
        ),
      );
      expect([person.name, ...codes]).toEqual([person.name, ...calls.map(() => (isIn ? 'ok' : 'not_found'))]);
    }
  });

  test('is shared only by that audience', async () => {
    const { ID: repost } = await writeFor(FRIENDS);
    const { ID: dialog_id } = await olga.call('dialogs.create', { name: 'Yard', type: 'group' });
    for (const person of [fred, sue]) await person.call('dialogs.join', { dialog_id, user_id: '@me' });
    for (const wall of ['@me', ann.id])
      expect((await sue.refused('posts.create', { user: wall, repost })).fields).toHaveProperty('repost');
    const attachments = [{ Type: 'post' as const, Item: repost }];
    expect((await sue.refused('dialogs.send', { dialog_id, attachments })).fields).toHaveProperty(
      'attachments.0.Item',
    );
    const { ID: message_id } = await fred.call('dialogs.send', { dialog_id, attachments, repost });
    const shown = (person: TestPerson) => person.call('dialogs.message', { message_id });
    expect(await shown(fred)).toMatchObject({
      Repost: { ID: repost },
      Attachments: [{ Item: { ID: repost } }],
    });
    expect(await shown(sue)).toMatchObject({ Repost: null, Attachments: [{ Item: null }] });
  });

  test('gives its files only to that audience', async () => {
    const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('Plan'));
    await writeFor(FRIENDS, { attachments: [{ Type: 'file', Item: file.ID }] });
    expect(await fred.call('files.get', { file_id: file.ID })).toMatchObject({ ID: file.ID });
    expect((await sue.refused('files.get', { file_id: file.ID })).code).toBe('not_found');
  });

  test('has its photos among the public ones of its author only if it is for everyone', async () => {
    const photo = async () =>
      (await upload(t.service, ann.session, 'photos.upload', fixture('turned.jpg'), { mode: 'private' })).ID;
    const listed = async () => (await sam.call('photos.of', { user: ann.id })).map(({ ID }) => ID);
    const shown = await photo();
    const { ID: post_id } = await writeFor(EVERYONE, { photos_list: [shown] });
    expect(await listed()).toEqual([shown]);
    await ann.call('posts.edit', { post_id, audience: FRIENDS });
    expect(await listed()).toEqual([]);
    expect(await fred.call('photos.get', { photo_id: shown })).toMatchObject({ ID: shown });
    expect((await sam.refused('photos.get', { photo_id: shown })).code).toBe('not_found');
    await ann.call('posts.edit', { post_id, audience: EVERYONE });
    expect(await listed()).toEqual([shown]);
    await ann.call('posts.edit', { post_id, audience: NOBODY });
    expect((await fred.refused('photos.get', { photo_id: shown })).code).toBe('not_found');
    expect(await ann.call('photos.get', { photo_id: shown })).toMatchObject({ ID: shown });
  });

  test('makes its tracks public if it is for everyone, and otherwise leaves them as they are', async () => {
    const track = async (mode: 'public' | 'private') =>
      (await upload(t.service, ann.session, 'music.upload', fixture('track.mp3'), { mode, name: mode })).ID;
    const listed = async () => (await sam.call('music.of', { user: ann.id })).map(({ ID }) => ID);
    const [known, added] = [await track('public'), await track('private')];
    const attachments = [known, added].map((Item) => ({ Type: 'track' as const, Item }));
    const { ID: post_id } = await writeFor(FRIENDS, { attachments });
    expect(await listed()).toEqual([known]);
    await ann.call('posts.edit', { post_id, audience: EVERYONE });
    expect((await listed()).toSorted()).toEqual([known, added].toSorted());
    await ann.call('posts.edit', { post_id, audience: FRIENDS });
    expect((await listed()).toSorted()).toEqual([known, added].toSorted());
  });

  test('is only possible on the own wall', async () => {
    const other = await ann.refused('posts.create', { user: fred.id, content: 'Psst', audience: FRIENDS });
    expect(other.fields).toHaveProperty('audience');
    const { ID: post_id } = await ann.call('posts.create', { user: fred.id, content: 'Hello', audience: 0 });
    expect((await ann.refused('posts.edit', { post_id, audience: NOBODY })).fields).toHaveProperty(
      'audience',
    );
    const timestamp = t.clock.seconds + 3600;
    const later = { user: fred.id, content: 'Later', audience: NOBODY, timestamp } as const;
    expect((await ann.refused('posts.create', later)).fields).toHaveProperty('audience');
  });

  test('keeps its settings while it is scheduled, and when its time comes', async () => {
    const timestamp = t.clock.seconds + 3600;
    const { ID: post_id } = await writeFor(FRIENDS, { timestamp, comments_closed: true });
    const [waiting] = await ann.call('posts.scheduled', {});
    expect(waiting).toMatchObject({ ID: post_id, Audience: FRIENDS, CommentsClosed: true });
    const edited = await ann.call('posts.edit', { post_id, audience: NOBODY, comments_closed: false });
    expect(edited).toMatchObject({ Audience: NOBODY });
    expect(edited).not.toHaveProperty('CommentsClosed');
    expect(await ann.call('posts.publishScheduled', { post_id })).toMatchObject({ Audience: NOBODY });
  });

  test('notifies nobody outside of it', async () => {
    const told = async (person: TestPerson) =>
      (await person.call('people.notifications', {}))
        .map(({ Type }) => Type)
        .filter((type) => type !== 'new_friend_request');
    for (const [person, link] of [
      [fred, 'fred'],
      [sue, 'sue'],
    ] as const)
      await person.call('account.updateProfile', { link });
    const before = { fred: await told(fred), sue: await told(sue) };
    const { ID: post_id } = await writeFor(FRIENDS, { content: '@fred and @sue' });
    await ann.call('posts.comment', { post_id, content: '@fred, @sue!' });
    await writeFor(NOBODY, { content: '@fred and @sue' });
    const { ID: repost } = await sue.call('posts.create', { user: '@me', content: 'Open' });
    await writeFor(NOBODY, { content: 'Note to self', repost });
    expect((await told(fred)).length).toBe(before.fred.length + 2);
    expect(await told(sue)).toEqual(before.sue);
  });
});

describe('the audience of a post', () => {
  test('is narrowed for those who already saw it, also in reposts, without an edit mark', async () => {
    const { ID: post_id } = await writeFor(EVERYONE);
    const repost = await sue.call('posts.create', { user: '@me', content: 'Look', repost: post_id });
    expect(repost.Repost).toMatchObject({ ID: post_id });
    const narrowed = await ann.call('posts.edit', { post_id, audience: FRIENDS });
    expect(narrowed).toMatchObject({ Audience: FRIENDS, EditTimestamp: 0 });
    const seen = (person: TestPerson) => person.call('posts.get', { post_id: repost.ID });
    expect(await seen(fred)).toMatchObject({ Repost: { ID: post_id, Audience: FRIENDS } });
    expect(await seen(sam)).toMatchObject({ Repost: null, RepostGone: true });
    await ann.call('people.subscribe', { user: fred.id, value: false });
    expect(await seen(fred)).toMatchObject({ Repost: null, RepostGone: true });
    expect(await ann.call('posts.edit', { post_id, audience: EVERYONE })).not.toHaveProperty('Audience');
    expect(await seen(sam)).toMatchObject({ Repost: { ID: post_id } });
  });

  test('takes back what those were notified of who may no longer see it', async () => {
    const typesOf = async (person: TestPerson) =>
      (await person.call('people.notifications', {})).map(({ Type }) => Type).toSorted();
    await sue.call('account.updateProfile', { link: 'sue' });
    const before = await typesOf(sue);
    const { ID: original } = await sue.call('posts.create', { user: '@me', content: 'Open' });
    const { ID: post_id } = await writeFor(EVERYONE, { content: 'Hello @sue', repost: original });
    const { ID: comment_id } = await sue.call('posts.comment', { post_id, content: 'Hello @fred' });
    await fred.call('posts.likeComment', { comment_id });
    await sam.call('posts.create', { user: '@me', repost: original });
    expect(await typesOf(sue)).toEqual([...before, 'comment_like', 'post_mention', 'repost'].toSorted());
    await ann.call('posts.edit', { post_id, audience: FRIENDS });
    expect(await typesOf(sue)).toEqual([...before, 'repost'].toSorted());
    const [newest] = await sue.call('people.notifications', {});
    expect(newest).toMatchObject({ Type: 'repost', User: { ID: sam.id }, Count: 1 });
    expect(await typesOf(ann)).toContain('comment_post');
  });

  test('decides who hears of it', async () => {
    const lines = { fred: await fred.listen(), sue: await sue.listen() };
    const typesFor = async (name: keyof typeof lines, act: () => Promise<unknown>) => {
      await lines[name].take();
      await act();
      return (await lines[name].take())
        .map(({ Type }) => Type)
        .filter((type) => /^(post|comment|like)/.test(type));
    };
    const { ID: post_id } = await writeFor(FRIENDS);
    const comment = () => ann.call('posts.comment', { post_id, content: 'Ripe' });
    expect(await typesFor('fred', comment)).toEqual(['comment']);
    expect(await typesFor('sue', comment)).toEqual([]);
    const like = () => ann.call('posts.like', { post_id });
    expect(await typesFor('fred', like)).toEqual(['like']);
    expect(await typesFor('sue', like)).toEqual([]);
    const open = () => ann.call('posts.edit', { post_id, audience: EVERYONE });
    const restrict = () => ann.call('posts.edit', { post_id, audience: FRIENDS });
    expect(await typesFor('sue', open)).toEqual(['post_edit']);
    expect(await typesFor('sue', restrict)).toEqual(['post_delete']);
    await open();
    expect(await typesFor('fred', restrict)).toEqual(['post_edit']);
    const hide = () => ann.call('posts.edit', { post_id, audience: NOBODY });
    expect(await typesFor('sue', hide)).toEqual([]);
    await restrict();
    expect(await typesFor('fred', hide)).toEqual(['post_delete']);
    await restrict();
    expect(await typesFor('sue', () => ann.call('posts.remove', { post_id }))).toEqual([]);
    const { ID: another } = await writeFor(FRIENDS);
    expect(await typesFor('fred', () => ann.call('posts.remove', { post_id: another }))).toEqual([
      'post_delete',
    ]);
  });

  test('does not keep administrators from removing what was reported', async () => {
    const post = await writeFor(FRIENDS);
    const comment = await ann.call('posts.comment', { post_id: post.ID, content: 'Buy now' });
    await fred.call('people.reportItem', { Type: 'post', Item: post.ID, reason: 'Spam' });
    const [report] = await olga.call('admin.reports', {});
    expect(report?.Item).toMatchObject({ Text: 'Quince jam', Visible: false, Removable: true });
    for (const person of [sue, sam])
      expect((await person.refused('posts.remove', { post_id: post.ID })).code).toBe('not_found');
    await olga.call('posts.removeComment', { comment_id: comment.ID });
    await olga.call('posts.remove', { post_id: post.ID });
    expect(await ann.call('posts.list', { user: '@me' })).toEqual([]);
  });
});

describe('closed comments', () => {
  test('stay readable, and only the author adds to them', async () => {
    const { ID: post_id } = await writeFor(EVERYONE);
    await fred.call('posts.comment', { post_id, content: 'First' });
    const closed = await ann.call('posts.edit', { post_id, comments_closed: true });
    expect(closed).toMatchObject({ CommentsClosed: true, EditTimestamp: 0, Content: 'Quince jam' });
    const refusal = await fred.refused('posts.comment', { post_id, content: 'Second' });
    expect([refusal.code, refusal.message]).toEqual([
      'access_denied',
      'The author has closed the comments on this post.',
    ]);
    await ann.call('posts.comment', { post_id, content: 'Answer' });
    expect(await fred.call('posts.comments', { post_id })).toMatchObject([
      { Content: 'Answer' },
      { Content: 'First' },
    ]);
    expect(await ann.call('posts.edit', { post_id, comments_closed: false })).not.toHaveProperty(
      'CommentsClosed',
    );
    await fred.call('posts.comment', { post_id, content: 'Second' });
  });

  test("are the author's decision, also on the wall of somebody else", async () => {
    const post = { user: ann.id, content: 'On yours', comments_closed: true };
    const { ID: post_id } = await fred.call('posts.create', post);
    expect((await ann.refused('posts.comment', { post_id, content: 'Hm' })).code).toBe('access_denied');
    expect((await ann.refused('posts.edit', { post_id, comments_closed: false })).code).toBe('access_denied');
    await fred.call('posts.comment', { post_id, content: 'More' });
  });
});

test('the number of posts on a profile is that of the posts its viewer may see', async () => {
  const counts = () =>
    Promise.all(
      [ann, fred, sue, sam, olga].map(async (one) => (await one.call('people.get', { user: ann.id })).Posts),
    );
  const [open] = [await writeFor(EVERYONE), await writeFor(FRIENDS), await writeFor(NOBODY)];
  expect(await counts()).toEqual([3, 2, 1, 1, 1]);
  const heard = await sue.listen();
  await ann.call('posts.edit', { post_id: open.ID, audience: FRIENDS });
  expect(await counts()).toEqual([3, 2, 0, 0, 0]);
  expect(await heard.take()).toContainEqual(
    expect.objectContaining({ Type: 'profile', User: expect.objectContaining({ ID: ann.id, Posts: 0 }) }),
  );
  await ann.call('posts.remove', { post_id: open.ID });
  expect(await counts()).toEqual([2, 1, 0, 0, 0]);
});

test('a person who becomes a friend sees what is for friends', async () => {
  const { ID: post_id } = await writeFor(FRIENDS);
  await subscribe(ann, sue);
  expect(await sue.call('posts.get', { post_id })).toMatchObject({ Content: 'Quince jam' });
});
