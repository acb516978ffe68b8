// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, connection, session, tracks } from '../../../renderer/api';
import { move, remove, rename } from '../../../renderer/files/actions';
import { FileLibrary } from '../../../renderer/files/library.svelte';
import { isFile, type Item } from '../../../renderer/files/list/items';
import { FileSelection } from '../../../renderer/files/list/selection.svelte';
import { addTo, deletePlaylist, deleteTracks, takeOut } from '../../../renderer/music/actions';
import { Library } from '../../../renderer/music/library.svelte';
import { OpenPlaylist, putBack } from '../../../renderer/music/playlist.svelte';
import { myMusic } from '../../../renderer/player';
import { VideoLibrary } from '../../../renderer/videos/library.svelte';
import { watched } from '../../../renderer/videos/watched.svelte';
import type { Output } from '../../../shared/contract';
import { Author, File, Playlist, Track, UserModel, Video } from '../../../shared/contract/records';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { heldAnswer, ME, openPage, readOwnPerson, settled, toastTexts, undo } from './page';

const MINE = 99;
const stops: (() => void)[] = [];
beforeEach(async () => {
  await openPage();
  await readOwnPerson({ TrackList: MINE });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

async function follow<T extends { follow: () => () => void }>(one: T): Promise<T> {
  stops.push(one.follow());
  await settled();
  return one;
}
const ids = (items: readonly { ID: number }[]) => items.map(({ ID }) => ID);
const file = (ID: number, fields: Partial<File> = {}) => recordOf(File, { ID, Name: `${ID}.txt`, ...fields });
const names = (items: readonly Item[]) => items.map((item) => ('file' in item ? item.file.Name : item.name));

type Folders = Output<'files.folders'>;

/** The files of the host, in its order, in pages of a hundred. */
function answerFiles(all: readonly File[], folders: Folders = []): void {
  fakeHost.answer('files.folders', () => folders);
  fakeHost.answer('files.list', ({ page, limit, query, folder }) =>
    all
      .filter((one) => (query ? one.Name.includes(query) : one.Folder === (folder ?? '')))
      .slice(Number(page) * Number(limit), (Number(page) + 1) * Number(limit)),
  );
}

test('folders are listed before files, and hidden while files are filtered', async () => {
  answerFiles([file(1), file(2)], [{ Path: 'Yard/Benches', Files: 1, Size: 9 }]);
  const library = await follow(new FileLibrary(''));
  expect(names(library.items)).toEqual(['Yard', '1.txt', '2.txt']);
  expect(library.allFolders).toEqual(['Yard', 'Yard/Benches']);
  expect(library.used).toBe(9);
  library.show('image');
  await settled();
  expect(fakeHost.inputsOf('files.list').at(-1)).toMatchObject({ kind: 'image', folder: '' });
  expect(names(library.items)).toEqual(['1.txt', '2.txt']);
  library.showAll();
  await settled();
  expect(library.items).toHaveLength(3);
});

test('a search at the top level covers all folders, a search in a folder its subfolders', async () => {
  vi.useFakeTimers();
  answerFiles([file(1, { Name: 'hidden bill.txt', Folder: 'Bills' }), file(2)]);
  const top = await follow(new FileLibrary(''));
  for (const words of ['b', 'bi', ' bill ']) top.find(words);
  await vi.advanceTimersByTimeAsync(250);
  expect(names(top.items)).toEqual(['hidden bill.txt']);
  expect(fakeHost.inputsOf('files.list').slice(1)).toEqual([
    { page: 0, limit: 100, kind: 'all', sort: 'newest', query: 'bill' },
  ]);
  const inside = await follow(new FileLibrary('Bills'));
  inside.find('bill');
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('files.list').at(-1)).toMatchObject({ query: 'bill', folder: 'Bills' });
});

test('the sort order of files is stored on the device', async () => {
  answerFiles([]);
  (await follow(new FileLibrary(''))).order('name');
  await settled();
  expect(fakeHost.inputsOf('files.list').at(-1)?.sort).toBe('name');
  expect(new FileLibrary('Yard').sort).toBe('name');
});

test('many files are loaded page by page, each once', async () => {
  const all = Array.from({ length: 1130 }, (_, at) => file(at + 1));
  answerFiles(all);
  const library = await follow(new FileLibrary(''));
  expect(library.items).toHaveLength(100);
  await Promise.all([library.grow(), library.grow()]);
  expect(library.items).toHaveLength(200);
  await library.growToEnd();
  expect(names(library.items)).toEqual(all.map(({ Name }) => Name));
  const calls = fakeHost.inputsOf('files.list').length;
  await library.grow();
  expect(fakeHost.inputsOf('files.list')).toHaveLength(calls);
});

test('a failed page of files is requested again', async () => {
  answerFiles(Array.from({ length: 130 }, (_, at) => file(at + 1)));
  const library = await follow(new FileLibrary(''));
  const answered = Array.from({ length: 130 }, (_, at) => file(at + 1));
  fakeHost.answer('files.list', () => {
    throw new AppError('server_error');
  });
  await library.growToEnd();
  expect(library.loading.error?.code).toBe('server_error');
  expect(library.items).toHaveLength(100);
  answerFiles(answered);
  await library.growToEnd();
  expect(library.items).toHaveLength(130);
});

test('a filter that failed to load is loaded again, by scrolling or once the connection is back', async () => {
  answerFiles(Array.from({ length: 130 }, (_, at) => file(at + 1)));
  const library = await follow(new FileLibrary(''));
  const failing = () => {
    throw new AppError('server_error');
  };
  fakeHost.answer('files.list', failing);
  library.show('image');
  await settled();
  fakeHost.answer('files.list', ({ kind }) => (kind === 'image' ? [file(7)] : []));
  await library.grow();
  expect(names(library.items)).toEqual(['7.txt']);

  fakeHost.answer('files.list', failing);
  library.show('document');
  await settled();
  connection.setState('reconnecting');
  flushSync();
  fakeHost.answer('files.list', () => [file(8)]);
  connection.setState('connected');
  await settled();
  expect(names(library.items)).toEqual(['8.txt']);
});

test('a filter selected during a load determines what is shown', async () => {
  const slow = heldAnswer<File[]>();
  fakeHost.answer('files.folders', () => []);
  fakeHost.answer('files.list', ({ kind }) => (kind === 'image' ? [file(2)] : slow.handler()));
  const library = new FileLibrary('');
  stops.push(library.follow());
  await slow.asked;
  library.show('image');
  slow.give([file(1)]);
  await settled();
  expect(names(library.items)).toEqual(['2.txt']);
});

test('a file changed elsewhere is updated at once, and removed if it was moved away', async () => {
  answerFiles([file(1), file(2)]);
  const library = await follow(new FileLibrary(''));
  fakeHost.send({ Type: 'file', ID: 1, File: file(1, { Name: 'renamed.txt' }) });
  expect(names(library.items)).toEqual(['renamed.txt', '2.txt']);
  fakeHost.send({ Type: 'file', ID: 2, File: file(2, { Folder: 'Yard' }) });
  expect(names(library.items)).toEqual(['renamed.txt']);
  fakeHost.send({ Type: 'file', ID: 1, File: null });
  expect(library.items).toEqual([]);
});

test('deleted files stay hidden in every folder until the deletion is undone', async () => {
  answerFiles([file(1), file(2)]);
  const library = await follow(new FileLibrary(''));
  library.hide([1]);
  expect(names(library.items)).toEqual(['2.txt']);
  const comingBack = await follow(new FileLibrary(''));
  expect(names(comingBack.items)).toEqual(['2.txt']);
  comingBack.unhide([1]);
  expect(names(library.items)).toEqual(['1.txt', '2.txt']);
});

test('files are deleted when undo is no longer offered, and shown again if the host rejects it', async () => {
  vi.useFakeTimers();
  answerFiles([file(11), file(12), file(13)]);
  const library = await follow(new FileLibrary(''));
  const [first, second] = [file(11), file(12)];
  remove(library, [first]);
  undo();
  expect(library.items).toHaveLength(3);
  fakeHost.answer('files.remove', ({ file_id }) => {
    if (Number(file_id) === 12) throw new AppError('access_denied');
    return { ok: true };
  });
  remove(library, [first, second]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(fakeHost.inputsOf('files.remove')).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(fakeHost.inputsOf('files.remove')).toEqual([{ file_id: 11 }, { file_id: 12 }]);
  expect(names(library.items)).toEqual(['12.txt', '13.txt']);
  expect(toastTexts()).toEqual(['You don’t have permission to do this.']);
});

test('a new name is shown at once, and reverted if the host rejects it', async () => {
  answerFiles([file(1)]);
  const library = await follow(new FileLibrary(''));
  const answer = heldAnswer<File>();
  fakeHost.answer('files.update', answer.handler);
  const renaming = rename(library, file(1), 'new.txt');
  expect(names(library.items)).toEqual(['new.txt']);
  answer.give(file(1, { Name: 'new.txt' }));
  await renaming;
  fakeHost.answer('files.update', () => {
    throw new AppError('validation_error');
  });
  await rename(library, file(1, { Name: 'new.txt' }), '/');
  expect(names(library.items)).toEqual(['new.txt']);
  expect(toastTexts()).toHaveLength(1);
});

test('moved files leave their folder, and return with Undo', async () => {
  answerFiles([file(1), file(2)]);
  const library = await follow(new FileLibrary(''));
  fakeHost.answer('files.update', ({ file_id, folder }) => file(Number(file_id), { Folder: folder ?? '' }));
  await move(library, [file(1), file(2)], 'Yard');
  expect(library.items).toEqual([]);
  expect(toastTexts()).toEqual(['2 files moved to Yard']);
  undo();
  await settled();
  expect(fakeHost.inputsOf('files.update').slice(2)).toEqual([
    { file_id: 1, folder: '' },
    { file_id: 2, folder: '' },
  ]);
  fakeHost.send({ Type: 'file', ID: 1, File: file(1) });
  await expect.poll(() => names(library.items)).toEqual(['1.txt', '2.txt']);
});

test('files, but not folders, can be selected one by one, as a range, all or none', async () => {
  answerFiles([file(1), file(2), file(3)], [{ Path: 'Yard', Files: 1, Size: 9 }]);
  const { items } = await follow(new FileLibrary(''));
  const selection = new FileSelection(() => items);
  const [folder, first, second, third] = items as [Item, Item, Item, Item];
  expect([selection.focused, selection.extent]).toEqual([folder.key, 'none']);
  selection.toggle(folder);
  expect(selection.files).toEqual([]);
  selection.toggle(first);
  selection.extendTo(third);
  expect(ids(selection.files)).toEqual([1, 2, 3]);
  expect([selection.extent, selection.place]).toEqual(['all', 3]);
  selection.extendTo(second);
  expect(ids(selection.files)).toEqual([1, 2]);
  selection.toggle(second);
  expect([selection.extent, selection.has(second)]).toEqual(['some', false]);
  selection.all();
  expect(selection.extent).toBe('all');
  selection.clear();
  expect(selection.extent).toBe('none');
});

test('a selection starts at the file that was clicked, and includes the previewed one', async () => {
  answerFiles([file(1), file(2), file(3), file(4)]);
  const { items } = await follow(new FileLibrary(''));
  const selection = new FileSelection(() => items);
  const [first, second, third, fourth] = items as [Item, Item, Item, Item];
  selection.startAt(first);
  selection.focus(third);
  selection.extendTo(third);
  expect(ids(selection.files)).toEqual([1, 2, 3]);
  selection.clear();
  selection.include(2);
  selection.toggle(fourth);
  expect(ids(selection.files)).toEqual([2, 4]);
  selection.include(1);
  expect(selection.has(second)).toBe(true);
  expect(selection.has(first)).toBe(false);
});

test('the item after a focused file that leaves is focused, or the one before the end', async () => {
  answerFiles([1, 2, 3, 4, 5].map((id) => file(id)));
  const library = await follow(new FileLibrary(''));
  const selection = new FileSelection(() => library.items);
  const leave = (...places: number[]) => {
    const files = places.flatMap((place) => library.items.slice(place).filter(isFile).slice(0, 1));
    selection.focusPast(files.map((item) => item.file));
    library.hide(files.map((item) => item.file.ID));
    return [selection.place, names(library.items)[selection.place]];
  };
  selection.focus(library.items[1]!);
  expect(leave(1, 2)).toEqual([1, '4.txt']);
  expect(leave(0)).toEqual([0, '4.txt']);
  selection.focus(library.items[1]!);
  expect(leave(1)).toEqual([0, '4.txt']);
});

const track = (ID: number, fields: Partial<Track> = {}) =>
  recordOf(Track, { ID, Name: `Track ${ID}`, ...fields });
const playlist = (ID: number, Tracks: number[], fields: Partial<Playlist> = {}) =>
  recordOf(Playlist, { ID, Tracks, Author: recordOf(Author, { ID: ME }), ...fields });

/** The own music of the host: all tracks and the playlists. */
function answerMusic(all: readonly Track[], playlists: readonly Playlist[] = []): void {
  const everything = playlist(MINE, ids(all));
  const lists = [everything, ...playlists];
  fakeHost.answer('music.some', ({ ids: wanted }) =>
    all.filter(({ ID }) => (wanted as number[]).includes(ID)),
  );
  fakeHost.answer('music.playlists', () => [...lists]);
  fakeHost.answer('music.playlist', ({ playlist_id }) => {
    const found = lists.find(({ ID }) => ID === Number(playlist_id));
    if (!found) throw new AppError('not_found');
    return found;
  });
  tracks.put(all);
  myMusic.apply(everything);
}

test('tracks are grouped into albums and artists, in the order in which they were added', async () => {
  answerMusic([
    track(3, { Author: 'The Yard', Release: 'Evenings' }),
    track(2, { Author: 'The Yard', Release: 'Evenings', Cover: 7 }),
    track(1, { Author: 'Choir' }),
  ]);
  const library = await follow(new Library());
  expect(ids(library.tracks)).toEqual([3, 2, 1]);
  expect(library.albums).toMatchObject([{ name: 'Evenings', artist: 'The Yard', cover: 7 }]);
  expect(ids(library.albums[0]!.tracks)).toEqual([2, 3]);
  expect(library.artists.map(({ name }) => name)).toEqual(['Choir', 'The Yard']);
});

test('tracks are found by every word of a name, an artist or an album', async () => {
  answerMusic([track(2, { Name: 'Two', Author: 'Choir' }), track(1, { Name: 'One', Author: 'Choir' })]);
  const library = await follow(new Library());
  library.query = 'cho tw';
  expect(ids(library.found)).toEqual([2]);
  library.query = 'nothing';
  expect(library.found).toEqual([]);
});

test('a search finds albums and artists by any of their tracks, and leaves all of these in them', async () => {
  const by = (ID: number, Name: string, Author: string) => track(ID, { Name, Author, Release: 'Evenings' });
  answerMusic([by(3, 'Love', 'The Yard'), by(2, 'Rain', 'The Yard'), by(1, 'Snow', 'Choir')]);
  const library = await follow(new Library());
  library.query = 'love';
  expect(library.foundGroups('albums').map(({ artist }) => artist)).toEqual(['The Yard']);
  expect(library.foundGroups('artists').map(({ name }) => name)).toEqual(['The Yard']);
  expect([library.albums.length, library.artists.length]).toEqual([2, 2]);
  const album = library.groupOf({ shelf: 'albums', name: 'Evenings', artist: 'The Yard' });
  expect(ids(album?.tracks ?? [])).toEqual([2, 3]);
  expect(library.groupOf({ shelf: 'artists', name: 'Choir' })?.tracks).toHaveLength(1);
  expect(library.groupOf({ shelf: 'artists', name: 'Somebody else' })).toBeUndefined();
});

test('the first track is shown when another device adds it', async () => {
  await readOwnPerson({ TrackList: 0 });
  myMusic.apply(playlist(0, []));
  fakeHost.answer('music.playlists', () => []);
  const library = await follow(new Library());
  expect(library.tracks).toEqual([]);
  // The number of the playlist that it made is told by the own person.
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: ME, TrackList: MINE }));
  fakeHost.answer('music.playlist', () => playlist(MINE, [1]));
  tracks.put([track(1)]);
  fakeHost.send({ Type: 'playlist', ID: MINE, Playlist: playlist(MINE, [1]) });
  await settled();
  expect(ids(library.tracks)).toEqual([1]);
});

test('the list of playlists follows events, and omits the one with all tracks', async () => {
  answerMusic([track(1)], [playlist(5, [1])]);
  const library = await follow(new Library());
  expect(ids(library.playlists)).toEqual([5]);
  fakeHost.send({ Type: 'playlist', ID: 6, Playlist: playlist(6, []) });
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: playlist(5, [], { Name: 'Slow' }) });
  expect(library.playlists.map(({ ID, Name }) => [ID, Name])).toEqual([
    [6, ''],
    [5, 'Slow'],
  ]);
  fakeHost.send({ Type: 'playlist', ID: 6, Playlist: null });
  fakeHost.send({ Type: 'playlist', ID: MINE, Playlist: playlist(MINE, [1]) });
  expect(ids(library.playlists)).toEqual([5]);
});

test('a deleted track stays hidden after leaving and returning, until the deletion is undone', async () => {
  answerMusic([track(2, { Name: 'Two' }), track(1, { Name: 'One' })]);
  const library = await follow(new Library());
  const unhide = library.hide(2);
  const comingBack = await follow(new Library());
  comingBack.query = 'Two';
  expect(comingBack.found).toEqual([]);
  unhide();
  expect(ids(comingBack.found)).toEqual([2]);
});

test('tracks are reordered at once, and orders are sent one after the other until the last', async () => {
  answerMusic([track(1), track(2), track(3)], [playlist(5, [1, 2, 3])]);
  const open = await follow(new OpenPlaylist(5));
  expect(open.isOwn).toBe(true);
  const answer = heldAnswer<{ ok: true }>();
  fakeHost.answer('music.updatePlaylist', answer.handler);
  const moved = open.move(1, 2, true);
  await answer.asked;
  void open.move(3, 2, false);
  void open.move(1, 3, false);
  expect(ids(open.tracks)).toEqual([1, 3, 2]);
  // What is told of the first order meanwhile is older.
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: playlist(5, [2, 1, 3]) });
  expect(ids(open.tracks)).toEqual([1, 3, 2]);
  answer.give({ ok: true });
  await moved;
  expect(ids(open.tracks)).toEqual([1, 3, 2]);
  expect(fakeHost.inputsOf('music.updatePlaylist').map((input) => input.tracks)).toEqual([
    [2, 1, 3],
    [1, 3, 2],
  ]);
});

test('a playlist that its owner hid or deleted is no longer shown', async () => {
  const author = recordOf(Author, { ID: ME + 1 });
  answerMusic([track(1)], [playlist(5, [1], { Author: author })]);
  const open = await follow(new OpenPlaylist(5));
  expect(open.record?.ID).toBe(5);
  answerMusic([track(1)]);
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: null });
  await settled();
  expect(open.record).toBeNull();
  expect(open.loading.error?.code).toBe('not_found');
});

test('a rejected order is reverted, with the reason', async () => {
  answerMusic([track(1), track(2)], [playlist(5, [1, 2])]);
  const open = await follow(new OpenPlaylist(5));
  fakeHost.answer('music.updatePlaylist', () => {
    throw new AppError('access_denied');
  });
  await open.move(1, 2, true);
  expect(ids(open.tracks)).toEqual([1, 2]);
  expect(toastTexts()).toEqual(['You don’t have permission to do this.']);
});

test('a removed track is hidden until the removal is undone or it is added again', async () => {
  answerMusic([track(1), track(2)], [playlist(5, [1, 2])]);
  const open = await follow(new OpenPlaylist(5));
  const unhide = open.hide(2);
  expect(ids((await follow(new OpenPlaylist(5))).tracks)).toEqual([1]);
  unhide();
  expect(ids(open.tracks)).toEqual([1, 2]);
  // Added while it is being taken out: it stays.
  open.hide(2);
  expect(putBack(5, 2)).toBe(true);
  expect(open.isHidden(2)).toBe(false);
  expect(putBack(5, 2)).toBe(false);
  // Taken out on the host, and added after that.
  open.hide(2);
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: playlist(5, [1]) });
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: playlist(5, [1, 2]) });
  expect(ids(open.tracks)).toEqual([1, 2]);
});

test('a track is removed from a playlist after ten seconds, unless it was added again', async () => {
  vi.useFakeTimers();
  answerMusic([track(1), track(2)], [playlist(5, [1, 2])]);
  const open = await follow(new OpenPlaylist(5));
  fakeHost.answer('music.dropTrack', () => playlist(5, [2]));
  fakeHost.answer('music.addTrack', () => ({ ok: true }));
  takeOut(open, [track(1)]);
  expect(ids(open.tracks)).toEqual([2]);
  await addTo(open.record!, [track(1)]);
  expect(ids(open.tracks)).toEqual([1, 2]);
  expect(fakeHost.inputsOf('music.addTrack')).toEqual([{ playlist_id: 5, track_id: 1 }]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fakeHost.inputsOf('music.dropTrack')).toEqual([]);

  takeOut(open, [track(1)]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fakeHost.inputsOf('music.dropTrack')).toEqual([{ playlist_id: 5, track_id: 1 }]);
  // It is not there any more, so that it is added and not shown again only.
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: playlist(5, [2]) });
  await addTo(open.record!, [track(1)]);
  expect(fakeHost.inputsOf('music.addTrack')).toHaveLength(2);
  fakeHost.send({ Type: 'playlist', ID: 5, Playlist: playlist(5, [1, 2]) });
  expect(ids(open.tracks)).toEqual([1, 2]);
});

test('tracks already in a playlist are not added again, and a toast says so', async () => {
  answerMusic([track(1), track(2)]);
  fakeHost.answer('music.addTrack', () => ({ ok: true }));
  const list = playlist(5, [1], { Name: 'Slow' });
  await addTo(list, [track(1)]);
  await addTo(list, [track(1), track(2)]);
  expect(fakeHost.inputsOf('music.addTrack')).toEqual([{ playlist_id: 5, track_id: 2 }]);
  expect(toastTexts()).toEqual(['Already in Slow', 'Added to Slow']);
});

test('tracks and playlists are deleted after ten seconds, and shown again if the host rejects it', async () => {
  vi.useFakeTimers();
  answerMusic([track(22), track(1)], [playlist(5, [1])]);
  const library = await follow(new Library());
  fakeHost.answer('music.removeTrack', () => ({ ok: true }));
  fakeHost.answer('music.removePlaylist', () => {
    throw new AppError('server_error');
  });
  deleteTracks(library, [track(22)]);
  deletePlaylist(library, library.playlists[0]!);
  expect([ids(library.tracks), library.playlists]).toEqual([[1], []]);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(fakeHost.inputsOf('music.removeTrack')).toEqual([{ track_id: 22 }]);
  expect(ids(library.tracks)).toEqual([1]);
  expect(ids(library.playlists)).toEqual([5]);
});

test('a track is added to or removed from My Music at once, and reverted if the host rejects it', async () => {
  answerMusic([track(1)]);
  fakeHost.answer('music.keepTrack', () => ({ ok: true }));
  await myMusic.toggle(track(2));
  expect(myMusic.ids).toEqual([2, 1]);
  fakeHost.answer('music.dropTrack', () => playlist(MINE, [1]));
  await myMusic.toggle(track(2));
  expect(myMusic.ids).toEqual([1]);
  fakeHost.answer('music.keepTrack', () => {
    throw new AppError('not_found');
  });
  const adding = myMusic.toggle(track(3));
  expect(myMusic.has(3)).toBe(true);
  await adding;
  expect(myMusic.ids).toEqual([1]);
  expect(toastTexts()).toHaveLength(3);
});

const video = (ID: number, fields: Partial<Video> = {}) =>
  recordOf(Video, { ID, Name: `Video ${ID}`, Preview: 1, Duration: 100, ...fields });

test('videos are found by name, in every sort order', async () => {
  const all = [
    video(3, { Name: 'Bench', Duration: 5 }),
    video(1, { Name: 'Choir' }),
    video(2, { Name: 'Attic' }),
  ];
  fakeHost.answer('videos.list', () => all);
  const library = await follow(new VideoLibrary());
  expect(ids(library.shown)).toEqual([3, 2, 1]);
  library.order = 'name';
  expect(ids(library.shown)).toEqual([2, 3, 1]);
  library.order = 'longest';
  expect(ids(library.shown).at(-1)).toBe(3);
  library.query = ' CHO ';
  expect(ids(library.shown)).toEqual([1]);
});

test('a deleted video is hidden, returns with Undo, and is deleted after ten seconds', async () => {
  vi.useFakeTimers();
  fakeHost.answer('videos.list', () => [video(2), video(1)]);
  const library = await follow(new VideoLibrary());
  library.deleteLater(library.shown[0]!);
  expect(ids((await follow(new VideoLibrary())).shown)).toEqual([1]);
  undo();
  expect(ids(library.shown)).toEqual([2, 1]);
  fakeHost.answer('videos.remove', () => ({ ok: true }));
  library.deleteLater(library.shown[0]!);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(fakeHost.inputsOf('videos.remove')).toEqual([{ video_id: 2 }]);
  fakeHost.answer('videos.remove', () => {
    throw new AppError('server_error');
  });
  library.deleteLater(library.shown[0]!);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(ids(library.shown)).toContain(1);
});

test('the list of videos follows events', async () => {
  fakeHost.answer('videos.list', () => [video(1)]);
  const library = await follow(new VideoLibrary());
  fakeHost.send({ Type: 'video', ID: 3, Video: video(3) });
  fakeHost.send({ Type: 'video', ID: 1, Video: video(1, { Name: 'Renamed' }) });
  expect(library.shown.map(({ Name }) => Name)).toEqual(['Video 3', 'Renamed']);
  fakeHost.send({ Type: 'video', ID: 3, Video: null });
  expect(ids(library.shown)).toEqual([1]);
});

test('a video resumes at its last position on any device, unless that is its beginning or end', async () => {
  session.begin({ token: 'another', id: 3 });
  fakeHost.answer('account.preferences', () => ({
    ...{ 'watched.1': [10, 7], 'watched.2': [1, 7], 'watched.3': [99, 7], 'watched.4': 'now', other: [1, 1] },
  }));
  await watched.ready();
  expect([1, 2, 3, 4].map((id) => watched.placeOf(video(id)))).toEqual([10, 0, 0, 0]);
  expect(watched.timeOf(1)).toBe(7);
});

test('a video resumes where another device was last, unless this one was there later', async () => {
  session.begin({ token: 'another', id: 5 });
  fakeHost.answer('account.updatePreferences', () => ({}));
  fakeHost.answer('account.preferences', () => ({ 'watched.1': [10, 7], 'watched.2': [20, 7] }));
  await watched.ready();
  watched.note(2, 30);
  fakeHost.answer('account.preferences', () => ({ 'watched.1': [50, 9], 'watched.2': [40, 9] }));
  await watched.ready();
  expect([1, 2].map((id) => watched.placeOf(video(id)))).toEqual([50, 30]);
});

test('the position in a video is stored at most every ten seconds, and when it is closed', async () => {
  vi.useFakeTimers();
  session.begin({ token: 'another', id: 4 });
  fakeHost.answer('account.preferences', () => ({}));
  fakeHost.answer('account.updatePreferences', () => ({}));
  await watched.ready();
  await vi.advanceTimersByTimeAsync(20_000);
  for (const seconds of [5, 6, 7]) watched.note(1, seconds);
  watched.note(1, 8.7, true);
  await settled();
  const at: unknown = expect.any(Number);
  expect(fakeHost.inputsOf('account.updatePreferences')).toEqual([
    { 'watched.1': [5, at] },
    { 'watched.1': [8, at] },
  ]);
  expect(watched.placeOf(video(1))).toBe(8);
});
