import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { DatabaseRow, ReplicaTable } from './tables';

/** Builds a query for the rows of a table whose column is one of some numbers. */
function rowsBy(table: ReplicaTable, column: string) {
  const query = prepared((db, argument: { ids: string }) => ({
    compile: () =>
      sql<DatabaseRow>`SELECT * FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} IN ${listOf(argument.ids)}`.compile(db),
  }));
  return async (db: Db, ids: Iterable<number>): Promise<DatabaseRow[]> => {
    const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
    return uniqueIds.length === 0 ? [] : query(db, { ids: JSON.stringify(uniqueIds) });
  };
}

/** Builds a query for one person's rows of a table whose column is one of some numbers. */
function rowsOf(table: ReplicaTable, column: string) {
  const query = prepared((db, argument: { person: number; ids: string }) => ({
    compile: () =>
      sql<DatabaseRow>`SELECT * FROM ${sql.table(table)}
        WHERE person_id = ${argument.person} AND ${sql.ref(column)} IN ${listOf(argument.ids)}`.compile(db),
  }));
  return (db: Db, person: number, ids: readonly number[]) => query(db, { person, ids: JSON.stringify(ids) });
}

/** Builds a query for the rows of a table that tie one person to some others. */
function rowsBetween(table: 'relation' | 'block') {
  return prepared((db, argument: { person: number; others: string }) => ({
    compile: () =>
      sql<DatabaseRow>`
        SELECT * FROM ${sql.table(table)}
        WHERE person_id = ${argument.person} AND target_id IN ${listOf(argument.others)}
        UNION ALL
        SELECT * FROM ${sql.table(table)}
        WHERE target_id = ${argument.person} AND person_id IN ${listOf(argument.others)}`.compile(db),
  }));
}

export const findContents = rowsBy('content', 'id');
export const findFiles = rowsBy('file', 'id');
export const findPhotos = rowsBy('photo', 'id');
export const findTracks = rowsBy('track', 'id');
export const findInvitesOf = rowsBy('invite', 'dialog_id');
export const findPlaylists = rowsBy('playlist', 'id');
export const findStickers = rowsBy('sticker', 'id');
export const findStickersOfPacks = rowsBy('sticker', 'pack_id');
export const findStickerPacks = rowsBy('sticker_pack', 'id');
export const findVideos = rowsBy('video', 'id');
export const findDialogs = rowsBy('dialog', 'id');
export const findPeople = rowsBy('person', 'id');
export const findFolderItemRows = rowsBy('dialog_folder_item', 'folder_id');

/** Returns one person's memberships in some dialogs. */
export const findMemberships = rowsOf('member', 'dialog_id');
/** Returns some of one person's folders of dialogs. */
export const findFolderRows = rowsOf('dialog_folder', 'id');
/** Returns one person's likes of some posts. */
export const findPostLikesBy = rowsOf('post_like', 'post_id');
/** Returns one person's likes of some comments. */
export const findCommentLikesBy = rowsOf('comment_like', 'comment_id');
/** Returns some of one person's notifications. */
export const findNotificationRows = rowsOf('notification', 'id');
/** Returns some of the gifts that a person received. */
export const findGiftRows = rowsOf('gift', 'id');
/** Returns which of some files a person heard. */
export const findFilesHeard = rowsOf('file_heard', 'file_id');
/** Returns which of some packs of stickers a person added. */
export const findPacksAdded = rowsOf('sticker_pack_added', 'pack_id');
/** Returns which of some playlists a person follows. */
export const findPlaylistFollows = rowsOf('playlist_follow', 'playlist_id');

const links = prepared((db, argument: { messages: string }) =>
  db
    .selectFrom('message_place as place')
    .innerJoin('link', (join) =>
      join.onRef('link.dialog_id', '=', 'place.dialog_id').onRef('link.message_id', '=', 'place.id'),
    )
    .selectAll('link')
    .where('place.id', 'in', listOf(argument.messages)),
);

const pins = prepared((db, argument: { messages: string }) =>
  db
    .selectFrom('message_place as place')
    .innerJoin('pinned_message as pin', (join) =>
      join.onRef('pin.dialog_id', '=', 'place.dialog_id').onRef('pin.message_id', '=', 'place.id'),
    )
    .selectAll('pin')
    .where('place.id', 'in', listOf(argument.messages)),
);

const community = prepared((db) => db.selectFrom('community').selectAll());

const relations = rowsBetween('relation');
const blocks = rowsBetween('block');

/** Returns the one row of the table `community`, for a replica. */
export function findCommunityRows(db: Db): Promise<DatabaseRow[]> {
  return community(db, {});
}

/** Returns the links in some messages. */
export function findLinks(db: Db, messages: readonly number[]): Promise<DatabaseRow[]> {
  return links(db, { messages: JSON.stringify(messages) });
}

/** Returns the pins of some messages. */
export function findPins(db: Db, messages: readonly number[]): Promise<DatabaseRow[]> {
  return pins(db, { messages: JSON.stringify(messages) });
}

/** Returns the subscriptions from or to a person that tie them to some others. */
export function findRelationsBetween(
  db: Db,
  person: number,
  others: readonly number[],
): Promise<DatabaseRow[]> {
  return relations(db, { person, others: JSON.stringify(others) });
}

/** Returns the blocks from or to a person that separate them from some others. */
export function findBlocksBetween(db: Db, person: number, others: readonly number[]): Promise<DatabaseRow[]> {
  return blocks(db, { person, others: JSON.stringify(others) });
}
