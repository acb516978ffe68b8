import { beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '../../support/service';
import type { PlatformClient } from './client';
import { serveCommunity, type ServedCommunity } from './community';
import type { Json } from './frame-reader';
import { objectOf, PlatformMessage } from './platform-types';

let host: ServedCommunity;
let ann: TestPerson;
let bob: TestPerson;
let client: PlatformClient;

beforeEach(async () => {
  host = await serveCommunity();
  [ann, bob] = await host.world.people('Ann', 'Bob');
  client = host.clientOf(bob);
});

describe('a message', () => {
  let dialog: number;

  beforeEach(async () => {
    ({ ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
    await ann.call('dialogs.join', { dialog_id: dialog, user_id: bob.id });
  });

  test.each([
    ['no body', {}],
    ['a JSON type without a body', { headers: { 'content-type': 'application/json' } }],
    ['an empty object of that type', { headers: { 'content-type': 'application/json' }, body: '{}' }],
  ])(
    'is fetched by PATCH with %s, then deleted by DELETE',
    async (_what, { headers = {}, body }: RequestInit) => {
      const { ID } = await client.call<{ ID: number }>('POST', `/dialogs/${dialog}/messages`, {
        text: 'Hello',
      });
      const send = (method: string) =>
        fetch(`${host.url}/dialogs/messages/${ID}`, {
          method,
          headers: { ...(headers as Record<string, string>), token: bob.session.token ?? '' },
          ...(body !== undefined && { body }),
        });
      const fetched = await send('PATCH');
      expect(fetched.status).toBe(200);
      expect(new PlatformMessage(await fetched.json())).toMatchObject({ id: ID, text: 'Hello' });
      const removed = await send('DELETE');
      expect([removed.status, await removed.json()]).toEqual([200, { ok: true }]);
    },
  );

  test('of someone else is fetched by PATCH, but not changed', async () => {
    const { ID } = await ann.call('dialogs.send', { dialog_id: dialog, text: 'Hello' });
    const path = `/dialogs/messages/${ID}`;
    expect(new PlatformMessage(await client.call('PATCH', path, {}))).toMatchObject({
      id: ID,
      author: { id: ann.id },
    });
    expect((await client.refused('PATCH', path, { text: 'Mine' })).status).toBe(403);
    const cleo = host.clientOf(await host.world.person('Cleo'));
    expect((await cleo.refused('PATCH', path, {})).status).toBe(404);
    expect((await client.refused('DELETE', path)).status).toBe(403);
  });
});

test('a login has the ID of the person in both cases', async () => {
  const { email, password, id } = bob;
  expect(await client.call('POST', '/login', { email, password })).toMatchObject({ ok: true, id, ID: id });
});

describe('a token', () => {
  test('has the device, the person and whether it is in use', async () => {
    const named = await client.call<Json>('POST', '/tokens', { name: 'Bot' });
    expect(named).toMatchObject({ User: bob.id, Online: false, Device: expect.any(String) });
    await host.world.signIn(bob.email, bob.password);
    const tokens = await client.call<Json[]>('GET', '/tokens');
    expect(tokens.map(({ Kind, Current, User, Online }) => ({ Kind, Current, User, Online }))).toEqual([
      { Kind: 'session', Current: false, User: bob.id, Online: false },
      { Kind: 'named', Current: false, User: bob.id, Online: false },
      { Kind: 'session', Current: true, User: bob.id, Online: true },
    ]);
    for (const { Device, Client } of tokens) expect(Device).toBe(Client);
  });

  test('is in use while it has a socket', async () => {
    const other = await host.world.signIn(bob.email, bob.password);
    const socket = host.clientOf({ ...bob, session: other }).openSocket();
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    const tokens = await client.call<Json[]>('GET', '/tokens');
    expect(tokens.map(({ Online }) => Online)).toEqual([true, true]);
    socket.close();
  });

  test('has calls of version 1.0.0', async () => {
    const { paths } = await client.call<{ paths: Record<string, Record<string, Json>> }>(
      'GET',
      '/openapi.json',
    );
    expect(paths['/tokens']?.['get']).toHaveProperty('x-since', '1.0.0');
    expect(paths['/tokens']?.['post']).toHaveProperty('x-since', '1.0.0');
    expect(paths['/tokens/{token_id}']?.['delete']).toHaveProperty('x-since', '1.0.0');
  });
});

describe('an author', () => {
  test('has numbers for its flags', async () => {
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: dialog, user_id: bob.id });
    const message = await client.call<Json>('POST', `/dialogs/${dialog}/messages`, { text: 'Hello' });
    expect(message['Author']).toMatchObject({ Creative: 0, Ban: 0, Deleted: 0 });
    await ann.call('admin.ban', { user_id: bob.id, reason: 'spam' });
    const [last] = await host.clientOf(ann).call<Json[]>('GET', `/dialogs/${dialog}/messages`);
    expect(last?.['Author']).toMatchObject({ ID: bob.id, Ban: 1, Deleted: 0 });
  });

  test('has booleans as a whole profile', async () => {
    expect(await client.call('GET', `/user/${ann.id}`)).toMatchObject({
      Creative: false,
      Ban: false,
      Deleted: false,
    });
  });
});

describe('a comment', () => {
  test('has the record of its post, in answers, lists and notifications', async () => {
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'Hello' });
    const made = await client.call<Json>('POST', `/posts/${post}/comment`, { content: 'Hi' });
    const record = { ID: post, Content: 'Hello', Author: { ID: ann.id }, Comments: 1 };
    expect(objectOf(made['Post'], 'Post')).toMatchObject(record);
    await client.call('POST', `/posts/${post}/comment`, { content: 'Again' });
    const listed = await client.call<Json[]>('GET', `/posts/${post}/comments`);
    expect(listed).toMatchObject([{ Post: { ID: post, Comments: 2 } }, { Post: { ID: post } }]);
    const [notification] = await host.clientOf(ann).call<Json[]>('GET', '/notifications');
    expect(notification).toMatchObject({
      Type: 'comment_post',
      Item: { Post: { ID: post, Content: 'Hello' } },
    });
  });
});

test('an item of the shop has a number for its category, and its name beside it', async () => {
  const shops = await client.call<{ Items: Json[] }[]>('GET', '/shop');
  const items = shops.flatMap(({ Items }) => Items);
  expect(items[0]).toMatchObject({ Category: 1, CategoryName: 'kindness' });
  const names = new Map(items.map(({ Category, CategoryName }) => [Category, CategoryName]));
  expect(new Set(names.values()).size).toBe(names.size);
  for (const { Category, CategoryName } of items) {
    expect(Category).toEqual(expect.any(Number));
    expect(names.get(Category)).toBe(CategoryName);
  }
});
