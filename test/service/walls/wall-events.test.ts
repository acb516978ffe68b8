import { beforeEach, describe, expect, test } from 'vitest';
import type { Event, Frame } from '../../../shared/events';
import type { TestPerson, TestService } from '../../support/service';
import { subscribe, wallPeople, write } from '../../support/walls';

let t: TestService;
let olga: TestPerson;
let ann: TestPerson;
let fred: TestPerson;
let sue: TestPerson;
let sam: TestPerson;

beforeEach(async () => {
  ({ t, olga, ann, fred, sue, sam } = await wallPeople());
});

describe('wall events', () => {
  test('reach the owner, subscribers and the author only', async () => {
    const lines = {
      ann: await ann.listen(),
      fred: await fred.listen(),
      sue: await sue.listen(),
      sam: await sam.listen(),
      olga: await olga.listen(),
    };
    const heard = async () => {
      const told: [string, string][] = [];
      for (const [name, line] of Object.entries(lines)) {
        const types = (await line.take()).map((event) => event.Type).filter((type) => type !== 'online');
        if (types.length > 0) told.push([name, types.join(' ')]);
      }
      return Object.fromEntries(told);
    };
    await heard();
    const all = (types: string, of: Record<string, string> = {}) => ({
      ann: types,
      fred: types,
      sue: types,
      ...of,
    });
    const { ID: post_id } = await write(sam, ann);
    expect(await heard()).toEqual(
      all('post profile', { ann: 'post profile notification', sam: 'post profile' }),
    );
    await sam.call('posts.edit', { post_id, content: 'Other' });
    expect(await heard()).toEqual(all('post_edit', { sam: 'post_edit' }));
    await sam.call('posts.edit', { post_id, content: 'Other' });
    expect(await heard()).toEqual({});
    await olga.call('posts.like', { post_id, value: true });
    expect(await heard()).toEqual(all('like', { sam: 'like notification', olga: 'like' }));
    await olga.call('posts.like', { post_id, value: true });
    expect(await heard()).toEqual({});
    const { ID: comment_id } = await olga.call('posts.comment', { post_id, content: 'Hi' });
    expect(await heard()).toEqual(all('comment', { sam: 'comment notification', olga: 'comment' }));
    await fred.call('posts.likeComment', { comment_id });
    expect(await heard()).toEqual(all('like', { sam: 'like', olga: 'like notification' }));
    await ann.call('posts.removeComment', { comment_id });
    expect(await heard()).toEqual(
      all('comment_delete', {
        sam: 'notification_delete comment_delete',
        olga: 'notification_delete comment_delete',
      }),
    );
    await ann.call('posts.remove', { post_id });
    expect(await heard()).toEqual(
      all('post_delete profile', {
        ann: 'notification_delete post_delete profile',
        sam: 'notification_delete post_delete',
      }),
    );
  });

  test('reach whoever subscribed to the wall on this connection, until they unsubscribe', async () => {
    const line = await sam.listen();
    const types = async () =>
      (await line.take()).map((event) => event.Type).filter((type) => type !== 'online');
    const { ID: post_id } = await write(ann, ann);
    expect(await types()).toEqual([]);
    line.command({ command: 'subscribe', category: 'wall', thing_id: ann.id });
    await line.take();
    const { ID } = await write(fred, ann);
    await fred.call('posts.edit', { post_id: ID, content: 'Other' });
    await fred.call('posts.comment', { post_id, content: 'Hi' });
    expect(await types()).toEqual(['post', 'profile', 'post_edit', 'comment']);
    await ann.call('posts.remove', { post_id: ID });
    expect(await types()).toEqual(['post_delete', 'profile']);
    await sam.call('people.block', { user: fred.id });
    await line.take();
    await write(fred, ann);
    expect(await types()).toEqual(['profile']);
    line.command({ command: 'unsubscribe', category: 'wall', thing_id: ann.id });
    await line.take();
    await write(ann, ann);
    expect(await types()).toEqual([]);
  });

  test('are missed by no one who subscribes while what they missed is being sent', async () => {
    const before = await sam.listen();
    const hello = before.frames.find((frame) => frame.Type === 'hello');
    before.close();
    await write(sam, sam);
    const anns = await ann.listen();
    const frames: Frame[] = [];
    const { command } = await t.service.connect(sam.session, {
      ...{ since: hello?.Seq ?? 0, log: hello?.Log ?? '' },
      send: (frame) => frames.push(JSON.parse(frame) as Frame),
      close: () => undefined,
    });
    command({ command: 'subscribe', category: 'wall', thing_id: ann.id });
    const { ID } = await write(ann, ann);
    const post = (await anns.take()).find((event) => event.Type === 'post')?.Seq ?? 0;
    const [since = 0] = frames.flatMap((frame) => (frame.Type === 'subscribed' ? [frame.Seq] : []));
    const isSent = frames.some((frame) => frame.Type === 'post' && frame.Post.ID === ID);
    expect([post > 0, isSent || since >= post]).toEqual([true, true]);
  });

  test('can be subscribed to by no one whom the owner blocked', async () => {
    await ann.call('people.block', { user: sam.id });
    const line = await sam.listen();
    for (const thing_id of [ann.id, fred.id]) {
      line.command({ command: 'subscribe', category: 'wall', thing_id });
      await line.take();
    }
    await write(ann, ann);
    await write(fred, fred);
    expect((await line.take()).map((event) => event.Type)).toEqual(['post', 'profile']);
  });

  test('show each recipient their own view, never across a block', async () => {
    const { ID: post_id } = await write(fred, ann);
    await sue.call('people.block', { user: fred.id });
    const lines = [await ann.listen(), await sue.listen(), await fred.listen()];
    await fred.call('posts.like', { post_id });
    await fred.call('posts.comment', { post_id, content: 'Hi' });
    await ann.call('posts.like', { post_id });
    const [anns = [], sues, freds = []] = await Promise.all(lines.map((line) => line.take()));
    expect(sues?.filter((event) => event.Type !== 'online')).toEqual([]);
    const likes = (events: Event[]) => events.flatMap((event) => (event.Type === 'like' ? event.Likes : []));
    expect(likes(anns).at(-1)).toEqual({ IsLikedByYou: true, Likes: 2 });
    expect(likes(freds).at(-1)).toEqual({ IsLikedByYou: true, Likes: 2 });
    await sam.call('posts.like', { post_id });
    expect(likes((await lines[0]?.take()) ?? [])).toEqual([{ IsLikedByYou: true, Likes: 3 }]);
    await ann.call('posts.remove', { post_id });
    expect((await lines[1]?.take())?.map((event) => event.Type)).toEqual(['profile']);
  });

  test('update the number of posts when an unknown author is banned', async () => {
    await write(sam, ann);
    await ann.call('people.block', { user: sam.id });
    const line = await ann.listen();
    const counts = async () =>
      (await line.take()).flatMap((event) =>
        event.Type === 'profile' && event.User.ID === ann.id ? [event.User.Posts] : [],
      );
    await olga.call('admin.ban', { user_id: sam.id, reason: 'Loud' });
    expect(await counts()).toEqual([0]);
    await olga.call('admin.unban', { user_id: sam.id });
    expect(await counts()).toEqual([1]);
  });

  test('are replayed in their current form', async () => {
    const line = await sue.listen();
    const [hello] = line.frames;
    line.close();
    const { ID: post_id } = await write(ann, ann);
    await fred.call('posts.comment', { post_id, content: 'Hi' });
    const { ID: gone } = await write(ann, ann);
    await ann.call('posts.remove', { post_id: gone });
    await ann.call('posts.edit', { post_id, content: 'Now' });
    const since = hello?.Type === 'hello' ? hello.Seq : 0;
    const heard = (await (await sue.listen({ since })).take()).filter((event) =>
      /^(post|comment)/.test(event.Type),
    );
    expect(heard).toMatchObject([
      { Type: 'post', Post: { ID: post_id, Content: 'Now' } },
      { Type: 'comment', Comment: { Post: { ID: post_id } }, Comments: 1 },
      { Type: 'post_delete', User: ann.id, Post: gone },
      { Type: 'post_edit', Post: { ID: post_id } },
    ]);
  });

  test('show an attached post only to its own audience, also in comments and reposts', async () => {
    await subscribe(olga, ann);
    await subscribe(ann, olga);
    for (const person of [fred, sue]) await subscribe(person, olga);
    const { ID } = await ann.call('posts.create', { user: '@me', content: 'Quince jam', audience: 1 });
    const attachments = [{ Type: 'post' as const, Item: ID }];
    const lines = [await fred.listen(), await sue.listen()];
    const shown = async () => {
      const frames = await Promise.all(lines.map((line) => line.take()));
      return frames.map((events) =>
        events
          .filter(({ Type }) => /^(post|comment)/.test(Type))
          .map((event) => JSON.stringify(event).includes('Quince jam')),
      );
    };
    await shown();
    const { ID: post_id } = await olga.call('posts.create', { user: '@me', content: 'Look', attachments });
    expect(await shown()).toEqual([[true], [false]]);
    await sam.call('posts.comment', { post_id, content: 'At what?' });
    expect(await shown()).toEqual([[true], [false]]);
    await olga.call('posts.create', { user: '@me', content: 'Again', repost: post_id });
    // The number of reposts of the first one changed too.
    expect(await shown()).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('of a repost tell of likes whom a block separates from the author of its source only', async () => {
    for (const person of [fred, sue, sam]) await subscribe(person, olga);
    const { ID: repost } = await write(ann, ann);
    const { ID: post_id } = await olga.call('posts.create', { user: '@me', content: 'Look', repost });
    for (const user of [sue.id, sam.id]) await ann.call('people.block', { user });
    const lines = [await sue.listen(), await sam.listen(), await fred.listen()];
    lines[2]?.command({ command: 'subscribe', category: 'wall', thing_id: olga.id });
    await lines[2]?.take();
    await olga.call('people.block', { user: fred.id });
    for (const line of lines) await line.take();
    await sam.call('posts.like', { post_id });
    const likes = await Promise.all(
      lines.map(async (line) =>
        (await line.take()).flatMap((event) => (event.Type === 'like' ? [event.Likes] : [])),
      ),
    );
    expect(likes).toEqual([[{ IsLikedByYou: false, Likes: 1 }], [{ IsLikedByYou: true, Likes: 1 }], []]);
  });

  test('reach dialogs that a changed or deleted post was shared to', async () => {
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ann.call('dialogs.join', { dialog_id, user_id: sam.id });
    const { ID: post_id } = await write(ann, ann);
    await ann.call('dialogs.send', { dialog_id, repost: post_id });
    await ann.call('dialogs.send', {
      dialog_id,
      text: 'Look',
      attachments: [{ Type: 'post', Item: post_id }],
    });
    const line = await sam.listen();
    const shown = async () =>
      (await line.take()).flatMap((event) =>
        event.Type === 'message_edit'
          ? [event.Message.Repost?.Content ?? event.Message.Attachments.map(({ Item }) => Item)]
          : [],
      );
    await ann.call('posts.edit', { post_id, content: 'Other' });
    expect(await shown()).toMatchObject([[{ Content: 'Other' }], 'Other']);
    await ann.call('posts.remove', { post_id });
    expect(await shown()).toEqual([[null], []]);
  });
});
