import fc from '../../support/inputs/properties';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpointOf } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dora: TestPerson;
/** On Ann's wall, by her. */
let post_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl, dora] = await t.people('Ann', 'Bob', 'Carl', 'Dora');
  await bob.call('account.updateProfile', { link: 'bob.b' });
  ({ ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'Bread' }));
});

describe('each type links to its target', () => {
  test('wall posts, mentions, comments and reposts', async () => {
    const { ID: onWall } = await carl.call('posts.create', { user: ann.id, content: 'Hi @bob.b' });
    const comment = await carl.call('posts.comment', { post_id, content: '@bob.b, look' });
    const { ID: repeated } = await carl.call('posts.create', { user: '@me', repost: post_id });
    const listed = await told(ann);
    expect(endpointOf('people.notifications').output.parse(listed)).toEqual(listed);
    expect(listed).toMatchObject([
      { Type: 'repost', Item: { ID: repeated, Repost: { ID: post_id } }, User: { ID: carl.id }, Count: 1 },
      {
        Type: 'comment_post',
        Item: { ID: comment.ID, Post: { ID: post_id } },
        User: { ID: carl.id },
        Count: 1,
      },
      { Type: 'post_on_wall', Item: { ID: onWall }, User: { ID: carl.id }, Count: 1 },
    ]);
    expect(await told(bob)).toMatchObject([
      { Type: 'comment_mention', Item: { ID: comment.ID, Content: '@bob.b, look' } },
      { Type: 'post_mention', Item: { ID: onWall, Target: { ID: ann.id } } },
    ]);
    expect(await told(carl)).toEqual([]);
  });

  test('likes of posts and comments', async () => {
    const { ID: comment_id } = await bob.call('posts.comment', { post_id, content: 'Good' });
    await carl.call('posts.like', { post_id });
    await carl.call('posts.likeComment', { comment_id });
    expect((await told(ann))[0]).toMatchObject({ Type: 'post_like', Item: { ID: post_id }, Count: 1 });
    expect(await told(bob)).toMatchObject([
      { Type: 'comment_like', Item: { ID: comment_id, Post: { ID: post_id } } },
    ]);
  });

  test('a mention added by an edit notifies, an existing one does not again', async () => {
    await ann.call('posts.edit', { post_id, content: 'Bread @bob.b' });
    await ann.call('posts.edit', { post_id, content: 'Fresh bread @bob.b' });
    expect(await told(bob)).toMatchObject([
      { Type: 'post_mention', Item: { Content: 'Fresh bread @bob.b' } },
    ]);
  });

  test('someone who cannot see the wall is not notified', async () => {
    await ann.call('people.block', { user: bob.id });
    await carl.call('posts.create', { user: ann.id, content: 'Hi @bob.b' });
    await carl.call('posts.comment', { post_id, content: 'Hi @bob.b' });
    expect(await told(bob)).toEqual([]);
  });
});

describe('likes of one target share a notification', () => {
  test('the newest moves it up and is named, and all are counted', async () => {
    await like(bob);
    const [first] = await told(ann);
    const line = await ann.listen();
    t.clock.advance(60);
    await like(carl);
    const [second, ...others] = await told(ann);
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      User: { ID: carl.id },
      Count: 2,
      Read: false,
      Timestamp: t.clock.seconds,
    });
    expect(second?.ID).toBeGreaterThan(first?.ID ?? Infinity);
    expect(await ann.call('people.me', {})).toMatchObject({ NewNotifications: 1 });
    const heard = (await line.take()).filter((event) => event.Type.startsWith('notification'));
    expect(heard).toMatchObject([
      { Type: 'notification_delete', Notification: first?.ID },
      { Type: 'notification', Notification: second },
    ]);
  });

  test('a like after reading makes a new one without the earlier likes', async () => {
    await like(bob);
    await like(carl);
    await ann.call('people.readNotifications', {});
    await like(dora);
    expect(await told(ann)).toMatchObject([
      { User: { ID: dora.id }, Count: 1, Read: false },
      { User: { ID: carl.id }, Count: 2, Read: true },
    ]);
  });

  test('a like after reading only this one makes a new one, and a read like is not withdrawn', async () => {
    await like(bob);
    const [first] = await told(ann);
    await ann.call('people.readNotifications', { last_id: first?.ID ?? 0, only: true });
    await like(carl);
    await like(bob, false);
    expect(await told(ann)).toMatchObject([
      { User: { ID: carl.id }, Count: 1, Read: false },
      { ID: first?.ID, User: { ID: bob.id }, Count: 1, Read: true },
    ]);
    await like(bob);
    expect(await told(ann)).toHaveLength(2);
    expect(await ann.call('people.me', {})).toMatchObject({ NewNotifications: 1 });
  });

  test('an unread like that is withdrawn is removed, and the last one removes the notification', async () => {
    await like(bob);
    const [first] = await told(ann);
    await like(carl);
    await like(carl, false);
    expect(await told(ann)).toEqual([first]);
    await like(bob, false);
    expect(await told(ann)).toEqual([]);
    expect(await ann.call('people.me', {})).toMatchObject({ NewNotifications: 0 });
  });

  test('repeated likes neither add nor notify twice', async () => {
    await like(bob);
    await like(carl);
    const before = await told(ann);
    for (let times = 0; times < 3; times++) {
      await like(carl, false);
      await like(carl);
    }
    expect(await told(ann)).toEqual(before);
    await ann.call('people.readNotifications', {});
    await like(carl, false);
    await like(carl);
    expect((await told(ann)).map((one) => [one.ID, one.Count, one.Read])).toEqual([[before[0]?.ID, 2, true]]);
    expect(await ann.call('people.me', {})).toMatchObject({ NewNotifications: 0 });
  });

  test('reading up to another notification leaves it unchanged', async () => {
    await like(bob);
    const { ID: other } = await ann.call('posts.create', { user: '@me', content: 'Milk' });
    await bob.call('posts.like', { post_id: other });
    const [ofOther] = await told(ann);
    await like(carl);
    await ann.call('people.readNotifications', { last_id: ofOther?.ID ?? 0 });
    expect(await told(ann)).toMatchObject([
      { Item: { ID: post_id }, Count: 2, Read: false },
      { Item: { ID: other }, Count: 1, Read: true },
    ]);
  });

  test('a block removes one of its likes', async () => {
    await like(bob);
    await like(carl);
    await ann.call('people.block', { user: carl.id });
    expect(await told(ann)).toMatchObject([{ User: { ID: bob.id }, Count: 1 }]);
    await bob.call('people.block', { user: ann.id });
    expect(await told(ann)).toEqual([]);
  });

  test('it always matches the list of likes', async () => {
    const likers = [bob, carl, dora];
    const act = fc.tuple(fc.constantFrom(0, 1, 2), fc.constantFrom('like', 'unlike', 'read'));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const { ID } = await ann.call('posts.create', { user: '@me', content: 'Bread' });
        await ann.call('people.readNotifications', {});
        /** In order of their first notification; read ones are not notified again. */
        let unread: number[] = [];
        const known = new Set<number>();
        const taken = new Map<number, number>();
        for (const [index, [who, what]] of acts.entries()) {
          t.clock.advance(1);
          const { id } = likers[who] ?? ann;
          if (what === 'read') {
            for (const one of unread) known.add(one);
            // What was taken back was never read of: done again once others were, it is news.
            if (unread.length > 0) taken.clear();
            unread = [];
            await ann.call('people.readNotifications', {});
            continue;
          }
          await likers[who]?.call('posts.like', { post_id: ID, value: what === 'like' });
          if (known.has(id)) continue;
          if (what === 'unlike' && unread.includes(id)) {
            unread = unread.filter((one) => one !== id);
          } else if (what === 'like' && !unread.includes(id)) {
            const at = taken.get(id) ?? index;
            taken.set(id, at);
            unread = [...unread, id].sort((one, other) => (taken.get(one) ?? 0) - (taken.get(other) ?? 0));
          }
        }
        const [newest] = (await told(ann)).filter((one) => !one.Read);
        expect([newest?.User.ID, newest?.Count ?? 0]).toEqual([unread.at(-1), unread.length]);
        expect((await ann.call('people.me', {})).NewNotifications).toBe(unread.length > 0 ? 1 : 0);
      }),
      { numRuns: 40 },
    );
  });
});

describe('comments on one post share a notification', () => {
  test('which is renewed each time and links to the last existing comment', async () => {
    const first = await comment(bob);
    const second = await comment(carl);
    expect(await told(ann)).toMatchObject([{ Item: { ID: second }, User: { ID: carl.id }, Count: 2 }]);
    const third = await comment(bob);
    expect(await told(ann)).toMatchObject([{ Item: { ID: third }, User: { ID: bob.id }, Count: 2 }]);
    await bob.call('posts.removeComment', { comment_id: third });
    expect(await told(ann)).toMatchObject([{ Item: { ID: first }, User: { ID: bob.id }, Count: 2 }]);
    await bob.call('posts.removeComment', { comment_id: first });
    expect(await told(ann)).toMatchObject([{ Item: { ID: second }, User: { ID: carl.id }, Count: 1 }]);
    await ann.call('people.readNotifications', {});
    const fourth = await comment(carl);
    expect(await told(ann)).toMatchObject([
      { Item: { ID: fourth }, Count: 1, Read: false },
      { Item: { ID: second }, Count: 1, Read: true },
    ]);
  });
});

describe('a comment that is deleted after it was read', () => {
  test('leaves the notification to the comments of others', async () => {
    const first = await comment(bob);
    const second = await comment(carl);
    await ann.call('people.readNotifications', {});
    const [read] = await told(ann);
    const line = await ann.listen();
    await carl.call('posts.removeComment', { comment_id: second });
    const [left, ...others] = await told(ann);
    expect(left).toMatchObject({ Item: { ID: first }, User: { ID: bob.id }, Count: 1, Read: true });
    expect(others).toEqual([]);
    const heard = (await line.take()).filter((event) => event.Type.startsWith('notification'));
    expect(heard).toMatchObject([
      { Type: 'notification_delete', Notification: read?.ID },
      { Type: 'notification', Notification: left },
    ]);
    expect(await ann.call('people.me', {})).toMatchObject({ NewNotifications: 0 });
    await bob.call('posts.removeComment', { comment_id: first });
    expect(await told(ann)).toEqual([]);
  });

  test('is replaced by an earlier one of the same person', async () => {
    const first = await comment(carl);
    const second = await comment(carl);
    await comment(bob);
    await ann.call('people.readNotifications', {});
    await carl.call('posts.removeComment', { comment_id: second });
    await ann.call('people.block', { user: bob.id });
    expect(await told(ann)).toMatchObject([{ Item: { ID: first }, User: { ID: carl.id }, Count: 1 }]);
  });

  test('is not counted when a later one is deleted', async () => {
    const first = await comment(bob);
    const second = await comment(carl);
    await ann.call('people.readNotifications', {});
    await bob.call('posts.removeComment', { comment_id: first });
    expect(await told(ann)).toMatchObject([{ Item: { ID: second }, User: { ID: carl.id }, Count: 1 }]);
    await carl.call('posts.removeComment', { comment_id: second });
    expect(await told(ann)).toEqual([]);
  });

  test('leaves an earlier notification to the others, and the later one unchanged', async () => {
    const first = await comment(bob);
    const second = await comment(carl);
    await ann.call('people.readNotifications', {});
    const third = await comment(carl);
    await carl.call('posts.removeComment', { comment_id: second });
    expect(await told(ann)).toMatchObject([
      { Item: { ID: third }, User: { ID: carl.id }, Count: 1, Read: false },
      { Item: { ID: first }, User: { ID: bob.id }, Count: 1, Read: true },
    ]);
  });
});

test('a removal deletes all notifications about the content and its replies', async () => {
  const comment_id = await comment(bob);
  await carl.call('posts.likeComment', { comment_id });
  await like(carl);
  await carl.call('posts.create', { user: '@me', repost: post_id });
  const line = await bob.listen();
  await ann.call('posts.remove', { post_id });
  expect(await told(ann)).toEqual([]);
  expect(await told(bob)).toEqual([]);
  expect((await line.take()).map((event) => event.Type)).toContain('notification_delete');
  expect(await carl.call('posts.list', { user: '@me' })).toMatchObject([{ Repost: null }]);
});

test('a removed repost deletes its notification, and keeps others of the same post', async () => {
  await bob.call('posts.create', { user: '@me', repost: post_id });
  const { ID } = await carl.call('posts.create', { user: '@me', repost: post_id });
  expect(await told(ann)).toMatchObject([{ Type: 'repost', User: { ID: carl.id }, Count: 2 }]);
  await carl.call('posts.remove', { post_id: ID });
  expect(await told(ann)).toMatchObject([{ Type: 'repost', User: { ID: bob.id }, Count: 1 }]);
});

test('a removed repost is replaced by an earlier one of the same person', async () => {
  const { ID: first } = await bob.call('posts.create', { user: '@me', repost: post_id });
  const { ID: second } = await bob.call('posts.create', { user: '@me', repost: post_id });
  await bob.call('posts.remove', { post_id: second });
  expect(await told(ann)).toMatchObject([{ Type: 'repost', Item: { ID: first }, Count: 1, Read: false }]);
  await ann.call('people.readNotifications', {});
  await bob.call('posts.remove', { post_id: first });
  expect(await told(ann)).toEqual([]);
});

test('a notification about hidden content shows only its type', async () => {
  const { ID } = await carl.call('posts.create', { user: dora.id, content: 'Hi @bob.b' });
  await dora.call('people.block', { user: bob.id });
  expect(await told(bob)).toMatchObject([{ Type: 'post_mention', User: { ID: carl.id }, Item: null }]);
  await dora.call('people.unblock', { user: bob.id });
  expect(await told(bob)).toMatchObject([{ Item: { ID } }]);
});

function told(person: TestPerson) {
  return person.call('people.notifications', {});
}

function like(person: TestPerson, value = true) {
  return person.call('posts.like', { post_id, value });
}

async function comment(person: TestPerson): Promise<number> {
  return (await person.call('posts.comment', { post_id, content: 'Good' })).ID;
}
