import fc from '../../support/inputs/properties';
import { beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob] = await t.people('Ann', 'Bob');
});

let stored = 0;

async function store(person: TestPerson, mode: 'public' | 'private' = 'public'): Promise<number> {
  // The same bytes under the same name would be the same track.
  const input = { mode, name: `Sound ${++stored}` };
  return (await upload(t.service, person.session, 'music.upload', fixture('sound.mp3'), input)).ID;
}

const tracksIn = async (person: TestPerson, playlist_id: number) =>
  (await person.call('music.playlist', { playlist_id })).Tracks;

test('adding a track puts it on top of the own music', async () => {
  expect((await ann.call('people.me', {})).TrackList).toBe(0);
  const [one, two] = [await store(ann), await store(ann)];
  const { TrackList: playlist_id = 0 } = await ann.call('people.me', {});
  expect(await tracksIn(ann, playlist_id)).toEqual([two, one]);
  const foreign = await store(bob);
  await ann.call('music.addTrack', { playlist_id, track_id: foreign });
  expect(await tracksIn(ann, playlist_id)).toEqual([foreign, two, one]);
  expect(await ann.refused('music.removePlaylist', { playlist_id })).toMatchObject({ code: 'access_denied' });
  expect(await ann.call('music.dropTrack', { playlist_id, track_id: two })).toMatchObject({
    Tracks: [foreign, one],
  });
  expect(await ann.call('music.tracks', {})).toHaveLength(2);
  expect((await bob.call('people.get', { user: ann.id })).TrackList).toBeUndefined();
});

test("a playlist is created, edited, read by others and deleted, with events to its owner's windows", async () => {
  const [own, others] = [await ann.listen(), await bob.listen()];
  const { ID: playlist_id } = await ann.call('music.createPlaylist', {
    name: ' Evenings ',
    release: 'Vol. 1',
  });
  await ann.call('music.updatePlaylist', { playlist_id, description: 'Slow', name: 'Nights' });
  const read = await bob.call('music.playlist', { playlist_id });
  expect(read).toMatchObject({
    Name: 'Nights',
    Release: 'Vol. 1',
    Description: 'Slow',
    Author: { ID: ann.id },
  });
  expect(await bob.call('music.playlists', { user: ann.id })).toEqual([read]);
  const track_id = await store(bob);
  await ann.call('music.addTrack', { playlist_id, track_id });
  await ann.call('music.addTrack', { playlist_id, track_id });
  await ann.call('music.removePlaylist', { playlist_id });
  expect(await own.take()).toMatchObject([
    { Type: 'playlist', ID: playlist_id },
    { Type: 'playlist', ID: playlist_id },
    { Type: 'playlist', ID: playlist_id },
    { Type: 'playlist', ID: playlist_id, Playlist: null },
  ]);
  const heard = (await others.take()).filter((event) => event.Type === 'playlist');
  expect(heard).toMatchObject([{ Playlist: { Name: 'My music' } }]);
  expect(await bob.call('music.track', { track_id })).toMatchObject({ ID: track_id });
  for (const name of ['', 'a'.repeat(LIMITS.playlistName + 1)])
    expect(await ann.refused('music.createPlaylist', { name })).toMatchObject({
      fields: { name: expect.any(String) },
    });
});

test("adding someone else's track creates the own music playlist", async () => {
  const [open, closed] = [await store(bob), await store(bob, 'private')];
  const own = await ann.listen();
  await ann.call('music.keepTrack', { track_id: open });
  const { TrackList: playlist_id = 0 } = await ann.call('people.me', {});
  expect(await own.take()).toMatchObject([
    { Type: 'playlist', ID: playlist_id, Playlist: { Tracks: [open] } },
  ]);
  const later = await store(bob);
  for (const track_id of [later, open]) await ann.call('music.keepTrack', { track_id });
  expect(await tracksIn(ann, playlist_id)).toEqual([later, open]);
  expect(await own.take()).toHaveLength(1);
  expect((await ann.refused('music.keepTrack', { track_id: closed })).code).toBe('not_found');
});

test('a new order must contain the same tracks', async () => {
  const { ID: playlist_id } = await ann.call('music.createPlaylist', { name: 'Evenings' });
  const [one, two, foreign] = [await store(ann), await store(ann), await store(bob)];
  for (const track_id of [one, two, foreign]) await ann.call('music.addTrack', { playlist_id, track_id });
  const refused = async (tracks: number[]) =>
    (await ann.refused('music.updatePlaylist', { playlist_id, tracks })).fields;
  expect(await refused([two, one])).toEqual({ tracks: 'must list every track of the playlist' });
  expect(await refused([two, one, 12345])).toEqual({ 'tracks.2': 'is not in this playlist' });
  expect(await refused([two, one, two])).toEqual({ 'tracks.2': 'is a duplicate' });
  // What its owner does not see for now keeps a place, behind the others.
  await ann.call('people.block', { user: bob.id });
  await ann.call('music.updatePlaylist', { playlist_id, tracks: [two, one] });
  expect(await tracksIn(ann, playlist_id)).toEqual([two, one]);
  await ann.call('people.unblock', { user: bob.id });
  expect(await tracksIn(ann, playlist_id)).toEqual([two, one, foreign]);
});

test('the number of playlists is limited', async () => {
  for (let made = 0; made < LIMITS.playlistsEach; made++) {
    t.clock.advance(1);
    await ann.call('music.createPlaylist', { name: `Playlist ${made}` });
  }
  expect(await ann.refused('music.createPlaylist', { name: 'One more' })).toMatchObject({ code: 'conflict' });
});

test('playlists match a plain list after random changes', async () => {
  const { ID: playlist_id } = await ann.call('music.createPlaylist', { name: 'Evenings' });
  const public_ = [await store(ann), await store(bob), await store(bob), await store(ann)];
  const hidden = await store(ann, 'private');
  const all = [...public_, hidden];
  const act = fc.record({
    what: fc.constantFrom('add', 'drop', 'order', 'mix'),
    which: fc.nat(4),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      let model = await tracksIn(ann, playlist_id);
      for (const { what, which, seed } of acts) {
        t.clock.advance(1);
        const track_id = all[which] ?? 0;
        if (what === 'add') {
          await ann.call('music.addTrack', { playlist_id, track_id });
          if (!model.includes(track_id)) model.push(track_id);
        } else if (what === 'drop' && model.includes(track_id)) {
          await ann.call('music.dropTrack', { playlist_id, track_id });
          model = model.filter((id) => id !== track_id);
        } else if (what === 'drop') {
          expect(await ann.refused('music.dropTrack', { playlist_id, track_id })).toMatchObject({
            code: 'not_found',
          });
        } else {
          const turn = model.length === 0 ? 0 : seed % model.length;
          model = [...model.slice(turn), ...model.slice(0, turn)];
          if (what === 'mix') model.reverse();
          await ann.call('music.updatePlaylist', { playlist_id, tracks: model });
        }
      }
      expect(await tracksIn(ann, playlist_id)).toEqual(model);
      expect(await tracksIn(bob, playlist_id)).toEqual(model.filter((id) => id !== hidden));
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
