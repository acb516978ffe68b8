import { beforeEach, describe, expect, test } from 'vitest';
import { endpointOf } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';

let t: TestService;
let olga: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;

beforeEach(async () => {
  t = await testService();
  [olga, ann, bob, carl] = await t.people('Olga', 'Ann', 'Bob', 'Carl');
});

describe('a post', () => {
  test('appears unchanged on its wall, newest first, in seamless pages', async () => {
    const content = '# Дім ||spoiler|| <script>alert(1)</script>';
    const first = await write(ann, ann, { content, language: 2, nsfw: true });
    const second = await write(bob, ann, { content: 'On yours' });
    expect(endpointOf('posts.create').output.parse(first)).toEqual(first);
    expect(first).toMatchObject({
      Author: { ID: ann.id },
      Target: null,
      ...{
        Content: content,
        Language: 2,
        Nsfw: true,
        IsAd: false,
        Repost: null,
        Attachments: [],
        Photos: [],
      },
      ...{ Likes: { IsLikedByYou: false, Likes: 0 }, Comments: 0, Reposts: 0, Views: 0, EditTimestamp: 0 },
    });
    expect(second).toMatchObject({ Author: { ID: bob.id }, Target: { ID: ann.id } });
    expect(await contentsOf(carl, ann)).toEqual(['On yours', content]);
    expect(await carl.call('posts.list', { user: ann.id, limit: 1 })).toMatchObject([{ ID: second.ID }]);
    for (const place of [{ last_id: second.ID }, { lastId: String(second.ID) }]) {
      expect(await carl.call('posts.list', { user: ann.id, ...place })).toMatchObject([{ ID: first.ID }]);
    }
    expect(await carl.call('posts.list', { user: ann.id, last_id: first.ID })).toEqual([]);
    expect(await carl.call('posts.list', { user: ann.id, lang: 2 })).toMatchObject([{ ID: first.ID }]);
    expect(await carl.call('people.get', { user: ann.id })).toMatchObject({ Posts: 2 });
  });

  test('needs content within the length limit', async () => {
    for (const body of [{}, { content: ' \u200b' }, { content: '', photos_list: [] }]) {
      expect((await ann.refused('posts.create', { user: '@me', ...body })).fields).toHaveProperty('content');
    }
    const longest = '😀'.repeat(10_000);
    expect((await write(ann, ann, { content: longest })).Content).toBe(longest);
    const longer = await ann.refused('posts.create', { user: '@me', content: `${longest}!` });
    expect(longer.fields).toHaveProperty('content');
  });

  test('is edited by its author, in the given fields', async () => {
    const { ID: post_id } = await write(ann, bob, { content: 'Before', language: 1 });
    t.clock.advance(5);
    const unchanged = await ann.call('posts.edit', { post_id });
    expect(unchanged).toMatchObject({ Content: 'Before', EditTimestamp: 0 });
    expect(await ann.call('posts.edit', { post_id, text: 'After' })).toMatchObject({
      ...{ Content: 'After', Language: 1, EditTimestamp: t.clock.seconds },
    });
    const edited = await ann.call('posts.create', {
      user: bob.id,
      edit: post_id,
      content: 'Last',
      text: 'no',
    });
    expect(edited).toMatchObject({ ID: post_id, Content: 'Last' });
    expect(await contentsOf(carl, bob)).toEqual(['Last']);
    expect((await bob.refused('posts.edit', { post_id, content: 'Mine' })).code).toBe('access_denied');
    expect((await ann.refused('posts.edit', { post_id, content: '' })).fields).toHaveProperty('content');
    const elsewhere = await ann.refused('posts.create', { user: '@me', edit: post_id, content: 'Here' });
    expect(elsewhere.fields).toHaveProperty('edit');
  });

  test("is removed by its author, the wall's owner and higher ranks", async () => {
    await olga.call('admin.setRole', { user_id: carl.id, role: 'admin' });
    for (const remover of [ann, bob, carl, olga]) {
      const { ID: post_id } = await write(ann, bob);
      expect(await remover.call('posts.remove', { post_id })).toEqual({ ok: true });
      expect((await ann.refused('posts.get', { post_id })).code).toBe('not_found');
    }
    const { ID: post_id } = await write(olga, olga);
    for (const person of [ann, carl]) {
      expect((await person.refused('posts.remove', { post_id })).code).toBe('access_denied');
    }
    expect(await carl.call('people.get', { user: bob.id })).toMatchObject({ Posts: 0 });
    expect((await olga.call('admin.acts', {})).map((act) => act.Act)).toEqual(
      expect.arrayContaining(['remove_post']),
    );
  });

  test('can carry own photos, which its readers may then see', async () => {
    const photo = (
      await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'), { mode: 'private' })
    ).ID;
    expect((await bob.refused('photos.get', { photo_id: photo })).code).toBe('not_found');
    const post = await write(ann, ann, { content: undefined, photos_list: [photo] });
    expect(post).toMatchObject({ Content: '', Photos: [photo] });
    expect(await bob.call('photos.get', { photo_id: photo })).toMatchObject({ ID: photo });
    const taken = await bob.refused('posts.create', { user: '@me', photos_list: [photo] });
    expect(taken.fields).toHaveProperty(['photos_list.0']);
    await ann.call('people.block', { user: bob.id });
    expect((await bob.refused('photos.get', { photo_id: photo })).code).toBe('not_found');
    const empty = await ann.refused('posts.edit', { post_id: post.ID, photos_list: [] });
    expect(empty.fields).toHaveProperty('content');
  });

  test('can carry files', async () => {
    const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('bread'), {
      filename: 'a.txt',
    });
    const { ID } = await write(ann, ann);
    const attachments = [{ Type: 'file' as const, Item: file.ID }];
    const post = await ann.call('posts.edit', { post_id: ID, attachments });
    expect(post.Attachments).toMatchObject([{ Type: 'file', Item: { ID: file.ID, Mine: true } }]);
    expect(await bob.call('files.get', { file_id: file.ID })).toMatchObject({ Name: 'a.txt', Mine: false });
    await ann.call('files.remove', { file_id: file.ID });
    expect((await bob.call('posts.get', { post_id: ID })).Attachments).toMatchObject([{ Item: null }]);
  });
});

function write(author: TestPerson, wall: TestPerson, body: object = { content: 'Hello' }) {
  return author.call('posts.create', { user: wall.id, ...body });
}

async function contentsOf(viewer: TestPerson, wall: TestPerson) {
  return (await viewer.call('posts.list', { user: wall.id })).map((post) => post.Content);
}
