import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccountImport } from '../../../shared/contract/records';
import { contentFiles, upload } from '../../support/content';
import { countRows } from '../../support/databases/data-folders';
import { exportFiles, smallExport, zipOf } from '../../support/export-archive';
import { fixture } from '../../support/fixtures';
import { START, TestClock, testService, type TestPerson } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';
import { exportOf, importInto } from './exports';
import { PausingDecoder } from './pausing-decoder';

const DAY = 86_400;
const AT = { Timestamp: 1_700_000_000 };

function post(ID: number, fields: object = {}) {
  const references = { Photos: [], Attachments: [], Repost: null };
  const written = { EditTimestamp: 0, Language: 0, Nsfw: false, Content: `Post ${ID}` };
  return { ID, ...AT, Author: { ID: 9 }, Target: null, ...references, ...written, ...fields };
}

function manyPhotos(count: number): Promise<Buffer> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const records = numbers.map((ID) => ({ ID, ...AT, Caption: `Photo ${ID}`, Private: false }));
  const contents = Object.fromEntries(
    numbers.map((ID) => [`photos/${ID}-photo.png`, fixture('picture.png')]),
  );
  return zipOf(exportFiles({ photos: records }, contents));
}

function countOf({ Items }: AccountImport, kind: string) {
  return Items.find(({ Kind }) => Kind === kind);
}

async function fileNames(person: TestPerson): Promise<string[]> {
  const files = await person.call('files.list', { limit: 100, sort: 'oldest' });
  return files.map(({ Name }) => Name);
}

async function captions(person: TestPerson): Promise<string[]> {
  return (await person.call('photos.list', { limit: 100 })).map(({ Caption }) => Caption);
}

/** A service that stops decoding before a picture (from 0). */
async function pausing(at: number, data = temporaryFolder(), clock = new TestClock()) {
  const decoder = new PausingDecoder(at);
  return { t: await testService({ data, clock, pictureDecoder: decoder }), decoder, data, clock };
}

describe('an import', () => {
  it('makes stickers of a pack stickers again, and others private photos', async () => {
    const there = await testService();
    const ann = await there.person('Ann');
    const { ID: pack_id } = await ann.call('stickers.createPack', { name: 'Cats' });
    const draw = (name: string) =>
      upload(there.service, ann.session, 'stickers.upload', fixture(name), { pack_id, emoji: '🐈' });
    await draw('picture.png');
    const { ID: retired } = await draw('moving.webp');
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.send', { dialog_id, sticker: retired });
    await ann.call('stickers.remove', { sticker_id: retired });
    const zip = await exportOf(ann);

    const here = await testService({ data: temporaryFolder() });
    const [annHere, bob] = await here.people('Ann', 'Bob');
    await importInto(here, annHere, zip);
    expect(await bob.call('photos.of', { user: String(annHere.id) })).toEqual([]);
    expect(await annHere.call('photos.list', { mode: 'private' })).toHaveLength(1);
    expect(await bob.call('stickers.allPacks', {})).toMatchObject([{ Name: 'Cats', Stickers: [{}] }]);
  });

  it('puts stickers that were sent back into their pack', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { ID: pack_id } = await ann.call('stickers.createPack', { name: 'Cats' });
    const stickers: number[] = [];
    for (const name of ['picture.png', 'moving.webp']) {
      const at = { pack_id, emoji: '🐈' };
      stickers.push((await upload(t.service, ann.session, 'stickers.upload', fixture(name), at)).ID);
    }
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.send', { dialog_id, sticker: stickers[0]! });
    const zip = await exportOf(ann);
    await ann.call('stickers.removePack', { pack_id });
    await importInto(t, ann, zip);
    const [pack] = await ann.call('stickers.allPacks', {});
    expect(pack).toMatchObject({ Name: 'Cats', Stickers: [{ ID: stickers[0] }, {}] });
  });

  it('leaves out what belongs to others, and says so', async () => {
    const there = await testService();
    const [ann, ben] = await there.people('Ann', 'Ben');
    const bens = await ben.call('posts.create', { user: '@me', content: "Ben's" });
    const track = await upload(there.service, ben.session, 'music.upload', fixture('track.mp3'));
    await ann.call('posts.create', { user: '@me', content: 'Look', repost: bens.ID });
    await ann.call('posts.create', { user: '@me', repost: bens.ID });
    await ann.call('posts.create', { user: `u${ben.id}`, content: 'On your wall' });
    const attachments = [{ Type: 'track' as const, Item: track.ID }];
    await ann.call('posts.create', { user: '@me', content: 'Listen', attachments });
    await ann.call('posts.comment', { post_id: bens.ID, content: 'Nice' });
    const { ID } = await ann.call('music.createPlaylist', { name: "Ben's songs" });
    await ann.call('music.addTrack', { playlist_id: ID, track_id: track.ID });
    const zip = await exportOf(ann);

    const here = await testService({ data: temporaryFolder() });
    const annHere = await here.person('Ann');
    const result = await importInto(here, annHere, zip);
    expect(result.Status).toBe('done');
    expect(countOf(result, 'post')).toEqual({ Kind: 'post', Imported: 2, Existing: 0 });
    expect(result.Skipped).toEqual(
      expect.arrayContaining([
        { Kind: 'post', Reason: 'others', Count: 2 },
        { Kind: 'comment', Reason: 'others', Count: 1 },
        { Kind: 'attachment', Reason: 'others', Count: 3 },
      ]),
    );
    expect(result.Skipped).toHaveLength(3);
    const wall = await annHere.call('posts.list', { user: '@me' });
    expect(wall.map(({ Content, Repost, Attachments }) => [Content, Repost, Attachments])).toEqual([
      ['Listen', null, []],
      ['Look', null, []],
    ]);
    const [list] = await annHere.call('music.playlists', { user: '@me' });
    expect(list).toMatchObject({ Name: "Ben's songs", Tracks: [] });
  });

  it("dates posts by the host's clock, shows the claimed time beside it, and keeps them out of feeds", async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    await ben.call('people.subscribe', { user: `u${ann.id}` });
    await ben.call('account.updateProfile', { link: 'ben' });
    await ben.call('people.readNotifications', {});
    const zip = await zipOf(
      exportFiles({
        posts: [
          post(1, { Content: 'Long ago, @ben' }),
          post(2, { Timestamp: START + 5 * DAY, Content: 'From the future', EditTimestamp: START + 9 * DAY }),
        ],
        comments: [{ ID: 3, ...AT, Content: 'Me again, @ben', Photos: [], Post: 1 }],
      }),
    );
    expect((await importInto(t, ann, zip)).Status).toBe('done');
    const [future, old] = await ben.call('posts.list', { user: `u${ann.id}` });
    expect(old).toMatchObject({ Timestamp: START, Original: 1_700_000_000, Comments: 1 });
    expect(future).toMatchObject({ Timestamp: START, Original: START, EditTimestamp: START });
    const [comment] = await ben.call('posts.comments', { post_id: old!.ID });
    expect(comment).toMatchObject({ Timestamp: START, Original: 1_700_000_000 });
    expect(await ben.call('posts.list', { user: '@me', feed: true })).toEqual([]);
    expect(await ben.call('posts.list', { user: '@me', feed: true, lang: 1 })).toEqual([]);
    expect(await ben.call('posts.all', {})).toEqual([]);
    const notifications = await ben.call('people.notifications', {});
    expect(notifications.map(({ Type }) => Type)).toEqual([]);
    const written = await ann.call('posts.create', { user: '@me', content: 'New' });
    expect(written).not.toHaveProperty('Original');
    expect(await ben.call('posts.list', { user: '@me', feed: true })).toHaveLength(1);
  });

  it('keeps what was set here, and the name, tag and address', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('account.updateProfile', { about: 'Mine', cityNative: 'Odesa', commentsState: 2 });
    await ann.call('account.updatePreferences', { theme: 'light' });
    const before = await ann.call('people.me', {});
    const profile = {
      ...{
        Name: 'Eve',
        Link: 'eve',
        Email: 'eve@example.org',
        Role: 'owner',
        Coins: 9999,
        Verify: 'Default',
      },
      ...{
        About: 'Theirs',
        Country: 1,
        CityNative: 'Lviv',
        CommentsState: 1,
        SearchState: false,
        Website: 'no',
      },
    };
    const zip = await zipOf(exportFiles({ profile, preferences: { theme: 'dark', size: 'large' } }));
    const result = await importInto(t, ann, zip);
    expect(result.Items).toEqual([
      { Kind: 'profile', Imported: 1, Existing: 0 },
      { Kind: 'preference', Imported: 1, Existing: 0 },
    ]);
    expect(result.Skipped).toEqual([
      { Kind: 'profile', Reason: 'kept', Count: 3 },
      { Kind: 'profile', Reason: 'damaged', Count: 1 },
      { Kind: 'preference', Reason: 'kept', Count: 1 },
    ]);
    expect(await ann.call('people.me', {})).toEqual({ ...before, SearchState: false });
    expect(await ann.call('account.preferences', {})).toEqual({ theme: 'light', size: 'large' });
  });

  it('brings back what was deleted since, also into the account that it is from', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await upload(t.service, ann.session, 'files.upload', Buffer.from('one'), { filename: 'one.txt' });
    const two = await upload(t.service, ann.session, 'files.upload', Buffer.from('2'), {
      filename: 'two.txt',
    });
    const zip = await exportOf(ann);
    expect(countOf(await importInto(t, ann, zip), 'file')).toMatchObject({ Imported: 0, Existing: 2 });
    await ann.call('files.remove', { file_id: two.ID });
    for (const Imported of [1, 0])
      expect(countOf(await importInto(t, ann, zip), 'file')).toMatchObject({
        Imported,
        Existing: 2 - Imported,
      });
    expect(await fileNames(ann)).toEqual(['one.txt', 'two.txt']);
  });

  it('does not schedule what should have been published already', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const scheduled = [post(1, { Timestamp: START - 1 }), post(2, { Timestamp: START + DAY })];
    const result = await importInto(t, ann, await zipOf(exportFiles({ 'scheduled-posts': scheduled })));
    expect(result.Skipped).toEqual([{ Kind: 'scheduled', Reason: 'past', Count: 1 }]);
    expect(await ann.call('posts.scheduled', {})).toMatchObject([
      { Content: 'Post 2', Timestamp: START + DAY },
    ]);
  });

  it('can be stopped, and continues when the same export is imported again', async () => {
    const { t, decoder, data } = await pausing(2);
    const ann = await t.person('Ann');
    const zip = await manyPhotos(5);
    await upload(t.service, ann.session, 'account.import', zip);
    await decoder.reached;
    const running = await ann.call('account.importState', {});
    expect(running).toMatchObject({
      Status: 'running',
      Items: [{ Kind: 'photo', Imported: 2, Existing: 0 }],
    });
    expect(running.Done).toBeGreaterThan(0);
    expect(running.Done).toBeLessThan(running.Total);
    expect(await ann.call('account.cancelImport', {})).toMatchObject({ Status: 'cancelled' });
    decoder.release();
    await t.service.settled();
    const items = [{ Kind: 'photo', Imported: 2, Existing: 0 }];
    expect(await ann.call('account.importState', {})).toMatchObject({
      ...{ Status: 'cancelled', Failure: '', Items: items, Skipped: [] },
    });
    expect(await captions(ann)).toEqual(['Photo 2', 'Photo 1']);
    expect(contentFiles(data).filter((path) => /^(imports|partial)/.test(path))).toEqual([]);
    const result = await importInto(t, ann, zip);
    expect(result.Items).toEqual([{ Kind: 'photo', Imported: 3, Existing: 2 }]);
    expect(await captions(ann)).toEqual(['Photo 5', 'Photo 4', 'Photo 3', 'Photo 2', 'Photo 1']);
  });

  it('runs one after the other, once for each person', async () => {
    const { t, decoder, data } = await pausing(0);
    const [ann, ben] = await t.people('Ann', 'Ben');
    await upload(t.service, ann.session, 'account.import', await manyPhotos(2));
    await decoder.reached;
    const second = upload(t.service, ann.session, 'account.import', await manyPhotos(2));
    await expect(second).rejects.toMatchObject({ code: 'conflict' });
    await upload(t.service, ben.session, 'account.import', await manyPhotos(3));
    expect(await ben.call('account.importState', {})).toMatchObject({ Status: 'running', Done: 0 });
    expect(await ben.call('account.cancelImport', {})).toMatchObject({ Status: 'cancelled' });
    decoder.release();
    await t.service.settled();
    expect(await captions(ann)).toHaveLength(2);
    expect(await captions(ben)).toEqual([]);
    expect(contentFiles(data).filter((path) => path.startsWith('imports'))).toEqual([]);
  });

  it('leaves no export behind of one that was replaced or whose account was removed before its turn', async () => {
    const { t, decoder, data } = await pausing(0);
    const [ann, ben, cleo] = await t.people('Ann', 'Ben', 'Cleo');
    await upload(t.service, ann.session, 'account.import', await manyPhotos(1));
    await decoder.reached;
    await upload(t.service, ben.session, 'account.import', await manyPhotos(2));
    await ben.call('account.cancelImport', {});
    await upload(t.service, ben.session, 'account.import', await manyPhotos(3));
    await upload(t.service, cleo.session, 'account.import', await manyPhotos(2));
    await cleo.call('account.remove', { password: cleo.password });
    decoder.release();
    await t.service.settled();
    expect(await captions(ben)).toHaveLength(3);
    expect(contentFiles(data).filter((path) => path.startsWith('imports'))).toEqual([]);
  });

  it('continues after a restart of the host', async () => {
    const { t, decoder, data, clock } = await pausing(2);
    const ann = await t.person('Ann');
    await upload(t.service, ann.session, 'account.import', await manyPhotos(5));
    await decoder.reached;
    await t.service.close();
    const again = await testService({ data, clock });
    const same = again.as(ann.session, ann);
    await again.service.settled();
    const result = await same.call('account.importState', {});
    expect(result).toMatchObject({ Status: 'done', Done: result.Total, Skipped: [] });
    expect(result.Items).toEqual([{ Kind: 'photo', Imported: 5, Existing: 0 }]);
    expect(await captions(same)).toHaveLength(5);
    expect(contentFiles(data).filter((path) => path.startsWith('imports'))).toEqual([]);
  });

  it('says so if the export was lost, as on a standby that took over', async () => {
    const { t, decoder, data, clock } = await pausing(1);
    const ann = await t.person('Ann');
    await upload(t.service, ann.session, 'account.import', await manyPhotos(2));
    await decoder.reached;
    await t.service.close();
    rmSync(join(data, 'content', 'imports'), { recursive: true });
    const again = await testService({ data, clock });
    await again.service.settled();
    const state = await again.as(ann.session, ann).call('account.importState', {});
    expect(state).toMatchObject({ Status: 'failed', Failure: 'gone' });
  });

  it('ends with the account', async () => {
    const { t, decoder, data } = await pausing(1);
    const [, ann] = await t.people('Host', 'Ann');
    await upload(t.service, ann.session, 'account.import', await manyPhotos(3));
    await decoder.reached;
    await ann.call('account.remove', { password: ann.password });
    decoder.release();
    await t.service.settled();
    expect(contentFiles(data).filter((path) => path.startsWith('imports'))).toEqual([]);
    await t.service.close();
    for (const table of ['content', 'imported', 'account_import'])
      expect([table, await countRows(data, table)]).toEqual([table, 0]);
  });

  it('stores everything once if the answer is lost and the call is repeated', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const zip = await smallExport();
    const key = 'one-import-key';
    const first = await upload(t.service, ann.session, 'account.import', zip, {}, key);
    await t.service.settled();
    expect(await upload(t.service, ann.session, 'account.import', zip, {}, key)).toMatchObject({
      ID: first.ID,
    });
    await t.service.settled();
    expect(await fileNames(ann)).toEqual(['notes.txt']);
  });
});
