import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../../limits';
import { read, withBasePath, write } from '../endpoint';
import { BaseOkay, Playlist, Track, UploadedTrack } from '../records';
import {
  uniqueIdentifiers,
  fileName,
  flag,
  identifier,
  identifierList,
  limit,
  mask,
  name,
  nameOrEmpty,
  page,
  personReference,
  photoIdOrNone,
  seenVersion,
  text,
  uploadId,
} from '../values';

const track = { track_id: identifier() };
const playlist = { playlist_id: identifier() };
const paged = { page: page(), limit: limit(PAGE_SIZES.tracks) };
const metadataText = () => nameOrEmpty(LIMITS.trackText);

/** The metadata of a playlist except its name. */
const metadata = {
  release: metadataText().optional(),
  description: text(LIMITS.playlistDescription).optional(),
  cover: photoIdOrNone().optional(),
  /** Only its owner sees a private playlist. */
  private: flag().optional(),
};

const entries = {
  'music.upload': write('POST /musicbase', {
    aliases: ['POST /musicbase/upload'],
    summary:
      'Stores a track; what the form leaves out or empty is read from the file. If you have a track of the same bytes and mode and the form says nothing else about it, returns that one with Existing.',
    repeat: { by: 'music.track', id: 'track_id' },
    since: '1.0.0',
    upload: { part: 'audio', kind: 'track' },
    input: z.object({
      audio: uploadId(),
      filename: fileName().optional(),
      name: name(LIMITS.trackText).optional(),
      author: metadataText().default(''),
      release: metadataText().default(''),
      cover: photoIdOrNone().optional(),
      mode: z.enum(['public', 'private']).default('public'),
    }),
    output: UploadedTrack,
  }),
  'music.tracks': read('GET /musicbase', {
    summary: 'The own tracks, newest first.',
    since: '1.0.0',
    input: z.object(paged),
    output: z.array(Track),
  }),
  'music.track': read('GET /musicbase/{track_id}', {
    summary: 'One track: a public or an own one, or one that was sent to the caller.',
    since: '1.0.0',
    input: z.object(track),
    output: Track,
  }),
  'music.some': read('GET /musicbase/some/{ids}', {
    summary:
      'Several tracks at once, as playlists name them; those that are gone or not to be heard are left out.',
    since: '1.1.0',
    input: z.object({ ids: identifierList(LIMITS.pageMax) }),
    output: z.array(Track),
  }),
  'music.updateTrack': write('PATCH /musicbase/{track_id}', {
    summary: 'Changes what is said of an own track.',
    repeat: { by: 'music.track', id: 'track_id' },
    since: '1.0.0',
    input: z.object({
      ...track,
      name: name(LIMITS.trackText).optional(),
      author: metadataText().optional(),
      release: metadataText().optional(),
      cover: photoIdOrNone().optional(),
      genre: metadataText().optional(),
      text: text(LIMITS.lyrics).optional(),
      explicit: flag().optional(),
      ifVersion: seenVersion(),
    }),
    output: Track,
  }),
  'music.removeTrack': write('DELETE /musicbase/{track_id}', {
    summary: 'Removes an own track, also from playlists and from where it was sent.',
    since: '1.0.0',
    input: z.object(track),
    output: BaseOkay,
  }),
  'music.find': read('GET /musicbase/find/{mask}', {
    summary: 'Finds tracks by name, artist and release: public and own ones.',
    since: '1.0.0',
    input: z.object({ mask: mask(), ...paged }),
    output: z.array(Track),
  }),
  'music.createPlaylist': write('POST /musicbase/playlists', {
    summary: 'Makes an empty playlist.',
    repeat: { by: 'music.playlist', id: 'playlist_id' },
    since: '1.0.0',
    input: z.object({ name: name(LIMITS.playlistName), ...metadata }),
    output: Playlist,
  }),
  'music.playlist': read('GET /musicbase/playlists/{playlist_id}', {
    summary: 'One playlist with those of its tracks that the caller may hear.',
    since: '1.0.0',
    input: z.object(playlist),
    output: Playlist,
  }),
  'music.updatePlaylist': write('PATCH /musicbase/playlists/{playlist_id}', {
    summary: 'Changes what is said of an own playlist, or the order of its tracks.',
    since: '1.0.0',
    input: z.object({
      ...playlist,
      name: name(LIMITS.playlistName).optional(),
      ...metadata,
      /** All its tracks in a new order. */
      tracks: uniqueIdentifiers(LIMITS.playlistTracks).optional(),
      ifVersion: seenVersion(),
    }),
    output: BaseOkay,
  }),
  'music.removePlaylist': write('DELETE /musicbase/playlists/{playlist_id}', {
    summary: 'Removes an own playlist; its tracks stay.',
    since: '1.0.0',
    input: z.object(playlist),
    output: BaseOkay,
  }),
  'music.followPlaylist': write('PUT /musicbase/playlists/{playlist_id}/follow', {
    summary: "Adds another person's playlist to the own ones; it follows its owner's changes.",
    since: '1.1.0',
    input: z.object(playlist),
    output: BaseOkay,
  }),
  'music.unfollowPlaylist': write('DELETE /musicbase/playlists/{playlist_id}/follow', {
    summary: "Takes another person's playlist off the own ones.",
    since: '1.1.0',
    input: z.object(playlist),
    output: BaseOkay,
  }),
  'music.addTrack': write('POST /musicbase/playlists/{playlist_id}/tracks/{track_id}', {
    summary: 'Puts a public or an own track into an own playlist, once.',
    since: '1.0.0',
    input: z.object({ ...playlist, ...track }),
    output: BaseOkay,
  }),
  'music.keepTrack': write('POST /musicbase/{track_id}/keep', {
    summary: 'Puts a public or an own track into the playlist of all that the caller added, on top.',
    since: '1.1.0',
    input: z.object(track),
    output: BaseOkay,
  }),
  'music.moveTrack': write('PATCH /musicbase/playlists/{playlist_id}/tracks/{track_id}', {
    aliases: [
      { route: 'POST /musicbase/playlists/{playlist_id}/tracks/{track_id}/up', sets: { direction: 'up' } },
      {
        route: 'POST /musicbase/playlists/{playlist_id}/tracks/{track_id}/down',
        sets: { direction: 'down' },
      },
    ],
    summary: 'Moves a track of an own playlist up or down by one place; at the end nothing changes.',
    since: '1.0.0',
    input: z.object({ ...playlist, ...track, direction: z.enum(['up', 'down']) }),
    output: BaseOkay,
  }),
  'music.dropTrack': write('DELETE /musicbase/playlists/{playlist_id}/tracks/{track_id}', {
    summary: 'Takes a track out of an own playlist.',
    repeat: { by: 'music.playlist', id: 'playlist_id' },
    since: '1.0.0',
    input: z.object({ ...playlist, ...track }),
    output: Playlist,
  }),
  'music.playlists': read('GET /user/{user}/playlists', {
    summary:
      "A person's playlists, newest first; of oneself also private ones, then the followed ones of others.",
    since: '1.0.0',
    input: z.object({ user: personReference() }),
    output: z.array(Playlist),
  }),
  'music.of': read('GET /user/{user}/tracks', {
    summary: "A person's public tracks, newest first; all of the own.",
    since: '1.1.0',
    input: z.object({ user: personReference(), ...paged }),
    output: z.array(Track),
  }),
} as const;

/** Clients of the platform also know `/musicbase` as `/musebase`. */
export const music = withBasePath(entries, { base: '/musicbase', alias: '/musebase' });
