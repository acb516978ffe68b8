import { beforeEach, expect, test } from 'vitest';
import type { MessageModel, PostModel } from '../../../shared/contract/records';
import type { TestClock } from '../../support/service';
import type { Service } from '../../../electron/service';
import { hosted } from '../hosted';
import { PlatformClient } from './client';

const HOUR = 3600;

let service: Service;
let clock: TestClock;
let author: PlatformClient;
let reader: PlatformClient;
let wall: string;
let messages: string;
let timestamp: number;

beforeEach(async () => {
  const host = await hosted();
  const [ann, bob] = await host.world.people('Ann', 'Bob');
  ({ service, clock } = host.world);
  author = new PlatformClient(host.url, ann.session.token ?? '');
  reader = new PlatformClient(host.url, bob.session.token ?? '');
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await bob.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
  wall = `/user/${ann.id}`;
  messages = `/dialogs/${ID}/messages`;
  timestamp = clock.seconds + HOUR;
});

async function passAnHour(): Promise<void> {
  clock.advance(HOUR);
  await service.settled();
}

test('a post with a timestamp in the future waits for it, seen by its author only', async () => {
  const post = await author.call<PostModel>('POST', '/user/@me/post', { content: 'Later', timestamp });
  expect(post).toMatchObject({ Scheduled: 1, Timestamp: timestamp, Content: 'Later' });
  expect(await author.call('GET', '/posts/scheduled')).toMatchObject([{ ID: post.ID }]);
  expect(await author.call('GET', `/posts/${post.ID}`)).toMatchObject({ ID: post.ID });
  expect((await reader.refused('GET', `/posts/${post.ID}`)).status).toBe(404);
  expect(await reader.call('GET', '/posts/scheduled')).toEqual([]);
  expect(await reader.call('GET', `${wall}/posts`)).toEqual([]);
  const changed = { text: 'A little later' };
  expect(await author.call('PATCH', `/posts/${post.ID}`, changed)).toMatchObject({ Timestamp: timestamp });
  await passAnHour();
  expect(await reader.call('GET', `${wall}/posts`)).toMatchObject([
    { Content: 'A little later', Timestamp: timestamp },
  ]);
  expect(await author.call('GET', '/posts/scheduled')).toEqual([]);
});

test('a message with a timestamp in the future waits for it, seen by its author only', async () => {
  const message = await author.call<MessageModel>('POST', messages, { text: 'Later', timestamp });
  expect(message).toMatchObject({ Scheduled: 1, Timestamp: timestamp, Text: 'Later' });
  const scheduled = messages.replace('/messages', '/scheduled');
  expect(await author.call('GET', scheduled)).toMatchObject([{ ID: message.ID }]);
  expect(await reader.call('GET', scheduled)).toEqual([]);
  const textsOf = async (client: PlatformClient) =>
    (await client.call<MessageModel[]>('GET', messages)).map(({ Text }) => Text).filter(Boolean);
  expect(await textsOf(author)).toEqual([]);
  await passAnHour();
  expect(await textsOf(reader)).toEqual(['Later']);
  expect(await author.call('GET', scheduled)).toEqual([]);
});

test('scheduled items can be published now and cancelled', async () => {
  const schedulePost = () =>
    author.call<PostModel>('POST', '/user/@me/post', { content: 'Later', timestamp });
  const scheduleMessage = () => author.call<MessageModel>('POST', messages, { text: 'Later', timestamp });
  const cancelled = await schedulePost();
  await author.call('DELETE', `/posts/${cancelled.ID}`);
  const post = await schedulePost();
  expect(await author.call('POST', `/posts/${post.ID}/publish`)).not.toHaveProperty('Scheduled');
  expect(await reader.call('GET', `${wall}/posts`)).toHaveLength(1);

  const { ID } = await scheduleMessage();
  await author.call('DELETE', `/dialogs/messages/${ID}`);
  const message = await scheduleMessage();
  expect(await author.call('POST', `/dialogs/messages/${message.ID}/send`)).toMatchObject({ Text: 'Later' });
  await passAnHour();
  expect(await reader.call('GET', `${wall}/posts`)).toHaveLength(1);
});

test('a timestamp of now or the past publishes at once, one too far away is refused', async () => {
  for (const past of [0, 1, clock.seconds]) {
    expect(await author.call('POST', '/user/@me/post', { content: 'Now', timestamp: past })).toMatchObject({
      Timestamp: clock.seconds,
    });
    expect(await author.call('POST', messages, { text: 'Now', timestamp: past })).not.toHaveProperty(
      'Scheduled',
    );
  }
  const tooFar = { text: 'Later', timestamp: clock.seconds + 400 * 24 * HOUR };
  const { status, body } = await author.refused('POST', messages, tooFar);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['timestamp']]);
});
