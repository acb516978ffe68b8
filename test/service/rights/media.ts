import {
  NOBODY,
  NOT_BLOCKED,
  SIGNED_IN,
  UNKNOWN,
  ann,
  nothing,
  only,
  row,
  type Given,
  type Row,
} from './answers';
import { bytes } from './content';

const annsTrack: Given = (w) => ({ track_id: w.annsTrack });
const annsOpenTrack: Given = (w) => ({ track_id: w.annsOpenTrack });
const annsPlaylist: Given = (w) => ({ playlist_id: w.annsPlaylist, track_id: w.annsOpenTrack });
const annsVideo: Given = (w) => ({ video_id: w.annsVideo });
const own: Given = (w, caller) => ({
  playlist_id: caller === 'ann' ? w.annsPlaylist : w.ownPlaylists[caller],
});

const NOT_THEIRS = [401, 403, 403, 403, 404, 403, 403];

export const mediaRows: Row[] = [
  row('music.upload', '', (w, caller, t) => bytes(w, caller, t, 'music.upload', 'sound.mp3'), SIGNED_IN),
  row('music.tracks', '', nothing, SIGNED_IN),
  row('music.track', "another's", annsTrack, UNKNOWN),
  row('music.track', 'a public one', annsOpenTrack, NOT_BLOCKED),
  row('music.some', '', (w) => ({ ids: [w.annsTrack, w.annsOpenTrack] }), SIGNED_IN),
  row('music.updateTrack', "another's", annsTrack, UNKNOWN),
  row('music.updateTrack', 'a public one', annsOpenTrack, NOT_THEIRS),
  row('music.removeTrack', "another's", annsTrack, UNKNOWN),
  row('music.removeTrack', 'a public one', annsOpenTrack, NOT_THEIRS),
  row('music.find', '', () => ({ mask: 'sound' }), SIGNED_IN),
  row('music.of', 'who blocked', ann, NOT_BLOCKED),
  row('music.of', 'who is banned', (w) => ({ user: w.callers.banned.id }), NOBODY),
  row('music.createPlaylist', '', () => ({ name: 'New' }), SIGNED_IN),
  row('music.playlist', "another's", only(annsPlaylist, 'playlist_id'), NOT_BLOCKED),
  row('music.playlist', 'of who is banned', (w) => ({ playlist_id: w.ownPlaylists.banned }), UNKNOWN),
  row('music.playlists', 'who blocked', ann, NOT_BLOCKED),
  row('music.playlists', 'who is banned', (w) => ({ user: w.callers.banned.id }), NOBODY),
  row(
    'music.updatePlaylist',
    'own',
    (w, ...rest) => ({ ...(own(w, ...rest) as object), name: 'New' }),
    SIGNED_IN,
  ),
  row('music.updatePlaylist', "another's", annsPlaylist, NOT_THEIRS),
  row('music.removePlaylist', 'own', own, SIGNED_IN),
  row('music.removePlaylist', "another's", annsPlaylist, NOT_THEIRS),
  row('music.followPlaylist', "another's", annsPlaylist, NOT_BLOCKED),
  row('music.followPlaylist', 'of who is banned', (w) => ({ playlist_id: w.ownPlaylists.banned }), UNKNOWN),
  row('music.unfollowPlaylist', 'not followed', annsPlaylist, SIGNED_IN),
  row('music.keepTrack', "another's", annsTrack, UNKNOWN),
  row('music.keepTrack', 'a public one', annsOpenTrack, NOT_BLOCKED),
  row('music.addTrack', "another's", annsPlaylist, NOT_THEIRS),
  row('music.addTrack', 'to an own one', (w, ...rest) => into(own(w, ...rest), w.annsOpenTrack), NOT_BLOCKED),
  row(
    'music.addTrack',
    'one that they do not know of',
    (w, ...rest) => into(own(w, ...rest), w.annsTrack),
    UNKNOWN,
  ),
  row(
    'music.moveTrack',
    "another's",
    (w) => ({ playlist_id: w.annsPlaylist, track_id: w.annsOpenTrack, direction: 'up' }),
    NOT_THEIRS,
  ),
  row('music.dropTrack', "another's", annsPlaylist, NOT_THEIRS),
  row(
    'music.dropTrack',
    'one that is not in it',
    (w, ...rest) => into(own(w, ...rest), w.annsTrack),
    UNKNOWN,
  ),

  row('videos.upload', '', (w, caller, t) => bytes(w, caller, t, 'videos.upload', 'video.mp4'), SIGNED_IN),
  row('videos.list', '', nothing, SIGNED_IN),
  row('videos.get', "another's", annsVideo, UNKNOWN),
  row('videos.update', "another's", annsVideo, UNKNOWN),
  row('videos.remove', "another's", annsVideo, UNKNOWN),

  row('people.reportItem', 'a public track', (w) => reported('track', w.annsOpenTrack), NOT_BLOCKED),
  row(
    'people.reportItem',
    'a track that they do not know of',
    (w) => reported('track', w.annsTrack),
    UNKNOWN,
  ),
  row('people.reportItem', "another's video", (w) => reported('video', w.annsVideo), UNKNOWN),
];

function into(playlist: unknown, track: number) {
  return { ...(playlist as object), track_id: track };
}

function reported(Type: 'track' | 'video', Item: number) {
  return { Type, Item, reason: 'Loud' };
}
