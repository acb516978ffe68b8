import type { File, Photo, Playlist, Track, Video } from '../../../shared/contract/records';
import { addressOf } from '../../../shared/routes';
import { duration, fileSize, listTime } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { personName } from '../../i18n/person';
import { openLightbox } from '../../media/lightbox';
import { kindOf } from '../../media/attachments/kinds';
import { player } from '../../player';
import type { Hit } from './hits';

/** A track, which plays. */
export function trackHit(track: Track): Hit {
  return {
    key: `track ${track.ID}`,
    open: () => player.playList([track], 0, { key: `track:${track.ID}`, name: '' }),
    title: track.Name,
    place: '',
    detail: [track.Author, track.Release].filter(Boolean).join(' · '),
    aside: duration(track.Duration),
    cover: track.Cover,
  };
}

export function playlistHit(playlist: Playlist): Hit {
  return {
    key: `playlist ${playlist.ID}`,
    address: addressOf({ view: 'playlist', playlistId: playlist.ID }),
    title: playlist.Name,
    place: '',
    detail: [personName(playlist.Author), playlist.Description].filter(Boolean).join(' · '),
    aside: m().search.tracksIn(playlist.Tracks.length),
    cover: playlist.Cover,
  };
}

/** A photo, which opens over the view together with the others that were found. */
export function photoHit(photo: Photo, all: readonly Photo[], place: number): Hit {
  return {
    key: `photo ${photo.ID}`,
    open: () =>
      void openLightbox(
        all.map((one) => ({ photo: one })),
        place,
      ),
    title: photo.Caption,
    place: '',
    detail: '',
    aside: listTime(photo.Timestamp),
    thumbnail: photo.Url,
    file: 'image',
  };
}

export function videoHit(video: Video): Hit {
  return {
    key: `video ${video.ID}`,
    address: addressOf({ view: 'videos', videoId: video.ID }),
    title: video.Name,
    place: '',
    detail: video.Description,
    aside: duration(video.Duration),
    file: 'video',
  };
}

export function fileHit(file: File): Hit {
  return {
    key: `file ${file.ID}`,
    address: addressOf({ view: 'files', ...(file.Folder && { folder: file.Folder }), fileId: file.ID }),
    title: file.Name,
    place: '',
    detail: [file.Mine ? file.Folder : m().search.sentToYou, fileSize(file.Size)].filter(Boolean).join(' · '),
    aside: listTime(file.Timestamp),
    file: kindOf(file.Type),
  };
}
