import { sql, type Expression, type SqlBool } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { isCommentVisible, isPostVisible } from './visibility-queries';

const trackAccess = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('track')
    .innerJoin('person', 'person.id', 'track.person_id')
    .select(['track.person_id', 'track.mode'])
    .select(isAccessibleOwner(sql.ref('track.person_id'), argument.viewer).as('open'))
    .where('track.id', '=', argument.id),
);

const playlistAccess = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('playlist')
    .innerJoin('person', 'person.id', 'playlist.person_id')
    .select(['playlist.person_id', 'playlist.own'])
    .select(sql<0 | 1>`${isDiscoverablePlaylist(argument.viewer)}`.as('seen'))
    .where('playlist.id', '=', argument.id),
);

const videoOwner = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('video').select('person_id').where('id', '=', argument.id),
);

const coverAccess = preparedOne((db, argument: { photo: number; viewer: number }) => ({
  compile: () =>
    sql<{ open: 0 | 1 }>`SELECT EXISTS (
      SELECT 1 FROM track JOIN person ON person.id = track.person_id
      WHERE track.cover = ${argument.photo} AND track.cover > 0 AND ${canHearTrack(argument.viewer)}
    ) OR EXISTS (
      SELECT 1 FROM playlist JOIN person ON person.id = playlist.person_id
      WHERE playlist.cover = ${argument.photo} AND playlist.cover > 0
        AND ${isDiscoverablePlaylist(argument.viewer)}
    ) OR EXISTS (
      SELECT 1 FROM video
      WHERE video.preview = ${argument.photo} AND video.preview > 0 AND ${isSentTo('video', argument.viewer)}
    ) AS open`.compile(db),
}));

/** SQL condition: neither a ban nor a block hides a person, joined as `person`, from a viewer. */
export function isAccessibleOwner(person: Expression<number>, viewer: number) {
  return sql<0 | 1>`(person.ban = 0
    AND NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = ${viewer} AND block.target_id = ${person})
    AND NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = ${person} AND block.target_id = ${viewer}))`;
}

/**
 * SQL condition: a viewer may find a track in lists and searches, because it is theirs or public. Joins the owner as
 * `person`.
 */
export function isDiscoverableTrack(viewer: number) {
  return sql<SqlBool>`(track.person_id = ${viewer}
    OR (track.mode = 'public' AND ${isAccessibleOwner(sql.ref('track.person_id'), viewer)}))`;
}

/** Kinds of items that the search finds by name or caption, beside tracks. */
export type ItemKind = 'file' | 'video' | 'photo' | 'playlist';

/**
 * SQL condition: a viewer may find an item in a search, because it is theirs, was sent to them, or is a public photo or
 * playlist of someone who allows being found. Joins the owner as `person`.
 */
export function isDiscoverableItem(kind: ItemKind, viewer: number) {
  const own = sql`person.id = ${viewer}`;
  const open = sql`(person.search_state = 1 AND ${isAccessibleOwner(sql.ref('person.id'), viewer)})`;
  if (kind === 'playlist') return sql<SqlBool>`(${own} OR (playlist.mode = 'public' AND ${open}))`;
  if (kind === 'photo') {
    return sql<SqlBool>`(${own} OR (photo.mode = 'public' AND ${open}) OR ${isSentTo('photo', viewer)})`;
  }
  return sql<SqlBool>`(${own} OR ${isSentTo(kind, viewer)})`;
}

/** SQL condition: a viewer may find a playlist, because it is theirs or public. Joins the owner as `person`. */
export function isDiscoverablePlaylist(viewer: number) {
  return sql<SqlBool>`(playlist.person_id = ${viewer}
    OR (playlist.mode = 'public' AND ${isAccessibleOwner(sql.ref('playlist.person_id'), viewer)}))`;
}

function canHearTrack(viewer: number) {
  return sql<SqlBool>`(${isDiscoverableTrack(viewer)} OR ${isSentTo('track', viewer)})`;
}

/** SQL condition: an item is attached to a message in a dialog of the viewer, or to a post or comment they can see. */
function isSentTo(type: 'track' | 'video' | 'file' | 'photo', viewer: number) {
  const isAttached = sql`attachment.type = ${sql.lit(type)} AND attachment.item_id = ${sql.ref(`${type}.id`)}`;
  return sql<SqlBool>`(EXISTS (
    SELECT 1 FROM attachment JOIN member
      ON member.dialog_id = attachment.dialog_id AND member.person_id = ${viewer}
    WHERE ${isAttached}
  ) OR EXISTS (
    SELECT 1 FROM attachment LEFT JOIN comment ON comment.id = attachment.message_id
    JOIN post ON post.id = coalesce(comment.post_id, attachment.message_id)
    WHERE ${isAttached} AND attachment.dialog_id = 0 AND ${isPostVisible(viewer)}
      AND (comment.id IS NULL OR (${isCommentVisible(viewer)}))))`;
}

/** Returns the owner of a track, and whether the viewer may find that person's items. */
export function findTrackAccess(db: Db, id: number, viewer: number) {
  return trackAccess(db, { id, viewer });
}

/** Returns the owner of a playlist, and whether the viewer may find it. */
export function findPlaylistAccess(db: Db, id: number, viewer: number) {
  return playlistAccess(db, { id, viewer });
}

/** Returns the ID of the person who uploaded a video; undefined if there is no such video. */
export async function findVideoOwner(db: Db, id: number): Promise<number | undefined> {
  return (await videoOwner(db, { id }))?.person_id;
}

/** Whether a photo is the cover of a track, playlist or video that the viewer has access to. */
export async function isCoverVisible(db: Db, photo: number, viewer: number): Promise<boolean> {
  return (await coverAccess(db, { photo, viewer }))?.open === 1;
}
