import { beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../electron/database/open';
import { backfillSearch } from '../../../electron/service/search/backfill';
import type { Input } from '../../../shared/contract';
import { upload } from '../../support/content';
import { testOnSqlite } from '../../support/databases/databases';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

/** Ann and Bob share a group; Carl is a stranger to it. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let yard: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await bob.call('dialogs.join', { dialog_id: yard, user_id: '@me' });
});

describe('files, videos, photos and playlists', () => {
  test('are found by their owner under the current name', async () => {
    const { ID: file_id } = await fileOf(ann, 'Plan of the garden.txt');
    const { ID: video_id } = await videoOf(ann, 'Sunset.mp4');
    const { ID: photo } = await photoOf(ann, 'Roses by the fence');
    const { ID: playlist_id } = await ann.call('music.createPlaylist', { name: 'Evenings' });
    expect(await found(ann, { mask: 'garden' })).toMatchObject({ files: [file_id] });
    expect(await found(ann, { mask: 'sunset' })).toMatchObject({ videos: [video_id] });
    expect(await found(ann, { mask: 'rose fence' })).toMatchObject({ photos: [photo] });
    expect(await found(ann, { mask: 'even' })).toMatchObject({ playlists: [playlist_id] });
    await ann.call('files.update', { file_id, name: 'Sketch.txt' });
    await ann.call('videos.update', { video_id, name: 'Dawn', description: 'Over the lake' });
    await ann.call('music.updatePlaylist', { playlist_id, name: 'Mornings' });
    for (const mask of ['garden', 'sunset', 'even']) expect(count(await found(ann, { mask }))).toBe(0);
    expect(await found(ann, { mask: 'sketch' })).toMatchObject({ files: [file_id] });
    expect(await found(ann, { mask: 'lake' })).toMatchObject({ videos: [video_id] });
    await ann.call('files.remove', { file_id });
    await ann.call('videos.remove', { video_id });
    await ann.call('photos.remove', { photo_id: photo });
    await ann.call('music.removePlaylist', { playlist_id });
    for (const mask of ['sketch', 'lake', 'rose', 'mornings'])
      expect([mask, count(await found(ann, { mask }))]).toEqual([mask, 0]);
  });

  test('are found by those to whom they were sent, while they may see them', async () => {
    const { ID: Item } = await fileOf(ann, 'Invoice.txt');
    const { ID: clip } = await videoOf(ann, 'Invoice.mp4');
    expect(count(await found(bob, { mask: 'invoice' }))).toBe(0);
    const attachments = [
      { Type: 'file' as const, Item },
      { Type: 'video' as const, Item: clip },
    ];
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id: yard, attachments });
    const both = { files: [Item], videos: [clip] };
    expect(await found(bob, { mask: 'invoice' })).toMatchObject(both);
    expect(await found(bob, { mask: 'invoice', in: yard })).toMatchObject(both);
    expect(count(await found(carl, { mask: 'invoice' }))).toBe(0);
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(count(await found(bob, { mask: 'invoice' }))).toBe(0);
    await carl.call('posts.create', { user: '@me', content: 'Mine' });
    await ann.call('posts.create', { user: '@me', attachments });
    expect(await found(carl, { mask: 'invoice' })).toMatchObject(both);
    await ann.call('people.block', { user: carl.id });
    expect(count(await found(carl, { mask: 'invoice' }))).toBe(0);
  });

  test('are public only as photos and playlists of people who allow being found', async () => {
    const { ID: photo } = await photoOf(ann, 'Harvest');
    await photoOf(ann, 'Harvest, private', 'private');
    const { ID: playlist } = await ann.call('music.createPlaylist', { name: 'Harvest songs' });
    await fileOf(ann, 'harvest.txt');
    const visible = { photos: [photo], playlists: [playlist], files: [] };
    expect(await found(carl, { mask: 'harvest' })).toMatchObject(visible);
    expect(count(await found(ann, { mask: 'harvest' }))).toBe(4);
    await ann.call('account.updateProfile', { searchState: false });
    expect(count(await found(carl, { mask: 'harvest' }))).toBe(0);
    await ann.call('account.updateProfile', { searchState: true });
    await carl.call('people.block', { user: ann.id });
    expect(count(await found(carl, { mask: 'harvest' }))).toBe(0);
    await carl.call('people.unblock', { user: ann.id });
    await ann.call('admin.ban', { user_id: bob.id, reason: 'Rude' });
    expect(await found(carl, { mask: 'harvest' })).toMatchObject(visible);
  });

  test('of a removed account are gone', async () => {
    await photoOf(bob, 'Harvest');
    expect(count(await found(carl, { mask: 'harvest' }))).toBe(1);
    await bob.call('account.remove', { password: bob.password });
    expect(count(await found(carl, { mask: 'harvest' }))).toBe(0);
  });
});

describe('conditions', () => {
  test('limit messages and posts to an author, with words and without', async () => {
    const [first] = await say(ann, 'Bread', 'Butter');
    const [own] = await say(bob, 'Bread');
    const { ID: post } = await bob.call('posts.create', { user: '@me', content: 'Bread, fresh' });
    await ann.call('posts.create', { user: '@me', content: 'Bread' });
    expect(await found(ann, { mask: 'bread', from: bob.id })).toMatchObject({
      messages: [own],
      posts: [post],
    });
    expect(await found(ann, { from: `u${bob.id}` })).toMatchObject({ messages: [own], posts: [post] });
    expect(await found(bob, { mask: 'bread', from: ann.id, only: 'messages' })).toMatchObject({
      messages: [first],
      posts: [],
    });
    expect(count(await found(carl, { from: bob.id, only: 'messages' }))).toBe(0);
    expect((await ann.call('search.all', { mask: 'bob', from: bob.id })).People).toEqual([]);
  });

  test('limit messages and posts to what they contain, and follow edits', async () => {
    const { ID: Item } = await fileOf(ann, 'a.txt');
    const send = (input: object) => ann.call('dialogs.send', { dialog_id: yard, ...input });
    await send({ text: 'Nothing else' });
    const { ID: withFile } = await send({ text: 'Here', attachments: [{ Type: 'file', Item }] });
    const { ID: withLink } = await send({ text: 'Here: https://example.org' });
    const { ID: withPhoto } = await send({ photos_list: [(await photoOf(ann, '')).ID] });
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'Read http://example.org' });
    const { ID: withPost } = await send({ repost: post });
    const only = 'messages' as const;
    for (const [has, id] of [
      ['file', withFile],
      ['link', withLink],
      ['photo', withPhoto],
      ['post', withPost],
    ] as const) {
      expect([has, await found(bob, { has: [has], only })]).toMatchObject([has, { messages: [id] }]);
    }
    expect(await found(bob, { has: ['link'] })).toMatchObject({ messages: [withLink], posts: [post] });
    expect(await found(bob, { has: ['file'], mask: 'here' })).toMatchObject({ messages: [withFile] });
    expect(count(await found(bob, { has: ['file', 'link'] }))).toBe(0);
    await ann.call('dialogs.editMessage', { message_id: withFile, attachments: [] });
    expect(count(await found(bob, { has: ['file'] }))).toBe(0);
    await ann.call('posts.edit', { post_id: post, content: 'No more' });
    expect((await found(bob, { has: ['link'] })).posts).toEqual([]);
  });

  test('limit by time: from a second on, until before another', async () => {
    const start = t.clock.seconds;
    const [early] = await say(ann, 'Bread');
    t.clock.advance(60);
    const [late] = await say(ann, 'Bread');
    const at = (input: Input<'search.all'>) => found(bob, { mask: 'bread', ...input });
    expect((await at({ before: start + 60 })).messages).toEqual([early]);
    expect((await at({ after: start + 60 })).messages).toEqual([late]);
    expect((await at({ after: start, before: start + 61 })).messages).toEqual([late, early]);
    expect((await found(bob, { after: start + 60 })).messages).toEqual([late]);
  });

  test('in a dialog are for its members', async () => {
    const [one] = await say(bob, 'Bread');
    const other = await ann.call('dialogs.create', { name: 'Other', type: 'group' });
    await ann.call('dialogs.send', { dialog_id: other.ID, text: 'Bread' });
    expect(await found(ann, { mask: 'bread', in: yard })).toMatchObject({ messages: [one] });
    expect((await found(ann, { in: yard })).messages).toContain(one);
    expect((await carl.refused('search.all', { in: yard })).code).toBe('access_denied');
    expect((await ann.refused('search.all', { from: 'nobody' })).fields).toHaveProperty('from');
    expect((await ann.refused('search.all', {})).fields).toHaveProperty('mask');
    await ann.call('people.block', { user: carl.id });
    expect((await carl.refused('search.all', { from: ann.id })).fields).toHaveProperty('from');
  });
});

test('pages through one kind', async () => {
  const files: number[] = [];
  for (let n = 0; n < 5; n++) files.unshift((await fileOf(ann, `note ${n}.txt`)).ID);
  const page = { mask: 'note', only: 'files', limit: 2 } as const;
  expect((await found(ann, page)).files).toEqual(files.slice(0, 2));
  expect((await found(ann, { ...page, last_id: files[1] ?? 0 })).files).toEqual(files.slice(2, 4));
  expect((await found(ann, { ...page, last_id: files[3] ?? 0 })).files).toEqual(files.slice(4));
});

// No database of PostgreSQL is older than its indexes.
testOnSqlite('completes the indexes of a database from before them, in batches', async () => {
  const data = temporaryFolder();
  t = await testService({ data });
  [ann] = await t.people('Ann');
  await ann.call('account.updateProfile', { cityNative: 'Львів' });
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  const messages = await say(ann, ...Array.from({ length: 120 }, (_, number) => `Bread ${number}`));
  const { ID: item } = await fileOf(ann, 'bread.txt');
  const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'Bread' });
  await t.service.close();
  const store = openStore(data);
  store.writer.raw.exec(`
    DELETE FROM item_search WHERE rowid = ${item};
    DELETE FROM post_search WHERE rowid = ${post};
    DELETE FROM message_search WHERE rowid IN (SELECT id FROM message_place);
    INSERT INTO search_backfill SELECT 'message', max(id) + 1 FROM message_place;
    INSERT INTO search_backfill VALUES ('file', ${item + 1}), ('post', ${post + 1}), ('person', ${ann.id + 1})`);
  let batches = 0;
  while (await store.writer.run(() => backfillSearch(store.writer.db))) batches++;
  expect(batches).toBeGreaterThan(6);
  await store.close();
  t = await testService({ data });
  expect(await found(t.as(ann.session, ann), { mask: 'bread', from: ann.id, limit: 100 })).toMatchObject({
    messages: messages.toReversed().slice(0, 100),
    files: [item],
    posts: [post],
  });
});

async function say(person: TestPerson, ...texts: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const text of texts) ids.push((await person.call('dialogs.send', { dialog_id: yard, text })).ID);
  return ids;
}

function fileOf(person: TestPerson, filename: string) {
  return upload(t.service, person.session, 'files.upload', Buffer.from(filename), { filename });
}

function videoOf(person: TestPerson, filename: string) {
  return upload(t.service, person.session, 'videos.upload', fixture('video.mp4'), { filename });
}

function photoOf(person: TestPerson, caption: string, mode: 'public' | 'private' = 'public') {
  return upload(t.service, person.session, 'photos.upload', fixture('picture.png'), { caption, mode });
}

async function found(person: TestPerson, input: Input<'search.all'>) {
  const all = await person.call('search.all', { limit: 20, ...input });
  const ids = (list: readonly { ID: number }[]) => list.map(({ ID }) => ID);
  return {
    messages: ids(all.Messages),
    posts: ids(all.Posts),
    playlists: ids(all.Playlists),
    photos: ids(all.Photos),
    videos: ids(all.Videos),
    files: ids(all.Files),
  };
}

function count(all: Record<string, number[]>): number {
  return Object.values(all).flat().length;
}
