import { sql, type Expression, type SqlBool } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { seenPost } from './visibility-queries';

const trackUse = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('track')
    .innerJoin('person', 'person.id', 'track.person_id')
    .select(['track.person_id', 'track.mode'])
    .select(isOpenPerson(sql.ref('track.person_id'), argument.viewer).as('open'))
    .where('track.id', '=', argument.id),
);

const playlistUse = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('playlist')
    .innerJoin('person', 'person.id', 'playlist.person_id')
    .select(['playlist.person_id', 'playlist.own'])
    .select(isOpenPerson(sql.ref('playlist.person_id'), argument.viewer).as('open'))
    .where('playlist.id', '=', argument.id),
);

const videoOwner = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('video').select('person_id').where('id', '=', argument.id),
);

const coverUse = preparedOne((db, argument: { photo: number; viewer: number }) => ({
  compile: () =>
    sql<{ open: 0 | 1 }>`SELECT EXISTS (
      SELECT 1 FROM track JOIN person ON person.id = track.person_id
      WHERE track.cover = ${argument.photo} AND track.cover > 0 AND ${isHeard(argument.viewer)}
    ) OR EXISTS (
      SELECT 1 FROM playlist JOIN person ON person.id = playlist.person_id
      WHERE playlist.cover = ${argument.photo} AND playlist.cover > 0
        AND ${isOpenPerson(sql.ref('playlist.person_id'), argument.viewer)}
    ) OR EXISTS (
      SELECT 1 FROM video
      WHERE video.preview = ${argument.photo} AND video.preview > 0 AND ${isReceived('video', argument.viewer)}
    ) AS open`.compile(db),
}));

/**
 * Whether the person of a row, joined as `person`, is one whose things a viewer may come upon: not banned, and no block
 * between the two.
 */
function isOpenPerson(person: Expression<number>, viewer: number) {
  return sql<0 | 1>`(person.ban = 0
    AND NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = ${viewer} AND block.target_id = ${person})
    AND NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = ${person} AND block.target_id = ${viewer}))`;
}

/** Whether a viewer may come upon a track of a query that joins its person as `person`: an own or an open public one. */
export function isOpenTrack(viewer: number) {
  return sql<SqlBool>`(track.person_id = ${viewer}
    OR (track.mode = 'public' AND ${isOpenPerson(sql.ref('track.person_id'), viewer)}))`;
}

function isHeard(viewer: number) {
  return sql<SqlBool>`(${isOpenTrack(viewer)} OR ${isReceived('track', viewer)})`;
}

/** Whether a thing hangs on a message of a dialog that a viewer is in, or on a post that they may see. */
function isReceived(type: 'track' | 'video', viewer: number) {
  const hung = sql`attachment.type = ${sql.lit(type)} AND attachment.item_id = ${sql.ref(`${type}.id`)}`;
  return sql<SqlBool>`(EXISTS (
    SELECT 1 FROM attachment JOIN member
      ON member.dialog_id = attachment.dialog_id AND member.person_id = ${viewer}
    WHERE ${hung}
  ) OR EXISTS (
    SELECT 1 FROM attachment JOIN post ON post.id = attachment.message_id
    WHERE ${hung} AND attachment.dialog_id = 0 AND ${seenPost(viewer)}))`;
}

/** Whose a track is, and whether that is somebody whose things a viewer may come upon. */
export function findTrackUse(db: Db, id: number, viewer: number) {
  return trackUse(db, { id, viewer });
}

/** Likewise of a playlist. */
export function findPlaylistUse(db: Db, id: number, viewer: number) {
  return playlistUse(db, { id, viewer });
}

/** Whose a video is. */
export async function findVideoOwner(db: Db, id: number): Promise<number | undefined> {
  return (await videoOwner(db, { id }))?.person_id;
}

/** Whether a photo is the cover of something that a viewer may hear, see or come upon. */
export async function isCoverSeen(db: Db, photo: number, viewer: number): Promise<boolean> {
  return (await coverUse(db, { photo, viewer }))?.open === 1;
}
