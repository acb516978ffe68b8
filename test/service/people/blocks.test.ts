import { expect, test } from 'vitest';
import { testService } from '../../support/service';

test('an administrator deletes what is reported of someone who blocked them', async () => {
  const t = await testService();
  const [ann, bob, eve, sam] = await t.people('Ann', 'Bob', 'Eve', 'Sam');
  await ann.call('admin.setRole', { user_id: bob.id, role: 'admin' });
  const { ID: post_id } = await eve.call('posts.create', { user: '@me', content: 'Sam steals' });
  const { ID: comment_id } = await eve.call('posts.comment', { post_id, content: 'Thief' });
  for (const [Type, Item] of [
    ['post', post_id],
    ['comment', comment_id],
  ] as const)
    await sam.call('people.reportItem', { Type, Item, reason: 'Insult' });
  for (const { id } of [ann, bob]) await eve.call('people.block', { user: String(id) });

  expect(await bob.call('admin.reports', {})).toMatchObject([
    { Item: { Type: 'comment', Visible: false, Removable: true } },
    { Item: { Type: 'post', Visible: false, Removable: true } },
  ]);
  await bob.call('posts.removeComment', { comment_id });
  await ann.call('posts.remove', { post_id });
  expect((await sam.refused('posts.get', { post_id })).code).toBe('not_found');
  expect((await ann.call('admin.acts', {})).map(({ Act }) => Act)).toEqual(
    expect.arrayContaining(['remove_post', 'remove_comment']),
  );
});
