import type { Playlist, Track } from '../../shared/contract/records';
import { call, uploads } from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { myMusic, player } from '../player';
import { toasts } from '../ui';
import type { Library } from './library.svelte';
import { putBack, type OpenPlaylist } from './playlist.svelte';

/** Uploads files as tracks; the host reads their tags. Skips those that are no music, such as a cover, with a toast. */
export function uploadMusic(files: Iterable<File>): void {
  const { music = [], other = [] } = Object.groupBy(files, (file) =>
    MUSIC.test(file.type) ? 'music' : 'other',
  );
  for (const file of music) uploads.add(file, { call: 'music.upload', input: { filename: file.name } });
  const [first] = other;
  if (first) toasts.show({ message: m().music.notMusic(other.length, first.name), tone: 'danger' });
}

/** Adds tracks to the player queue and shows a toast. */
export function putInLine(some: readonly Track[], where: 'next' | 'last'): void {
  player.putInLine(some, where);
  const t = m().player;
  toasts.show({ message: where === 'next' ? t.queuedNext(some.length) : t.queuedLast(some.length) });
}

/**
 * Adds tracks to an own playlist in their order and shows a toast. Skips tracks it already contains, but restores those
 * whose removal can still be undone.
 */
export async function addTo(
  { ID: playlist_id, Name, Tracks = [] }: Pick<Playlist, 'ID' | 'Name'> & Partial<Pick<Playlist, 'Tracks'>>,
  some: readonly Track[],
): Promise<void> {
  const missing = some.filter(({ ID }) => putBack(playlist_id, ID) || !Tracks.includes(ID));
  try {
    for (const { ID: track_id } of missing) await call('music.addTrack', { playlist_id, track_id });
    toasts.show({ message: missing.length ? m().music.added(Name) : m().music.isIn(Name) });
  } catch (error) {
    fail(error);
  }
}

/** Hides tracks of an own playlist and removes them once the undo toast expires. */
export function takeOut(open: OpenPlaylist, some: readonly Track[]): void {
  const shows = some.map((track) => open.hide(track.ID));
  removeLater(m().music.removedFromPlaylist, shows, () =>
    Promise.all(
      some
        .filter(({ ID }) => open.isHidden(ID))
        .map(({ ID: track_id }) => call('music.dropTrack', { playlist_id: open.id, track_id })),
    ),
  );
}

/** Adds a track to My Music, or removes it. */
export function toggleMine(track: Track): void {
  void myMusic.toggle(track);
}

/** Hides own tracks and deletes them everywhere once the undo toast expires. */
export function deleteTracks(library: Library, some: readonly Track[]): void {
  const shows = some.map((track) => library.hide(track.ID));
  removeLater(m().music.tracksDeleted(some.length), shows, () =>
    Promise.all(some.map(({ ID: track_id }) => call('music.removeTrack', { track_id }))),
  );
}

/** Hides an own playlist and deletes it once the undo toast expires. */
export function deletePlaylist(library: Library, playlist: Playlist): void {
  removeLater(m().music.playlistDeleted, [library.hide(playlist.ID)], () =>
    call('music.removePlaylist', { playlist_id: playlist.ID }),
  );
}

/**
 * Shows an undo toast and calls `remove` when it expires; that sends everything at once, as the page may be closing. On
 * undo or an error, shows the items again.
 */
function removeLater(text: string, shows: readonly (() => void)[], remove: () => Promise<unknown>): void {
  const show = () => shows.forEach((one) => one());
  toasts.show({
    message: text,
    undo: { label: m().common.undo, run: show },
    onexpire: () =>
      void remove().catch((error: unknown) => {
        show();
        fail(error);
      }),
  });
}

function fail(error: unknown): void {
  toasts.show({ message: errorText(error), tone: 'danger' });
}

/** The media types that browsers report for music. On some systems it has the type of a video, or none. */
const MUSIC = /^$|^audio\/|\/(ogg|mp4|octet-stream)$/;
