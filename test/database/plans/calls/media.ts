import type { Service } from '../../../../electron/service';
import { dialogId, LARGE } from '../../../bench/seed';
import { upload } from '../../../support/content';
import { fixture } from '../../../support/fixtures';
import type { TestPerson } from '../../../support/service';

export async function media(service: Service, ann: TestPerson, ben: TestPerson): Promise<void> {
  await music(service, ann, ben);
  await videos(service, ann, ben);
}

async function music(service: Service, ann: TestPerson, ben: TestPerson): Promise<void> {
  const { ID: track_id, Cover: photo_id } = await upload(
    service,
    ann.session,
    'music.upload',
    fixture('track.mp3'),
    { mode: 'private' },
  );
  await ann.call('music.updateTrack', { track_id, name: 'Twilight' });
  await ann.call('music.tracks', {});
  await ben.refused('music.track', { track_id });
  await ben.call('music.some', { ids: [track_id] });
  await ben.refused('photos.get', { photo_id });
  await ben.call('music.of', { user: ann.id });
  await ann.call('music.of', { user: '@me' });
  for (const person of [ann, ben]) await person.call('music.find', { mask: 'twi' });
  const { ID: playlist_id } = await ann.call('music.createPlaylist', { name: 'Evenings', cover: photo_id });
  await ann.call('music.addTrack', { playlist_id, track_id });
  await ann.call('music.updatePlaylist', { playlist_id, description: 'Slow', tracks: [track_id] });
  await ann.call('music.moveTrack', { playlist_id, track_id, direction: 'up' });
  await ann.call('music.keepTrack', { track_id });
  await ben.call('music.playlist', { playlist_id });
  await ben.call('music.followPlaylist', { playlist_id });
  await ben.call('music.playlists', { user: '@me' });
  await ben.call('music.unfollowPlaylist', { playlist_id });
  await ben.call('music.playlists', { user: ann.id });
  await ann.call('music.dropTrack', { playlist_id, track_id });
  await ann.call('music.addTrack', { playlist_id, track_id });
  const dialog_id = dialogId(LARGE);
  await ann.call('dialogs.send', { dialog_id, attachments: [{ Type: 'track', Item: track_id }] });
  await ben.call('dialogs.shared', { dialog_id, kind: 'tracks' });
  await ben.call('people.reportItem', { Type: 'track', Item: track_id, reason: 'too slow' });
  await ann.call('photos.update', { photo_id, caption: 'Dusk' });
  await ann.call('photos.remove', { photo_id });
  await ann.call('music.removeTrack', { track_id });
  await ann.call('music.removePlaylist', { playlist_id });
}

async function videos(service: Service, ann: TestPerson, ben: TestPerson): Promise<void> {
  const { ID: video_id } = await upload(service, ann.session, 'videos.upload', fixture('video.mp4'));
  await ann.call('videos.update', { video_id, name: 'Yard.mp4' });
  await ann.call('videos.list', {});
  await ben.refused('videos.get', { video_id });
  const dialog_id = dialogId(LARGE);
  await ann.call('dialogs.send', { dialog_id, attachments: [{ Type: 'video', Item: video_id }] });
  await ben.call('videos.get', { video_id });
  await ben.call('dialogs.shared', { dialog_id, kind: 'videos' });
  await ann.call('videos.remove', { video_id });
}
