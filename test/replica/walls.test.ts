import { expect, test } from 'vitest';
import { replicaOf } from '../support/replicas';
import { testService } from '../support/service';

test('a post that something shows stays when its wall is left, and goes if it was deleted until the wall is followed again', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  await ann.call('people.subscribe', { user: ben.id });
  const { ID: post } = await ben.call('posts.create', { user: ben.id, content: 'Shown elsewhere' });
  await ann.call('posts.create', {
    user: ann.id,
    content: 'Look',
    attachments: [{ Type: 'post', Item: post }],
  });
  const { sync, reader, replica } = replicaOf(t, ann);
  await sync.catchUp();
  await ann.call('people.subscribe', { user: ben.id });
  await sync.catchUp();
  const [own] = (await reader.asLastSeen('posts.list', { user: '@me' })) ?? [];
  expect(own?.Attachments[0]?.Item).toMatchObject({ ID: post });
  await ben.call('posts.remove', { post_id: post });
  await sync.catchUp();
  await ann.call('people.subscribe', { user: ben.id });
  await sync.catchUp();
  expect(await reader.asLastSeen('posts.list', { user: ben.id })).toEqual([]);
  await replica.close();
});
