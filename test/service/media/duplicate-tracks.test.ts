import { beforeEach, expect, test } from 'vitest';
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

const store = (person: TestPerson, input: object = {}) =>
  upload(t.service, person.session, 'music.upload', fixture('track.mp3'), input);

const ownMusic = async (person: TestPerson) => {
  const { TrackList: playlist_id = 0 } = await person.call('people.me', {});
  return { playlist_id, ids: (await person.call('music.playlist', { playlist_id })).Tracks };
};

test('uploading the same bytes twice creates one track per person', async () => {
  const first = await store(ann, { filename: 'Evening.mp3' });
  expect(first).not.toHaveProperty('Existing');
  const line = await ann.listen();
  const again = await store(ann, { filename: 'Copy of Evening.mp3' });
  expect(again).toMatchObject({ ID: first.ID, Name: first.Name, Existing: true });
  expect(await line.take()).toEqual([]);
  expect((await ann.call('music.tracks', {})).map(({ ID }) => ID)).toEqual([first.ID]);
  expect((await ownMusic(ann)).ids).toEqual([first.ID]);
});

test('a track that was renamed is still found by its bytes', async () => {
  const { ID: track_id } = await store(ann);
  await ann.call('music.updateTrack', { track_id, name: 'Another name' });
  expect(await store(ann)).toMatchObject({ ID: track_id, Name: 'Another name', Existing: true });
});

test('a track that was removed from own music returns to its top', async () => {
  const { ID: track_id } = await store(ann);
  const other = await upload(t.service, ann.session, 'music.upload', fixture('track.flac'));
  const { playlist_id } = await ownMusic(ann);
  await ann.call('music.dropTrack', { playlist_id, track_id });
  expect(await store(ann)).toMatchObject({ ID: track_id, Existing: true });
  expect((await ownMusic(ann)).ids).toEqual([track_id, other.ID]);
});

test('two concurrent uploads create one track', async () => {
  const [one, other] = await Promise.all([store(ann), store(ann)]);
  expect(one.ID).toBe(other.ID);
});

test.each([
  ['of another person', () => store(bob)],
  ['that are private now', () => store(ann, { mode: 'private' })],
  ['under another name', () => store(ann, { name: 'A second name' })],
  ['of another author', () => store(ann, { author: 'Somebody else' })],
  ['of another release', () => store(ann, { release: 'Greatest hits' })],
])('the same bytes %s make a track of their own', async (_of, again) => {
  const first = await store(ann);
  const second = await again();
  expect(second.ID).not.toBe(first.ID);
  expect(second).not.toHaveProperty('Existing');
});

test('a deleted track is stored again', async () => {
  const { ID: track_id } = await store(ann);
  await ann.call('music.removeTrack', { track_id });
  const again = await store(ann);
  expect(again.ID).not.toBe(track_id);
  expect(again).not.toHaveProperty('Existing');
});
