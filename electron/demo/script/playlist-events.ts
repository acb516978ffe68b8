import { z } from 'zod';
import type { DemoContext } from './arrival-events';
import { parseDataFile } from '../data-file';
import playlistContent from '../data/playlists.json';
import savedTrackContent from '../data/saved-tracks.json';
import { DAY, HOUR } from './session-calendar';

/** The shape of a playlist in `data/playlists.json`. */
const Playlist = z.strictObject({
  by: z.string(),
  name: z.string(),
  /** Set only if the playlist is a release of its artist. */
  release: z.string().optional(),
  description: z.string(),
  cover: z.string(),
  tracks: z.array(z.string()),
  daysAgo: z.number(),
});
const SavedTracks = z.strictObject({ by: z.string(), tracks: z.array(z.string()), daysAgo: z.number() });

const playlists = parseDataFile('playlists.json', z.array(Playlist), playlistContent);
const savedTracks = parseDataFile('saved-tracks.json', z.array(SavedTracks), savedTrackContent);

/** Schedules playlists of some people, and tracks of others that people save. */
export function schedulePlaylists({ client, media, schedule, now }: DemoContext): void {
  for (const { by, tracks, cover, daysAgo, name, description, release } of playlists) {
    schedule.add(now - daysAgo * DAY + by.length * HOUR, async () => {
      const picture = await media.photo(by, cover, 'square', name);
      const { ID } = await client.call(by, 'music.createPlaylist', {
        name,
        description,
        ...(release !== undefined && { release }),
        cover: picture,
      });
      for (const track of tracks) {
        const track_id = await media.track(track);
        await client.call(by, 'music.addTrack', { playlist_id: ID, track_id });
      }
    });
  }
  for (const { by, tracks, daysAgo } of savedTracks) {
    schedule.add(now - daysAgo * DAY, async () => {
      for (const track of tracks) {
        await client.call(by, 'music.keepTrack', { track_id: await media.track(track) });
      }
    });
  }
}
