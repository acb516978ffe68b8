import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import { isPostVisible } from '../access/visibility-queries';
import type { DatabaseRow } from './tables';

type Page = { of: number; after: number; limit: number };
type IdPage = (db: Db, page: Page) => Promise<number[]>;

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

const followed = prepared((db, argument: Page) =>
  db
    .selectFrom('relation')
    .select('target_id as id')
    .where('person_id', '=', argument.of)
    .where('target_id', '>', argument.after)
    .orderBy('target_id')
    .limit(argument.limit),
);

const followers = prepared((db, argument: Page) =>
  db
    .selectFrom('relation')
    .select('person_id as id')
    .where('target_id', '=', argument.of)
    .where('person_id', '>', argument.after)
    .orderBy('person_id')
    .limit(argument.limit),
);

const blocked = prepared((db, argument: Page) =>
  db
    .selectFrom('block')
    .select('target_id as id')
    .where('person_id', '=', argument.of)
    .where('target_id', '>', argument.after)
    .orderBy('target_id')
    .limit(argument.limit),
);

const members = prepared((db, argument: Page) =>
  db
    .selectFrom('member')
    .selectAll()
    .where('dialog_id', '=', argument.of)
    .where('id', '>', argument.after)
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

const posts = prepared((db, argument: Page & { viewer: number }) =>
  db
    .selectFrom('post')
    .select('id')
    .where('wall_id', '=', argument.of)
    .where('id', '<', argument.after)
    .where(isPostVisible(argument.viewer))
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

const memberships = prepared((db, argument: { of: number }) =>
  db.selectFrom('member').select('dialog_id as id').where('person_id', '=', argument.of).orderBy('dialog_id'),
);

const walls = prepared((db, argument: { of: number }) =>
  db
    .selectFrom('relation')
    .select('target_id as id')
    .where('person_id', '=', argument.of)
    .orderBy('target_id'),
);

/** Returns the members of a dialog in the order in which they joined, after the membership numbered `after`. */
export function listMemberRows(db: Db, page: Page): Promise<DatabaseRow[]> {
  return members(db, page);
}

/** Returns the IDs of posts on a wall that a viewer may see, newest first. */
export async function listWallPosts(db: Db, page: Page & { viewer: number }): Promise<number[]> {
  return (await posts(db, page)).map((row) => row.id);
}

export const listMessageIds = idsFrom(messages);
export const listFindablePeople = idsFrom(findablePeople);
export const listFollowedPage = idsFrom(followed);
export const listFollowersPage = idsFrom(followers);
export const listBlockedPage = idsFrom(blocked);
export const listOwnPhotos = idsFrom(ownIds('photo'));
export const listOwnFiles = idsFrom(ownIds('file'));
export const listOwnTracks = idsFrom(ownIds('track'));
export const listOwnVideos = idsFrom(ownIds('video'));
export const listOwnPlaylists = idsFrom(ownIds('playlist'));
export const listOwnNotifications = idsFrom(ownIds('notification'));

/** Returns the dialogs of which a person is a member. */
export async function listDialogScopes(db: Db, person: number): Promise<number[]> {
  return (await memberships(db, { of: person })).map((row) => row.id);
}

/** Returns the people whom a person follows. */
export async function listFollowed(db: Db, person: number): Promise<number[]> {
  return (await walls(db, { of: person })).map((row) => row.id);
}

const gifts = prepared((db, argument: Page) =>
  db
    .selectFrom('gift')
    .selectAll()
    .where('person_id', '=', argument.of)
    .where('id', '>', argument.after)
    .orderBy('id')
    .limit(argument.limit),
);

/** Returns the gifts that a person received, oldest first. */
export function listGiftRows(db: Db, page: Page): Promise<DatabaseRow[]> {
  return gifts(db, page);
}

function idsFrom(query: (db: Db, page: Page) => Promise<{ id: number }[]>): IdPage {
  return async (db, page) => (await query(db, page)).map((row) => row.id);
}

function ownIds(table: 'photo' | 'file' | 'track' | 'video' | 'playlist' | 'notification') {
  return prepared((db, argument: Page) =>
    db
      .selectFrom(table)
      .select('id')
      .where('person_id', '=', argument.of)
      .where('id', '>', argument.after)
      .orderBy('id')
      .limit(argument.limit),
  );
}
