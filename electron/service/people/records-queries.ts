import { sql, type ExpressionBuilder } from 'kysely';
import type { Db } from '../../database/open';
import { counted, listOf, prepared, preparedOne } from '../../database/prepared';
import { cachedRows, isCacheable } from '../../database/caching/query-cache';
import type { Schema } from '../../database/schema';
import { findRelations, NO_RELATIONS } from './relation-queries';
import { isUnmuted } from '../dialogs/muting-queries';

/** Columns for the relation between the viewer and each person. */
function relationColumns(eb: ExpressionBuilder<Schema, 'person'>, viewer: number) {
  return [
    eb
      .selectFrom('relation')
      .select('friends')
      .where('relation.person_id', '=', viewer)
      .whereRef('relation.target_id', '=', 'person.id')
      .as('friend'),
    eb
      .selectFrom('relation')
      .select('relation.created_at')
      .whereRef('relation.person_id', '=', 'person.id')
      .where('relation.target_id', '=', viewer)
      .as('subscriber'),
    sql<0 | 1>`(exists (select 1 from block where person_id = ${viewer} and target_id = person.id)
      or exists (select 1 from block where person_id = person.id and target_id = ${viewer}))`.as('blocked'),
  ] as const;
}

const AUTHOR_COLUMNS = [
  'id',
  'name',
  'surname',
  'link',
  'avatar',
  'sub',
  'creative',
  'verify',
  'ban',
  'deleted',
  'reports',
  'emoji',
  'cosmetic_avatar',
  'online_type',
  'online_status',
  'last_been',
  'comments_state',
  'view_avatar_state',
] as const;

const authorRows = prepared((db, argument: { ids: string; viewer: number }) =>
  db
    .selectFrom('person')
    .select(AUTHOR_COLUMNS)
    .select((eb) => relationColumns(eb, argument.viewer))
    .where('person.id', 'in', listOf(argument.ids)),
);

const authorColumns = prepared((db, argument: { ids: string }) =>
  db.selectFrom('person').select(AUTHOR_COLUMNS).where('person.id', 'in', listOf(argument.ids)),
);

/** The relation of most people to a viewer, which their cached rows have. */
const STRANGER: Pick<AuthorRow, 'friend' | 'subscriber' | 'blocked'> = {
  friend: null,
  subscriber: null,
  blocked: 0,
};

const findAuthorColumns = cachedRows(
  async (db, ids: readonly number[]) => {
    const rows = await authorColumns(db, { ids: JSON.stringify(ids) });
    return rows.map((row) => ({ ...row, ...STRANGER }));
  },
  (row) => row.id,
  // Their identifiers never change, and are in the condition of every update.
  { columns: { person: AUTHOR_COLUMNS.filter((column) => column !== 'id') }, limit: 20_000 },
);

/** Counts the posts whose audience leaves out the viewer: people write those only on their own wall. */
function hiddenPosts(eb: ExpressionBuilder<Schema, 'person'>, viewer: number) {
  return eb
    .selectFrom('post')
    .select((inner) => inner.fn.countAll<number>().as('count'))
    .whereRef('post.wall_id', '=', 'person.id')
    .where('post.audience', '>', sql.lit(0))
    .where('person.id', '<>', viewer)
    .where(
      sql<boolean>`post.audience > coalesce((select friends from relation
        where relation.person_id = ${viewer} and relation.target_id = person.id), 0)`,
    );
}

const personRows = prepared((db, argument: { ids: string; viewer: number }) =>
  db
    .selectFrom('person')
    .selectAll('person')
    .select((eb) => relationColumns(eb, argument.viewer))
    .select((eb) => hiddenPosts(eb, argument.viewer).as('hidden_posts'))
    .where('person.id', 'in', listOf(argument.ids)),
);

const blocked = prepared((db, argument: { ids: string; viewer: number }) =>
  db
    .selectFrom('block')
    .select('target_id as id')
    .where('person_id', '=', argument.viewer)
    .where('target_id', 'in', listOf(argument.ids))
    .union(
      db
        .selectFrom('block')
        .select('person_id as id')
        .where('target_id', '=', argument.viewer)
        .where('person_id', 'in', listOf(argument.ids)),
    ),
);

const blockedByViewer = prepared((db, argument: { ids: string; viewer: number }) =>
  db
    .selectFrom('block')
    .select('target_id as id')
    .where('person_id', '=', argument.viewer)
    .where('target_id', 'in', listOf(argument.ids)),
);

const ownCounts = preparedOne((db, argument: { person: number; read: number; now: number }) =>
  db.selectNoFrom((eb) => [
    counted(
      eb
        .selectFrom('member')
        .innerJoin('message', (join) =>
          join
            .onRef('message.dialog_id', '=', 'member.dialog_id')
            .onRef('message.id', '>', 'member.read_id')
            .on('message.type', '=', sql.lit('message'))
            .on('message.thread_id', '=', sql.lit(0)),
        )
        .select('message.id')
        .where('member.person_id', '=', argument.person)
        .where('message.author_id', '<>', argument.person)
        .where(isUnmuted(argument.now)),
    ).as('messages'),
    eb
      .selectFrom('notification')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .where('person_id', '=', argument.person)
      .where('id', '>', argument.read)
      .where('is_read', '=', sql.lit(0))
      .as('notifications'),
    eb
      .selectFrom('relation')
      .innerJoin('person', 'person.id', 'relation.person_id')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .where('relation.target_id', '=', argument.person)
      .where('relation.friends', '=', 0)
      .where('relation.ignored', '=', 0)
      .where('person.ban', '=', 0)
      .where('person.deleted', '=', 0)
      .as('requests'),
    eb
      .selectFrom('playlist')
      .select('playlist.id')
      .where('playlist.person_id', '=', argument.person)
      .where('playlist.own', '=', sql.lit(1))
      .as('track_list'),
  ]),
);

/**
 * Returns the columns of short records, with the relation to a viewer: `friend` is 1 for friends, 0 if the viewer
 * subscribed, null otherwise; `subscriber` is null unless the person subscribed to the viewer.
 */
export async function findAuthorRows(db: Db, ids: readonly number[], viewer: number): Promise<AuthorRow[]> {
  // Nobody has relations to themselves.
  const isSelf = ids.every((id) => id === viewer);
  const relations = isCacheable(db) ? (isSelf ? NO_RELATIONS : await findRelations(db, viewer)) : null;
  if (!relations) return authorRows(db, { ids: JSON.stringify(ids), viewer });
  return (await findAuthorColumns(db, ids)).map((row) => {
    const friend = relations.subscriptions.get(row.id) ?? null;
    const subscriber = relations.subscribers.get(row.id) ?? null;
    const blocked = relations.blocks.has(row.id) ? 1 : 0;
    const isStranger = friend === null && subscriber === null && blocked === 0;
    return isStranger ? row : { ...row, friend, subscriber, blocked };
  });
}

/**
 * Returns all columns of people, with the relation to a viewer, and how many of the posts on their wall (`posts`) are
 * hidden from the viewer; `friends` is the number of their friends.
 */
export function findPersonRows(db: Db, ids: readonly number[], viewer: number) {
  return personRows(db, { ids: JSON.stringify(ids), viewer });
}

/** Returns those people who blocked a viewer or were blocked by the viewer. */
export async function findBlocked(db: Db, ids: readonly number[], viewer: number): Promise<number[]> {
  return (await blocked(db, { ids: JSON.stringify(ids), viewer })).map((row) => row.id);
}

/** Returns those people whom a viewer blocked. */
export async function findBlockedBy(db: Db, ids: readonly number[], viewer: number): Promise<number[]> {
  return (await blockedByViewer(db, { ids: JSON.stringify(ids), viewer })).map((row) => row.id);
}

/**
 * Returns a person's counts of unread messages (unmuted dialogs only), notifications and friend requests, and the ID of
 * their default playlist.
 */
export async function findOwnCounts(db: Db, person: number, read: number, now: number) {
  const row = await ownCounts(db, { person, read, now });
  return {
    messages: row?.messages ?? 0,
    notifications: row?.notifications ?? 0,
    requests: row?.requests ?? 0,
    trackList: row?.track_list ?? 0,
  };
}

export type AuthorRow = Awaited<ReturnType<typeof authorRows>>[number];
export type PersonRow = Awaited<ReturnType<typeof findPersonRows>>[number];
