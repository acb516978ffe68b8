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
export const findPlaylists = rowsBy('playlist', 'id');
export const findVideos = rowsBy('video', 'id');
export const findDialogs = rowsBy('dialog', 'id');
export const findPeople = rowsBy('person', 'id');

const links = prepared((db, argument: { messages: string }) =>
  db
    .selectFrom('message_place as place')
    .innerJoin('link', (join) =>
      join.onRef('link.dialog_id', '=', 'place.dialog_id').onRef('link.message_id', '=', 'place.id'),
    )
    .selectAll('link')
    .where('place.id', 'in', listOf(argument.messages)),
);

const members = prepared((db, argument: { dialogs: string; person: number }) =>
  db
    .selectFrom('member')
    .selectAll()
    .where('dialog_id', 'in', listOf(argument.dialogs))
    .where('person_id', '=', argument.person),
);

const community = prepared((db) => db.selectFrom('community').selectAll());

const ownPostLikes = prepared((db, argument: { ids: string; person: number }) =>
  db
    .selectFrom('post_like')
    .selectAll()
    .where('post_id', 'in', listOf(argument.ids))
    .where('person_id', '=', argument.person),
);

const ownCommentLikes = prepared((db, argument: { ids: string; person: number }) =>
  db
    .selectFrom('comment_like')
    .selectAll()
    .where('comment_id', 'in', listOf(argument.ids))
    .where('person_id', '=', argument.person),
);

const notifications = prepared((db, argument: { person: number; ids: string }) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('id', 'in', listOf(argument.ids)),
);

const gifts = prepared((db, argument: { person: number; ids: string }) =>
  db
    .selectFrom('gift')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('id', 'in', listOf(argument.ids)),
);

const relations = rowsBetween('relation');
const blocks = rowsBetween('block');

/** Returns the row of the community. */
export function findCommunityRows(db: Db): Promise<DatabaseRow[]> {
  return community(db, {});
}

/** Returns the links in some messages. */
export function findLinks(db: Db, messages: readonly number[]): Promise<DatabaseRow[]> {
  return links(db, { messages: JSON.stringify(messages) });
}

/** Returns one person's memberships in some dialogs. */
export function findMemberships(db: Db, dialogs: readonly number[], person: number): Promise<DatabaseRow[]> {
  return members(db, { dialogs: JSON.stringify(dialogs), person });
}

/** Returns one person's likes of some posts. */
export function findPostLikesBy(db: Db, ids: readonly number[], person: number): Promise<DatabaseRow[]> {
  return ownPostLikes(db, { ids: JSON.stringify(ids), person });
}

/** Returns one person's likes of some comments. */
export function findCommentLikesBy(db: Db, ids: readonly number[], person: number): Promise<DatabaseRow[]> {
  return ownCommentLikes(db, { ids: JSON.stringify(ids), person });
}

/** Returns some of one person's notifications. */
export function findNotificationRows(db: Db, person: number, ids: readonly number[]): Promise<DatabaseRow[]> {
  return notifications(db, { person, ids: JSON.stringify(ids) });
}

/** Returns some of the gifts that a person received. */
export function findGiftRows(db: Db, person: number, ids: readonly number[]): Promise<DatabaseRow[]> {
  return gifts(db, { person, ids: JSON.stringify(ids) });
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
