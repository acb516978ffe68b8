import type { Name } from '../../../shared/contract';
import { pendingCase, type Case, type World } from './world';

/** Pending calls and where they show. */
export function libraryCases(w: World): Case<Name, Name>[] {
  const playlists = { user: '@me' };
  return [
    pendingCase(
      'music.createPlaylist',
      { name: 'New' },
      'music.playlists',
      playlists,
      (list) => list[0]?.Name === 'New',
    ),
    pendingCase(
      'music.updatePlaylist',
      { playlist_id: w.playlist, name: 'Other' },
      'music.playlist',
      { playlist_id: w.playlist },
      (one) => one.Name === 'Other',
    ),
    pendingCase(
      'music.addTrack',
      { playlist_id: w.playlist, track_id: w.track },
      'music.playlist',
      { playlist_id: w.playlist },
      (one) => one.Tracks.length === 1,
    ),
    pendingCase(
      'music.dropTrack',
      { playlist_id: w.filled, track_id: w.track },
      'music.playlist',
      { playlist_id: w.filled },
      (one) => one.Tracks.length === 0,
    ),
    pendingCase('music.removePlaylist', { playlist_id: w.playlist }, 'music.playlists', playlists, (list) =>
      list.every((one) => one.ID !== w.playlist),
    ),
    pendingCase(
      'music.updateTrack',
      { track_id: w.track, name: 'Song' },
      'music.tracks',
      {},
      ([track]) => track?.Name === 'Song',
    ),
    pendingCase('music.removeTrack', { track_id: w.track }, 'music.tracks', {}, (list) => list.length === 0),
    pendingCase(
      'files.update',
      { file_id: w.file, folder: 'Folder' },
      'files.folders',
      {},
      ([folder]) => folder?.Path === 'Folder',
    ),
    pendingCase(
      'files.markHeard',
      { file_id: w.voice },
      'files.get',
      { file_id: w.voice },
      (file) => file.Voice?.Heard === true,
    ),
    pendingCase('files.remove', { file_id: w.file }, 'files.list', {}, (list) => list.length === 0),
    pendingCase(
      'photos.update',
      { photo_id: w.photo, caption: 'Caption' },
      'photos.get',
      { photo_id: w.photo },
      (photo) => photo.Caption === 'Caption',
    ),
    pendingCase(
      'photos.remove',
      { photo_id: w.photo },
      'photos.some',
      { ids: [w.photo] },
      (list) => list.length === 0,
    ),
    pendingCase(
      'videos.update',
      { video_id: w.video, name: 'Video' },
      'videos.list',
      {},
      ([video]) => video?.Name === 'Video',
    ),
    pendingCase('videos.remove', { video_id: w.video }, 'videos.list', {}, (list) => list.length === 0),
  ];
}
