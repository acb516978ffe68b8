import { beforeEach, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import type { Track } from '../../../shared/contract/records';
import { bytesOf, upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
});

function store(person: TestPerson, name: string, input: object = {}): Promise<Track> {
  return upload(t.service, person.session, 'music.upload', fixture(name), input);
}

const ids = (things: readonly { ID: number }[]) => things.map((thing) => thing.ID);

/** What is served at an address of bytes. */
async function served({ Url, ID }: { Url: string; ID: number }) {
  const { pathname, searchParams } = new URL(Url, 'http://host');
  const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
  return t.service.content({ kind: pathname.split('/')[2] ?? '', id: String(ID), exp, sig });
}

describe('a track', () => {
  test.each([
    ['track.mp3', 'audio/mpeg', { Name: 'Вечір у дворі', Author: 'Ґанок', Release: 'Двір', Genre: 'Folk' }],
    ['track.flac', 'audio/flac', { Name: 'Flute', Author: 'Ada', Release: 'Reeds', Genre: 'Jazz' }],
    ['track.ogg', 'audio/ogg', { Name: 'Vorbis', Author: 'Ada', Release: '', Genre: '' }],
    ['track.opus', 'audio/ogg', { Name: 'Опус', Author: 'Ada', Release: 'Reeds', Genre: '' }],
    ['track.m4a', 'audio/mp4', { Name: 'Em four a', Author: 'Ada', Release: 'Reeds', Genre: 'Pop' }],
    ['track.wav', 'audio/wav', { Name: 'Wave', Author: 'Ada', Release: '', Genre: '' }],
    ['track.aac', 'audio/aac', { Name: 'Without a word', Author: '', Release: '', Genre: '' }],
  ])('is accepted as %s under any name, with its metadata', async (name, type, told) => {
    const track = await store(ann, name, { filename: 'C:\\music\\Without a word.txt' });
    const about = { Mine: true, Duration: 1, Size: fixture(name).length, Authorship: '{}' };
    expect(track).toMatchObject({ ...told, ...about });
    const found = await served(track);
    expect((await bytesOf(found)).equals(fixture(name))).toBe(true);
    const ending = name === 'track.opus' ? 'ogg' : name.slice(6);
    const saved = [told.Author, told.Name].filter(Boolean).join(' - ');
    expect(found).toMatchObject({ type, inline: true, name: `${saved}.${ending}` });
  });

  test('includes lyrics, loudness and the explicit mark', async () => {
    expect(await store(ann, 'track.mp3')).toMatchObject({
      Text: 'Рядок один\nРядок два',
      Explicit: 1,
      ...{ Gain: -6.5, Peak: 0.988, AlbumGain: -7.1, AlbumPeak: 0.999 },
    });
    expect(await store(ann, 'track.flac')).toMatchObject({
      Text: 'La la',
      Explicit: 0,
      Gain: -3.2,
      Peak: 0.5,
    });
    // -512 / 256 dB to -23 LUFS are 3 dB to ReplayGain's -18.
    expect((await store(ann, 'track.opus')).Gain).toBe(3);
    expect(await store(ann, 'track.wav')).not.toHaveProperty('Gain');
  });

  test('stores its cover as one photo per album', async () => {
    const [one, other] = [await store(ann, 'track.mp3'), await store(ann, 'track.flac')];
    expect(other.Cover).toBe(one.Cover);
    const photo = await bob.call('photos.get', { photo_id: one.Cover });
    expect(photo).toMatchObject({ Author: ann.id, Width: 32, Height: 32 });
    const { format } = await sharp(await bytesOf(await served(photo))).metadata();
    expect(format).toBe('png');
    const hidden = await store(ann, 'track.m4a', { mode: 'private' });
    expect(hidden.Cover).not.toBe(one.Cover);
    expect(await bob.refused('photos.get', { photo_id: hidden.Cover })).toMatchObject({ code: 'not_found' });
    expect(ids(await ann.call('photos.list', {}))).toEqual([hidden.Cover, one.Cover]);
  });

  test('takes its title from the form before the file, and leaves empty fields unset', async () => {
    const { ID: cover } = await upload(t.service, ann.session, 'photos.upload', fixture('moving.gif'));
    const said = { name: 'Morning', author: ' Other ', release: '', cover };
    expect(await store(ann, 'track.mp3', said)).toMatchObject({
      ...{ Name: 'Morning', Author: 'Other', Release: 'Двір', Cover: cover },
    });
    expect((await store(ann, 'track.mp3', { cover: 0 })).Cover).toBe(0);
    const { ID: foreign } = await upload(t.service, bob.session, 'photos.upload', fixture('picture.png'));
    const wrong = await refusal(store(ann, 'track.mp3', { cover: foreign }));
    expect(wrong).toMatchObject({ fields: { cover: 'must be one of your photos' } });
    expect(await ann.call('music.tracks', {})).toHaveLength(2);
  });

  test('is edited by its owner, with events to their other windows', async () => {
    const { ID: track_id, Timestamp } = await store(ann, 'track.wav');
    const [own, others] = [await ann.listen(), await bob.listen()];
    const changes = { name: 'Хвиля', author: '', genre: 'Noise', text: 'sh\nsh', explicit: true };
    const changed = await ann.call('music.updateTrack', { track_id, ...changes });
    expect(changed).toMatchObject({ Name: 'Хвиля', Author: '', Genre: 'Noise', Text: 'sh\nsh', Explicit: 1 });
    expect(changed.Timestamp).toBe(Timestamp);
    expect(await ann.call('music.updateTrack', { track_id })).toEqual(changed);
    expect(await own.take()).toMatchObject([{ Type: 'track', ID: track_id, Track: { Name: 'Хвиля' } }]);
    expect(await others.take()).toEqual([]);
    expect(await bob.refused('music.updateTrack', { track_id, name: 'x' })).toMatchObject({
      code: 'access_denied',
    });
    for (const name of ['', ' ', 'a\nb', 'a'.repeat(301)])
      expect(await ann.refused('music.updateTrack', { track_id, name })).toMatchObject({
        fields: { name: expect.any(String) },
      });
  });

  test('disappears everywhere when its owner deletes it', async () => {
    const track = await store(ann, 'track.mp3');
    const { ID: playlist_id } = await bob.call('music.createPlaylist', { name: 'Evenings' });
    await bob.call('music.addTrack', { playlist_id, track_id: track.ID });
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: eve.id });
    await ann.call('dialogs.send', { dialog_id, attachments: [{ Type: 'track', Item: track.ID }] });
    const [own, listed, sent] = [await ann.listen(), await bob.listen(), await eve.listen()];
    // Who came is told to those who know them.
    for (const line of [own, listed, sent]) await line.take();
    await ann.call('music.removeTrack', { track_id: track.ID });
    const { TrackList = 0 } = await ann.call('people.me', {});
    expect(await own.take()).toMatchObject([
      { Type: 'message_edit' },
      { Type: 'track', ID: track.ID, Track: null },
      { Type: 'playlist', ID: TrackList, Playlist: { Tracks: [] } },
    ]);
    expect(await listed.take()).toMatchObject([
      { Type: 'playlist', ID: playlist_id, Playlist: { Tracks: [] } },
    ]);
    expect(await sent.take()).toMatchObject([
      { Type: 'message_edit', Message: { Attachments: [{ Type: 'track', Item: null }] } },
    ]);
    expect(await ann.call('music.find', { mask: 'вечір' })).toEqual([]);
    expect(await refusal(served(track))).toMatchObject({ code: 'not_found' });
  });
});

describe('access to a track', () => {
  test('finds it by words of name, artist and release in any script', async () => {
    const track = await store(ann, 'track.mp3');
    const flute = await store(bob, 'track.flac', { name: '中文歌 Straße' });
    const found = async (mask: string) => ids(await eve.call('music.find', { mask }));
    for (const mask of ['в', 'ве', 'ВЕЧІР', 'ґанок двір', 'у дворі'])
      expect(await found(mask)).toEqual([track.ID]);
    for (const mask of ['中', '文歌', 'strasse', 'reeds ada', 'R'])
      expect(await found(mask)).toEqual([flute.ID]);
    for (const mask of ['вечірка', 'jazz', '"', '*', 'NOT a']) expect(await found(mask)).toEqual([]);
    const { Tracks } = await eve.call('search.all', { mask: 'двір' });
    expect(Tracks).toMatchObject([{ ID: track.ID, Mine: false }]);
    await ann.call('music.updateTrack', { track_id: track.ID, name: 'Ранок' });
    expect(await found('вечір')).toEqual([]);
    expect(await found('ранок')).toEqual([track.ID]);
    // What a track is called comes before what it is of.
    const other = await store(bob, 'track.wav', { name: 'x', release: 'Ранок' });
    expect(await found('ранок')).toEqual([track.ID, other.ID]);
    expect(ids(await eve.call('music.find', { mask: 'ранок', limit: 1, page: 1 }))).toEqual([other.ID]);
  });

  test('of a private track is denied to strangers', async () => {
    const hidden = await store(ann, 'track.mp3', { mode: 'private' });
    const open = await store(ann, 'track.flac');
    expect(ids(await ann.call('music.of', { user: '@me' }))).toEqual([open.ID, hidden.ID]);
    expect(ids(await bob.call('music.of', { user: ann.id }))).toEqual([open.ID]);
    expect(await bob.refused('music.track', { track_id: hidden.ID })).toMatchObject({ code: 'not_found' });
    expect(ids(await bob.call('music.some', { ids: [hidden.ID, 12345, open.ID, open.ID] }))).toEqual([
      open.ID,
    ]);
    expect(ids(await ann.call('music.some', { ids: `${hidden.ID},${open.ID}` }))).toEqual([
      hidden.ID,
      open.ID,
    ]);
    expect(await bob.call('music.find', { mask: 'вечір' })).toEqual([]);
    expect(ids(await ann.call('music.find', { mask: 'вечір' }))).toEqual([hidden.ID]);
    const { TrackList = 0 } = await ann.call('people.me', {});
    const seen = async (who: TestPerson) =>
      (await who.call('music.playlist', { playlist_id: TrackList })).Tracks;
    expect([await seen(ann), await seen(bob)]).toEqual([[open.ID, hidden.ID], [open.ID]]);
  });

  test('is granted to recipients while they can see the message', async () => {
    const hidden = await store(ann, 'track.mp3', { mode: 'private' });
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
    const attachments = [{ Type: 'track' as const, Item: hidden.ID }];
    await ann.call('dialogs.send', { dialog_id, attachments });
    const [message] = await bob.call('dialogs.messages', { dialog_id });
    expect(message?.Attachments).toMatchObject([{ Type: 'track', Item: { ID: hidden.ID, Mine: false } }]);
    expect(await bob.call('music.track', { track_id: hidden.ID })).toMatchObject({ ID: hidden.ID });
    expect(ids(await bob.call('music.some', { ids: [hidden.ID] }))).toEqual([hidden.ID]);
    expect(await bob.call('photos.get', { photo_id: hidden.Cover })).toMatchObject({ ID: hidden.Cover });
    expect(await bob.call('dialogs.shared', { dialog_id, kind: 'tracks' })).toMatchObject([
      { Message: message?.ID, Item: { ID: hidden.ID } },
    ]);
    // Everywhere else it stays what it is: private.
    expect(await bob.call('music.of', { user: ann.id })).toEqual([]);
    expect(await bob.call('music.find', { mask: 'вечір' })).toEqual([]);
    const { ID: playlist_id } = await bob.call('music.createPlaylist', { name: 'Mine' });
    expect(await bob.refused('music.addTrack', { playlist_id, track_id: hidden.ID })).toMatchObject({
      code: 'access_denied',
    });
    expect(await eve.refused('music.track', { track_id: hidden.ID })).toMatchObject({ code: 'not_found' });
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await bob.refused('music.track', { track_id: hidden.ID })).toMatchObject({ code: 'not_found' });
    expect(await bob.refused('photos.get', { photo_id: hidden.Cover })).toMatchObject({ code: 'not_found' });
  });

  test.each(['block', 'be blocked', 'ban'])('is denied across a %s', async (what) => {
    const track = await store(bob, 'track.mp3');
    const { TrackList = 0 } = await bob.call('people.me', {});
    const { ID: playlist_id } = await eve.call('music.createPlaylist', { name: 'Evenings' });
    await eve.call('music.addTrack', { playlist_id, track_id: track.ID });
    if (what === 'block') await eve.call('people.block', { user: bob.id });
    if (what === 'be blocked') await bob.call('people.block', { user: eve.id });
    if (what === 'ban') await ann.call('admin.ban', { user_id: bob.id, reason: 'Loud' });
    expect(await eve.refused('music.track', { track_id: track.ID })).toMatchObject({ code: 'not_found' });
    expect(await eve.refused('music.playlist', { playlist_id: TrackList })).toMatchObject({
      code: 'not_found',
    });
    expect(['not_found', 'access_denied']).toContain((await eve.refused('music.of', { user: bob.id })).code);
    expect(await eve.call('music.find', { mask: 'вечір' })).toEqual([]);
    expect((await eve.call('search.all', { mask: 'вечір' })).Tracks).toEqual([]);
    expect((await eve.call('music.playlist', { playlist_id })).Tracks).toEqual([]);
    const message = { user_id: eve.id };
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', message);
    const attachments = [{ Type: 'track' as const, Item: track.ID }];
    const refused = await eve.refused('dialogs.send', { dialog_id, attachments });
    expect(refused.fields).toEqual({ 'attachments.0.Item': 'does not exist' });
    if (what === 'block') await eve.call('people.unblock', { user: bob.id });
    if (what === 'be blocked') await bob.call('people.unblock', { user: eve.id });
    if (what === 'ban') await ann.call('admin.unban', { user_id: bob.id });
    expect((await eve.call('music.playlist', { playlist_id })).Tracks).toEqual([track.ID]);
  });

  test('is enough to report it', async () => {
    const { ID } = await store(bob, 'track.mp3');
    await eve.call('people.reportItem', { Type: 'track', Item: ID, reason: 'Loud' });
    const [report] = await ann.call('admin.reports', {});
    expect(report).toMatchObject({ User: { ID: bob.id }, Item: { Type: 'track', ID }, Reason: 'Loud' });
    expect(await bob.refused('people.reportItem', { Type: 'track', Item: ID, reason: 'x' })).toMatchObject({
      fields: { Item: 'must not be your own' },
    });
  });
});

test('removing a photo clears it as cover', async () => {
  const track = await store(ann, 'track.mp3');
  const playlist = await ann.call('music.createPlaylist', { name: 'Evenings', cover: track.Cover });
  const own = await ann.listen();
  await ann.call('photos.remove', { photo_id: track.Cover });
  expect(await own.take()).toMatchObject([
    { Type: 'track', Track: { ID: track.ID, Cover: 0 } },
    { Type: 'playlist', Playlist: { ID: playlist.ID, Cover: 0 } },
    { Type: 'photo', Photo: null },
  ]);
});
