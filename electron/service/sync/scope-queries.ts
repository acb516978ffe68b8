import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import { isPostVisible } from '../access/visibility-queries';
import type { DatabaseRow, ReplicaTable } from './tables';

type Page = { of: number; after: number; limit: number };

/** People that searches show to everybody, by ID. Of those behind a block only the block itself is known. */
const findablePeople = prepared((db, argument: Page) =>
  db
    .selectFrom('person')
    .select('id')
    .where('id', '>', argument.after)
    .where('search_state', '=', sql.lit(1))
    .where('ban', '=', sql.lit(0))
    .where('deleted', '=', sql.lit(0))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('block')
            .select('created_at')
            .where('target_id', '=', argument.of)
            .whereRef('person_id', '=', 'person.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(argument.limit),
);

const messages = prepared((db, argument: Page) =>
  db
    .selectFrom('message')
    .select('id')
    .where('dialog_id', '=', argument.of)
    .where('id', '<', argument.after)
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

/** Builds a query for a page of the posts on a wall, or by its owner, that a viewer may see. */
function visiblePosts(column: 'wall_id' | 'author_id') {
  return prepared((db, argument: Page & { viewer: number }) =>
    db
      .selectFrom('post')
      .select('id')
      .where(column, '=', argument.of)
      .where('id', '<', argument.after)
      .where(isPostVisible(argument.viewer))
      .orderBy('id', 'desc')
      .limit(argument.limit),
  );
}

const postsOnWall = visiblePosts('wall_id');
const postsByOwner = visiblePosts('author_id');

/**
 * Returns the IDs of posts on a wall, and by its owner on other walls, as the feed shows them, that a viewer may see,
 * newest first.
 */
export async function listWallPosts(db: Db, page: Page & { viewer: number }): Promise<number[]> {
  const rows = [...(await postsOnWall(db, page)), ...(await postsByOwner(db, page))];
  const ids = [...new Set(rows.map((row) => row.id))];
  return ids.sort((one, other) => other - one).slice(0, page.limit);
}

const newestNotifications = prepared((db, argument: { person: number; limit: number }) =>
  db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', argument.person)
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

/** Returns the IDs of a person's newest notifications. */
export async function listNewestNotifications(db: Db, person: number, limit: number): Promise<number[]> {
  return (await newestNotifications(db, { person, limit })).map((row) => row.id);
}

/** Returns the IDs of messages in a dialog, newest first. */
export async function listMessageIds(db: Db, page: Page): Promise<number[]> {
  return (await messages(db, page)).map((row) => row.id);
}

/** Returns the IDs of people that searches show to `of`. */
export async function listFindablePeople(db: Db, page: Page): Promise<number[]> {
  return (await findablePeople(db, page)).map((row) => row.id);
}

export const listFollowedPage = idPage('relation', 'person_id', 'target_id');
export const listFollowersPage = idPage('relation', 'target_id', 'person_id');
export const listBlockedPage = idPage('block', 'person_id', 'target_id');
export const listOwnPhotos = idPage('photo', 'person_id');
export const listOwnFiles = idPage('file', 'person_id');
export const listOwnTracks = idPage('track', 'person_id');
export const listOwnVideos = idPage('video', 'person_id');
export const listOwnPlaylists = idPage('playlist', 'person_id');
export const listOwnNotifications = idPage('notification', 'person_id');
export const listOwnFollows = idPage('playlist_follow', 'person_id', 'playlist_id');
export const listOwnFolders = idPage('dialog_folder', 'person_id');
const listDialogs = idPage('member', 'person_id', 'dialog_id');

/** Returns the members of a dialog in the order in which they joined. */
export const listMemberRows = rowPage('member', 'dialog_id');
/** Returns the gifts that a person received, oldest first. */
export const listGiftRows = rowPage('gift', 'person_id');

/** Returns the dialogs of which a person is a member. */
export function listDialogScopes(db: Db, person: number): Promise<number[]> {
  return listDialogs(db, { of: person, ...ALL });
}

/** Returns the people whom a person follows. */
export function listFollowed(db: Db, person: number): Promise<number[]> {
  return listFollowedPage(db, { of: person, ...ALL });
}

const privatePartners = prepared((db, argument: { person: number; limit: number }) => ({
  compile: () =>
    sql<{ id: number }>`
      SELECT CASE WHEN dialog.low_id = ${argument.person} THEN dialog.high_id ELSE dialog.low_id END AS id
      FROM member CROSS JOIN dialog
      WHERE member.person_id = ${argument.person} AND dialog.id = member.dialog_id AND dialog.low_id > 0
      ORDER BY member.dialog_id DESC LIMIT ${argument.limit}`.compile(db),
}));

/** Returns the people with whom a person has private dialogs, of the newest dialogs first. */
export async function listPrivatePartners(db: Db, person: number, limit: number): Promise<number[]> {
  return (await privatePartners(db, { person, limit })).map((row) => row.id);
}

/** More rows than there are: PostgreSQL refuses the negative limit that SQLite takes as none. */
const ALL = { after: 0, limit: Number.MAX_SAFE_INTEGER };

type Column<T extends ReplicaTable> = keyof Schema[T] & string;

/** Builds a query for a page of the IDs in a column, of the rows that belong to one owner. */
function idPage<T extends ReplicaTable>(table: T, owner: Column<T>, id = 'id' as Column<T>) {
  const query = pageOf<{ id: number }>(sql`${sql.ref(id)} AS id`, { table, owner, id });
  return async (db: Db, page: Page) => (await query(db, page)).map((row) => row.id);
}

/** Builds a query for a page of the rows that belong to one owner. */
function rowPage<T extends ReplicaTable>(table: T, owner: Column<T>) {
  return pageOf<DatabaseRow>(sql`*`, { table, owner, id: 'id' });
}

function pageOf<Row>(columns: RawBuilder<unknown>, of: { table: string; owner: string; id: string }) {
  return prepared((db, argument: Page) => ({
    compile: () =>
      sql<Row>`
        SELECT ${columns} FROM ${sql.table(of.table)}
        WHERE ${sql.ref(of.owner)} = ${argument.of} AND ${sql.ref(of.id)} > ${argument.after}
        ORDER BY ${sql.ref(of.id)} LIMIT ${argument.limit}`.compile(db),
  }));
}
