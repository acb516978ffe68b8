import { beforeEach, expect, test } from 'vitest';
import type { Playlist } from '../../../shared/contract/records';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let playlist: Playlist;
let playlist_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob] = await t.people('Ann', 'Bob');
  playlist = await ann.call('music.createPlaylist', { name: 'Evenings' });
  playlist_id = playlist.ID;
});

const listed = async (person: TestPerson, user: number | string = '@me') =>
  (await person.call('music.playlists', { user })).map(({ ID }) => ID);
const found = async (person: TestPerson) =>
  (await person.call('search.all', { mask: 'evenings' })).Playlists.map(({ ID }) => ID);
const follow = () => bob.call('music.followPlaylist', { playlist_id });

test('a followed playlist is listed once, marked, after own playlists, and can be removed', async () => {
  const own = await bob.call('music.createPlaylist', { name: 'Mornings' });
  const line = await bob.listen();
  await follow();
  await follow();
  const followed = { ...playlist, Followed: true, Author: expect.anything() as never };
  expect(await line.take()).toEqual([
    expect.objectContaining({ Type: 'playlist', ID: playlist_id, Playlist: followed }),
  ]);
  expect(await listed(bob)).toEqual([own.ID, playlist_id]);
  expect(await listed(ann, bob.id)).toEqual([own.ID]);
  expect(await ann.call('music.playlists', { user: '@me' })).toMatchObject([{ Followed: false }]);
  for (let time = 0; time < 2; time++) await bob.call('music.unfollowPlaylist', { playlist_id });
  expect(await line.take()).toMatchObject([{ Playlist: { ID: playlist_id, Followed: false } }]);
  expect(await listed(bob)).toEqual([own.ID]);
});

test('only playlists of others are followed', async () => {
  const own = await ann.refused('music.followPlaylist', { playlist_id });
  expect(own).toMatchObject({ code: 'validation_error', fields: { playlist_id: 'is your own playlist' } });
  const unknown = await bob.refused('music.followPlaylist', { playlist_id: playlist_id + 999 });
  expect(unknown.code).toBe('not_found');
});

test("a followed playlist follows its owner's changes", async () => {
  await follow();
  const line = await bob.listen();
  const { ID: track_id } = await upload(t.service, ann.session, 'music.upload', fixture('sound.mp3'));
  await line.take();
  await ann.call('music.addTrack', { playlist_id, track_id });
  expect(await line.take()).toMatchObject([{ Type: 'playlist', Playlist: { Tracks: [track_id] } }]);
  await ann.call('music.updatePlaylist', { playlist_id, name: 'Nights' });
  expect(await line.take()).toMatchObject([{ Playlist: { Name: 'Nights', Followed: true } }]);
  await ann.call('music.dropTrack', { playlist_id, track_id });
  expect(await line.take()).toMatchObject([{ Playlist: { Tracks: [] } }]);
});

test('a followed playlist that its owner removes is gone', async () => {
  await follow();
  const line = await bob.listen();
  await ann.call('music.removePlaylist', { playlist_id });
  expect(await line.take()).toMatchObject([{ Type: 'playlist', ID: playlist_id, Playlist: null }]);
  expect(await listed(bob)).toEqual([]);
});

test('a followed playlist that its owner hides is gone until it is shown again', async () => {
  await follow();
  const line = await bob.listen();
  await ann.call('music.updatePlaylist', { playlist_id, private: true });
  expect(await line.take()).toMatchObject([{ Type: 'playlist', ID: playlist_id, Playlist: null }]);
  expect(await listed(bob)).toEqual([]);
  expect(await listed(bob, ann.id)).toEqual([]);
  expect(await found(bob)).toEqual([]);
  expect(await found(ann)).toEqual([playlist_id]);
  expect((await bob.refused('music.playlist', { playlist_id })).code).toBe('not_found');
  expect((await bob.refused('music.followPlaylist', { playlist_id })).code).toBe('not_found');
  expect(await ann.call('music.playlists', { user: '@me' })).toMatchObject([{ Private: true }]);
  await ann.call('music.updatePlaylist', { playlist_id, private: false });
  expect(await listed(bob)).toEqual([playlist_id]);
  expect(await found(bob)).toEqual([playlist_id]);
});

test('the cover of a hidden playlist is hidden', async () => {
  const picture = fixture('picture.png');
  const cover = await upload(t.service, ann.session, 'photos.upload', picture, { mode: 'private' });
  await ann.call('music.updatePlaylist', { playlist_id, cover: cover.ID });
  expect(await bob.call('photos.get', { photo_id: cover.ID })).toMatchObject({ ID: cover.ID });
  await ann.call('music.updatePlaylist', { playlist_id, private: true });
  expect((await bob.refused('photos.get', { photo_id: cover.ID })).code).toBe('not_found');
});

test('a block hides followed playlists of each other', async () => {
  await follow();
  const line = await bob.listen();
  const heard = async () => (await line.take()).filter(({ Type }) => Type === 'playlist');
  await ann.call('people.block', { user: bob.id });
  expect(await heard()).toMatchObject([{ ID: playlist_id, Playlist: null }]);
  expect(await listed(bob)).toEqual([]);
  await ann.call('music.updatePlaylist', { playlist_id, name: 'Evenings alone' });
  expect(await heard()).toMatchObject([{ ID: playlist_id, Playlist: null }]);
  await ann.call('people.unblock', { user: bob.id });
  expect(await heard()).toMatchObject([{ ID: playlist_id, Playlist: { Name: 'Evenings alone' } }]);
  expect(await listed(bob)).toEqual([playlist_id]);
});
