import { beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '../../support/service';
import { subscribe, wallPeople, write } from '../../support/walls';

let olga: TestPerson;
let ann: TestPerson;
let fred: TestPerson;
let sue: TestPerson;
let sam: TestPerson;

beforeEach(async () => {
  ({ olga, ann, fred, sue, sam } = await wallPeople());
});

describe('the owner decides who may post and comment on a wall', () => {
  const states = [0, 1, 2] as const;
  test.each(states.flatMap((post) => states.map((comment) => [post, comment] as const)))(
    'posts for %i, comments for %i',
    async (postState, commentsState) => {
      const { ID: post_id } = await write(ann, ann);
      const { ID: freds } = await write(fred, ann);
      await ann.call('account.updateProfile', { postState, commentsState });
      for (const person of [ann, fred, sue, sam]) {
        const admits = (state: number) => person === ann || state === 0 || (state === 1 && person === fred);
        const outcome = (call: Promise<unknown>) =>
          call.then(
            () => true,
            (error: unknown) => (error as { code: string }).code !== 'access_denied' && error,
          );
        const posting = person.call('posts.create', { user: ann.id, content: 'Hi' });
        expect([person.name, await outcome(posting)]).toEqual([person.name, admits(postState)]);
        const commenting = person.call('posts.comment', { post_id, content: 'Hi' });
        expect([person.name, await outcome(commenting)]).toEqual([person.name, admits(commentsState)]);
        expect(await person.call('posts.like', { post_id, value: true })).toMatchObject({
          IsLikedByYou: true,
        });
        expect(await person.call('posts.get', { post_id })).toMatchObject({ Content: 'Hello' });
        expect(await outcome(person.call('posts.create', { user: '@me', content: 'Mine' }))).toBe(true);
      }
      const editing = await fred.call('posts.edit', { post_id: freds, content: 'Hm' }).catch(() => null);
      expect(editing !== null).toBe(postState < 2);
      expect(await fred.call('posts.remove', { post_id: freds })).toEqual({ ok: true });
    },
  );
});

describe('posts affected by a block or ban', () => {
  test('are hidden everywhere, by a block in either direction', async () => {
    for (const [blocker, blocked] of [
      [ann, sam],
      [sam, ann],
    ] as const) {
      const { ID: post_id } = await write(sam, sam);
      const { ID: elsewhere } = await write(sam, fred);
      const { ID: comment_id } = await sam.call('posts.comment', { post_id: elsewhere, content: 'Hi' });
      const { ID: repeated } = await fred.call('posts.create', { user: '@me', repost: post_id });
      await subscribe(ann, sam);
      await blocker.call('people.block', { user: blocked.id });
      for (const hidden of [post_id, elsewhere]) {
        expect((await ann.refused('posts.get', { post_id: hidden })).code).toBe('not_found');
        for (const name of ['posts.like', 'posts.comments', 'posts.edit', 'posts.remove'] as const) {
          expect((await ann.refused(name, { post_id: hidden })).code).toBe('not_found');
        }
        expect((await ann.refused('posts.comment', { post_id: hidden, content: 'Hi' })).code).toBe(
          'not_found',
        );
        const report = { Type: 'post', Item: hidden, reason: 'Loud' };
        expect((await ann.refused('people.reportItem', report)).code).toBe('not_found');
        expect((await ann.refused('posts.create', { user: '@me', repost: hidden })).fields).toHaveProperty(
          'repost',
        );
      }
      expect((await ann.refused('posts.likeComment', { comment_id })).code).toBe('not_found');
      expect(await ids(ann, fred)).toEqual([repeated]);
      expect(await ann.call('posts.get', { post_id: repeated })).toMatchObject({
        Repost: null,
        RepostGone: true,
      });
      expect(await ann.call('posts.find', { mask: 'hello' })).toEqual([]);
      expect((await ann.call('search.all', { mask: 'hello' })).Posts).toEqual([]);
      expect((await fred.call('search.all', { mask: 'hello' })).Posts).toHaveLength(2);
      await blocker.call('people.unblock', { user: blocked.id });
      expect(await ann.call('posts.get', { post_id: repeated })).toMatchObject({ Repost: { ID: post_id } });
      for (const hidden of [post_id, elsewhere]) await sam.call('posts.remove', { post_id: hidden });
      await fred.call('posts.remove', { post_id: repeated });
    }
  });

  test('of a banned person are not counted until unbanned', async () => {
    const { ID: post_id } = await write(ann, ann);
    const { ID: theirs } = await write(sam, ann);
    await sam.call('posts.comment', { post_id, content: 'Hi' });
    const seen = async () => {
      const posts = await fred.call('posts.list', { user: ann.id });
      const comments = await fred.call('posts.comments', { post_id });
      const { Posts } = await fred.call('people.get', { user: ann.id });
      return [posts.map((post) => [post.ID, post.Comments]), comments.length, Posts];
    };
    const before = [
      [
        [theirs, 0],
        [post_id, 1],
      ],
      1,
      2,
    ];
    expect(await seen()).toEqual(before);
    await olga.call('admin.ban', { user_id: sam.id, reason: 'Loud' });
    expect(await seen()).toEqual([[[post_id, 0]], 0, 1]);
    expect(await fred.call('posts.find', { mask: 'hello' })).toHaveLength(1);
    await olga.call('admin.unban', { user_id: sam.id });
    expect(await seen()).toEqual(before);
  });

  test('of a removed person stay without a name, and their wall is closed', async () => {
    const { ID: post_id } = await write(sam, ann);
    const { ID: own } = await write(sam, sam);
    await sam.call('posts.comment', { post_id, content: 'Hi' });
    await sam.call('account.remove', { password: sam.password });
    expect(await fred.call('posts.get', { post_id })).toMatchObject({
      ...{ Content: 'Hello', Author: { Name: '', Deleted: 1 }, Comments: 1 },
    });
    expect(await fred.call('posts.comments', { post_id })).toMatchObject([{ Author: { Deleted: 1 } }]);
    expect((await fred.refused('posts.list', { user: sam.id })).code).toBe('access_denied');
    expect((await fred.refused('posts.comment', { post_id: own, content: 'Hi' })).code).toBe('access_denied');
  });
});

describe('reposts', () => {
  test('include the original one level deep and are counted there', async () => {
    const { ID: source } = await write(ann, ann, 'Bread');
    const { ID: bare } = await fred.call('posts.create', { user: '@me', repost: source });
    const again = await sue.call('posts.create', { user: '@me', repost: bare });
    expect(again.Repost).toMatchObject({ ID: source, Repost: null, Author: { ID: ann.id } });
    const worded = await sam.call('posts.create', { user: '@me', repost: source, content: 'Look' });
    const further = await ann.call('posts.create', { user: '@me', repost: worded.ID });
    expect(further.Repost).toMatchObject({ ID: worded.ID, Content: 'Look', Repost: null });
    expect(await ann.call('posts.get', { post_id: source })).toMatchObject({ Reposts: 3 });
    await sue.call('posts.edit', { post_id: again.ID, repost: 0, content: 'No' });
    await fred.call('posts.remove', { post_id: bare });
    expect(await ann.call('posts.get', { post_id: source })).toMatchObject({ Reposts: 1 });
    expect((await ann.refused('posts.edit', { post_id: source, repost: source })).fields).toHaveProperty(
      'repost',
    );
  });

  test('say that the original one is gone', async () => {
    const { ID: source } = await write(ann, ann, 'Bread');
    const worded = await sam.call('posts.create', { user: '@me', repost: source, content: 'Look' });
    expect(worded).not.toHaveProperty('RepostGone');
    const further = await sue.call('posts.create', { user: '@me', repost: worded.ID, content: 'There' });
    const line = await sam.listen();
    await ann.call('posts.remove', { post_id: source });
    const gone = { Content: 'Look', Repost: null, RepostGone: true };
    expect(await sam.call('posts.get', { post_id: worded.ID })).toMatchObject(gone);
    expect(await line.take()).toContainEqual(
      expect.objectContaining({ Type: 'post_edit', Post: expect.objectContaining(gone) }),
    );
    expect((await sam.call('posts.get', { post_id: further.ID })).Repost).not.toHaveProperty('RepostGone');
    expect(await sam.call('posts.edit', { post_id: worded.ID, repost: 0 })).not.toHaveProperty('RepostGone');
  });

  test('in messages are shown to those who may see the original', async () => {
    const { ID: dialog_id } = await fred.call('dialogs.create', { name: 'Yard', type: 'group' });
    for (const { id } of [ann, sam]) await fred.call('dialogs.join', { dialog_id, user_id: id });
    const { ID: post_id } = await write(ann, ann, 'Bread');
    const lines = [await ann.listen(), await sam.listen()];
    await ann.call('people.block', { user: sam.id });
    const attachments = [{ Type: 'post' as const, Item: post_id }];
    const sent = await fred.call('dialogs.send', { dialog_id, repost: post_id, attachments });
    expect(sent).toMatchObject({
      Text: '',
      Repost: { ID: post_id },
      Attachments: [{ Item: { ID: post_id } }],
    });
    const heard = [];
    for (const line of lines) heard.push(...(await line.take()).filter((event) => event.Type === 'message'));
    for (const [record, isSeen] of [
      [(await ann.call('dialogs.messages', { dialog_id }))[0], true],
      [heard[0]?.Message, true],
      [(await sam.call('dialogs.messages', { dialog_id }))[0], false],
      [heard[1]?.Message, false],
    ] as const) {
      expect(record).toMatchObject({
        Repost: isSeen ? { ID: post_id } : null,
        Attachments: [{ Type: 'post', Item: isSeen ? { ID: post_id } : null }],
      });
    }
    expect((await sam.refused('dialogs.send', { dialog_id, repost: post_id })).fields).toHaveProperty(
      'repost',
    );
    const unseen = await sam.refused('dialogs.send', { dialog_id, attachments });
    expect(unseen.fields).toHaveProperty(['attachments.0.Item']);
    await fred.call('dialogs.editMessage', { message_id: sent.ID, text: 'Look' });
    await ann.call('posts.remove', { post_id });
    expect(await fred.call('dialogs.message', { message_id: sent.ID })).toMatchObject({
      ...{ Text: 'Look', Repost: null, Attachments: [{ Item: null }] },
    });
  });
});

test('likes are set or toggled, and counted once each', async () => {
  const { ID: post_id } = await write(ann, ann);
  const like = (person: TestPerson, value?: boolean) => person.call('posts.like', { post_id, value });
  expect(await like(fred)).toEqual({ IsLikedByYou: true, Likes: 1 });
  expect(await like(fred, true)).toEqual({ IsLikedByYou: true, Likes: 1 });
  expect(await like(ann)).toEqual({ IsLikedByYou: true, Likes: 2 });
  expect(await like(fred)).toEqual({ IsLikedByYou: false, Likes: 1 });
  expect(await like(fred, false)).toEqual({ IsLikedByYou: false, Likes: 1 });
  const { ID: comment_id } = await sam.call('posts.comment', { post_id, content: 'Hi' });
  expect(await ann.call('posts.likeComment', { comment_id })).toEqual({ IsLikedByYou: true, Likes: 1 });
  expect(await ann.call('posts.comments', { post_id })).toMatchObject([
    { Likes: { IsLikedByYou: true, Likes: 1 } },
  ]);
  expect(await sam.call('posts.comments', { post_id })).toMatchObject([
    { Likes: { IsLikedByYou: false, Likes: 1 } },
  ]);
});

test("comments are paged newest first and removed by their author, the post's or the wall's owner", async () => {
  const { ID: post_id } = await write(fred, ann);
  const made: number[] = [];
  for (const content of ['One', 'Two', 'Three', 'Four']) {
    made.unshift((await sam.call('posts.comment', { post_id, content })).ID);
  }
  const page = async (last_id: number) =>
    (await sue.call('posts.comments', { post_id, last_id, limit: 2 })).map((comment) => comment.ID);
  expect([await page(0), await page(made[1] ?? 0), await page(made[3] ?? 0)]).toEqual([
    made.slice(0, 2),
    made.slice(2),
    [],
  ]);
  const [comment_id = 0] = made;
  expect((await sue.refused('posts.removeComment', { comment_id })).code).toBe('access_denied');
  for (const [index, remover] of [sam, fred, ann, olga].entries()) {
    expect(await remover.call('posts.removeComment', { comment_id: made[index] ?? 0 })).toEqual({ ok: true });
    expect(await ann.call('posts.get', { post_id })).toMatchObject({ Comments: 3 - index });
  }
  expect((await sam.refused('posts.comment', { post_id, content: '' })).fields).toHaveProperty('content');
  const long = await sam.refused('posts.comment', { post_id, content: '😀'.repeat(1001) });
  expect(long.fields).toHaveProperty('content');
});

describe('text', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '{{constructor.constructor("alert(1)")()}}',
    '\u202egnp.exe\u202c \u0000'.replace('\0', ''),
    "'; DROP TABLE post; --",
    '" OR NEAR(* NOT',
    '||spoiler|| **bold** `code`',
  ];

  test.each(HOSTILE)('%j is returned unchanged', async (content) => {
    const post = await write(ann, ann, content);
    expect(post.Content).toBe(content);
    const comment = await ann.call('posts.comment', { post_id: post.ID, content });
    expect(comment.Content).toBe(content);
    expect(await sam.call('posts.list', { user: ann.id })).toMatchObject([{ Content: content }]);
    const found = await sam.call('posts.find', { mask: content });
    expect(found.map((one) => one.Content)).toEqual(/[a-z]/i.test(content) ? [content] : []);
  });

  test('that is not text is rejected', async () => {
    for (const content of ['a\0b', '\ud800']) {
      expect((await ann.refused('posts.create', { user: '@me', content })).fields).toHaveProperty('content');
    }
  });
});

test('is searched like messages, newest first, and follows edits', async () => {
  const first = await write(ann, ann, 'Хліб і каву');
  const second = await write(sam, sam, 'Ще хліба, café');
  const find = async (mask: string, last_id = 0) =>
    (await sue.call('posts.find', { mask, last_id })).map((post) => post.ID);
  expect(await find('ХЛІБ')).toEqual([second.ID, first.ID]);
  expect(await find('хліб', second.ID)).toEqual([first.ID]);
  expect(await find('cafe')).toEqual([second.ID]);
  await sam.call('posts.edit', { post_id: second.ID, content: 'Молоко' });
  expect(await find('хліб')).toEqual([first.ID]);
  expect(await find('молоко')).toEqual([second.ID]);
  await ann.call('posts.remove', { post_id: first.ID });
  expect(await find('хліб')).toEqual([]);
});

async function ids(viewer: TestPerson, wall: TestPerson): Promise<number[]> {
  return (await viewer.call('posts.list', { user: wall.id })).map((post) => post.ID);
}
