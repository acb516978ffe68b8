import type { Handlers } from '../dispatch';
import { followHandlers } from './follows';
import { playlistHandlers } from './playlists';
import { trackHandlers } from './tracks';
import { upload } from './upload';

type Names =
  | 'music.upload'
  | 'music.tracks'
  | 'music.track'
  | 'music.some'
  | 'music.updateTrack'
  | 'music.removeTrack'
  | 'music.find'
  | 'music.of'
  | 'music.createPlaylist'
  | 'music.playlist'
  | 'music.updatePlaylist'
  | 'music.removePlaylist'
  | 'music.addTrack'
  | 'music.keepTrack'
  | 'music.dropTrack'
  | 'music.playlists'
  | 'music.followPlaylist'
  | 'music.unfollowPlaylist';

/** Handlers of the music library: uploads, tracks, playlists, and playlists of others that a person follows. */
export const musicHandlers = {
  'music.upload': { prepare: upload },
  ...trackHandlers,
  ...playlistHandlers,
  ...followHandlers,
} satisfies Pick<Handlers, Names>;
