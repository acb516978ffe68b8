import { beforeEach, describe, expect, test } from 'vitest';
import type { Attachment, MessageModel, Photo, PostModel } from '../../../shared/contract/records';
import { fixture } from '../../support/fixtures';
import type { TestPerson } from '../../support/service';
import { hosted } from '../hosted';
import { PlatformClient } from './client';

let ann: TestPerson;
let bob: TestPerson;
let client: PlatformClient;
let reader: PlatformClient;
let messages: string;

beforeEach(async () => {
  const host = await hosted();
  [ann, bob] = await host.world.people('Ann', 'Bob');
  client = new PlatformClient(host.url, ann.session.token ?? '');
  reader = new PlatformClient(host.url, bob.session.token ?? '');
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await bob.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
  messages = `/dialogs/${ID}/messages`;
});

const post = (body: object) => client.call<PostModel>('POST', '/user/@me/post', body);

async function uploadPhoto(mode: 'public' | 'private' = 'public'): Promise<Photo> {
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(fixture('picture.png'))]), 'picture.png');
  form.set('mode', mode);
  return client.call<Photo>('POST', '/photos', form);
}

describe('an attachment', () => {
  test('that a client received may be sent back', async () => {
    const form = new FormData();
    form.set('file', new Blob(['plan']), 'plan.txt');
    const file = await client.call<{ ID: number }>('POST', '/files', form);
    const attachments = [{ Type: 'file', Item: file }];
    const first = await client.call<MessageModel>('POST', messages, { text: 'Plan', attachments });
    expect(first.Attachments).toMatchObject([{ Type: 'file', Item: { ID: file.ID, Name: 'plan.txt' } }]);
    const echoed = await client.call<MessageModel>('POST', messages, { attachments: first.Attachments });
    expect(echoed.Attachments).toMatchObject([{ Type: 'file', Item: { ID: file.ID } }]);
    const onWall = await post({ content: 'Plan', attachments: first.Attachments });
    expect(onWall.Attachments).toMatchObject([{ Type: 'file', Item: { ID: file.ID } }]);
  });

  test.each([[{}], [{ ID: 0 }], [{ ID: {} }], [null], ['x'], [[1]]])(
    'rejects %j as an item',
    async (Item) => {
      const refused = await client.refused('POST', messages, { attachments: [{ Type: 'file', Item }] });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.fields ?? {})).toEqual([
        expect.stringMatching(/^attachments\.0\.Item/),
      ]);
    },
  );

  test('may be a post, one level deep', async () => {
    const innermost = await post({ content: 'Innermost' });
    const inner = await post({ content: 'Inner', attachments: [{ Type: 'post', Item: innermost.ID }] });
    const outer = await post({ attachments: [{ Type: 'post', Item: inner }] });
    const expanded = [
      { Type: 'post', Item: { ID: inner.ID, Content: 'Inner', Attachments: [{ Item: null }] } },
    ];
    expect(outer).toMatchObject({ Content: '', Attachments: expanded });
    expect(await reader.call('GET', `/posts/${outer.ID}`)).toMatchObject({ Attachments: expanded });
    const wall = await reader.call<PostModel[]>('GET', `/user/${ann.id}/posts`);
    expect(wall.find(({ ID }) => ID === outer.ID)).toMatchObject({ Attachments: expanded });
    const message = await client.call('POST', messages, { attachments: outer.Attachments });
    expect(message).toMatchObject({ Attachments: expanded });
    const repost = await post({ content: 'Look', repost: outer.ID });
    expect(repost).toMatchObject({ Repost: { ID: outer.ID, Attachments: expanded } });
  });

  test('that is a deleted or hidden post has no item', async () => {
    const inner = await post({ content: 'Inner' });
    const outer = await post({ content: 'Outer', attachments: [{ Type: 'post', Item: inner.ID }] });
    const line = await bob.listen();
    await bob.call('people.subscribe', { user: String(ann.id) });
    await line.take();
    await client.call('DELETE', `/posts/${inner.ID}`);
    expect(await line.take()).toContainEqual(
      expect.objectContaining({ Type: 'post_edit', Post: expect.objectContaining({ ID: outer.ID }) }),
    );
    const items = (one: PostModel) => one.Attachments.map(({ Item }: Attachment) => Item);
    expect(items(await reader.call<PostModel>('GET', `/posts/${outer.ID}`))).toEqual([null]);
  });

  test('may be neither an unknown post nor the post itself', async () => {
    const own = await post({ content: 'Own' });
    const unknown = await client.refused('POST', '/user/@me/post', {
      content: 'Hi',
      attachments: [{ Type: 'post', Item: own.ID + 1 }],
    });
    expect(unknown.body.fields).toEqual({ 'attachments.0.Item': 'does not exist' });
    const itself = await client.refused('PATCH', `/posts/${own.ID}`, {
      attachments: [{ Type: 'post', Item: own.ID }],
    });
    expect(itself.body.fields).toEqual({ 'attachments.0.Item': 'is this post' });
  });
});

describe('a negative photo number', () => {
  test('means the photo with that number without its sign', async () => {
    const { ID } = await uploadPhoto();
    expect(await client.call('POST', messages, { photos_list: [-ID] })).toMatchObject({ Photos: [ID] });
    expect(await post({ content: 'Look', photos_list: [-ID, ID] })).toMatchObject({ Photos: [ID, ID] });
    await client.call('PATCH', '/settings/profile', { avatar: -ID, banner: String(-ID) });
    expect(await client.call('GET', '/me')).toMatchObject({ Avatar: ID, Banner: ID });
    const dialog = await client.call('POST', '/dialogs', { name: 'Roof', type: 'group', avatar: -ID });
    expect(dialog).toMatchObject({ Avatar: ID });
    const playlist = await client.call('POST', '/musicbase/playlists', { name: 'Roof', cover: -ID });
    expect(playlist).toMatchObject({ Cover: ID });
    expect((await client.refused('GET', `/photos/${-ID}`)).status).toBe(422);
  });
});

describe('a reaction', () => {
  test('may be named', async () => {
    const { ID } = await client.call<MessageModel>('POST', messages, { text: 'Hi' });
    for (const emoji of ['👍', ':thumbsup:', ':+1:', ':heart:', ':Star-Struck:'])
      await client.call('PUT', `/dialogs/messages/${ID}/reactions/${encodeURIComponent(emoji)}`);
    const reactions = async () =>
      (await client.call<MessageModel[]>('GET', messages))[0]?.Reactions.map(({ Emoji }) => Emoji).sort();
    expect(await reactions()).toEqual(['❤️', '👍', '🤩'].sort());
    await client.call('DELETE', `/dialogs/messages/${ID}/reactions/:thumbsup:`);
    await client.call('DELETE', `/dialogs/messages/${ID}/reactions/:heart:`);
    expect(await reactions()).toEqual(['🤩']);
    const unknown = await client.refused('PUT', `/dialogs/messages/${ID}/reactions/:nosuchname:`);
    expect(unknown).toMatchObject({ status: 422, body: { fields: { emoji: 'is not a known emoji name' } } });
  });

  test('and the emoji of a profile take the same names', async () => {
    await client.call('PATCH', '/settings/profile', { emoji: ':fire:' });
    expect(await client.call('GET', '/me')).toMatchObject({ Emoji: '🔥' });
  });
});

describe("a person's photos", () => {
  test('are filtered by mode', async () => {
    const [open, hidden] = [await uploadPhoto('public'), await uploadPhoto('private')];
    const ids = async (of: PlatformClient, query: string) =>
      (await of.call<Photo[]>('GET', `/user/${ann.id}/photos${query}`)).map(({ ID }) => ID);
    expect(await ids(client, '')).toEqual([hidden.ID, open.ID]);
    expect(await ids(client, '?mode=all')).toEqual([hidden.ID, open.ID]);
    expect(await ids(client, '?mode=public')).toEqual([open.ID]);
    expect(await ids(client, '?mode=private')).toEqual([hidden.ID]);
    expect(await ids(reader, '?mode=public')).toEqual([open.ID]);
    expect(await ids(reader, '?mode=private')).toEqual([]);
    expect((await client.refused('GET', '/user/@me/photos?mode=x')).body.fields).toHaveProperty('mode');
  });
});
