import { sql } from 'kysely';
import { privacyColumns } from '../../../shared/privacy';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { cachedQuery } from '../../database/caching/query-cache';
import { isAttachedToVisiblePost } from './walls-queries';

/** How many sessions are remembered. */
const MAX_SESSIONS = 10_000;

const callerByToken = preparedOne((db, argument: { hash: Buffer }) =>
  db
    .selectFrom('token')
    .innerJoin('person', 'person.id', 'token.person_id')
    .select([
      'person.id',
      'person.role',
      'person.ban',
      'person.deleted',
      'token.id as token_id',
      'token.kind',
      'token.last_been',
      'token.app_id',
      'token.scopes',
    ])
    .where('token.hash', '=', argument.hash),
);

const callerByTokenId = preparedOne((db, argument: { token: number }) =>
  db
    .selectFrom('token')
    .innerJoin('person', 'person.id', 'token.person_id')
    .select(['person.role', 'person.ban', 'person.deleted'])
    .where('token.id', '=', argument.token),
);

const callerById = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('person').select(['role', 'ban', 'deleted']).where('id', '=', argument.id),
);

const personId = preparedOne((db, argument: { id: number; link: string }) =>
  db
    .selectFrom('person')
    .select('id')
    .where('id', '=', argument.id)
    .unionAll(
      db.selectFrom('person').select('id').where('link', '=', argument.link).where('link', '<>', sql.lit('')),
    ),
);

const privacySettings = preparedOne((db, argument: { id: number }) =>
  db
    .selectFrom('person')
    .select(['ban', 'deleted', ...privacyColumns])
    .where('id', '=', argument.id),
);

const block = preparedOne((db, argument: { person: number; target: number }) =>
  db
    .selectFrom('block')
    .select('created_at')
    .where('person_id', '=', argument.person)
    .where('target_id', '=', argument.target),
);

const friendship = preparedOne((db, argument: { person: number; target: number }) =>
  db
    .selectFrom('relation')
    .select('friends')
    .where('person_id', '=', argument.person)
    .where('target_id', '=', argument.target)
    .where('friends', '=', 1),
);

const fileOwner = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('file').select('person_id').where('id', '=', argument.id),
);

const photoAccess = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('photo')
    .innerJoin('person', 'person.id', 'photo.person_id')
    .select(['photo.person_id', 'photo.mode', 'person.avatar', 'person.banner', 'person.ban'])
    .select('person.view_avatar_state')
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('block')
            .select('block.created_at')
            .whereRef('block.person_id', '=', 'photo.person_id')
            .where('block.target_id', '=', argument.viewer),
        )
        .$castTo<0 | 1>()
        .as('blocked'),
      eb
        .exists(
          eb
            .selectFrom('dialog')
            .leftJoin('member', (join) =>
              join.onRef('member.dialog_id', '=', 'dialog.id').on('member.person_id', '=', argument.viewer),
            )
            .select('dialog.id')
            .whereRef('dialog.avatar', '=', 'photo.id')
            .where('dialog.avatar', '>', sql.lit(0))
            .where((or) => or.or([or('dialog.private', '=', 0), or('member.id', 'is not', null)])),
        )
        .$castTo<0 | 1>()
        .as('on_dialog'),
      eb
        .exists(
          eb.selectFrom('community').select('community.id').whereRef('community.avatar', '=', 'photo.id'),
        )
        .$castTo<0 | 1>()
        .as('on_community'),
    ])
    .where('photo.id', '=', argument.id),
);

const receivedInDialog = preparedOne((db, argument: { type: string; item: number; person: number }) =>
  db
    .selectFrom('attachment')
    .innerJoin('member', (join) =>
      join
        .onRef('member.dialog_id', '=', 'attachment.dialog_id')
        .on('member.person_id', '=', argument.person),
    )
    .select('attachment.message_id')
    .where('attachment.type', '=', argument.type as 'file')
    .where('attachment.item_id', '=', argument.item)
    .limit(1),
);

/** Returns the owner of a token; `hash` calculates the token's SHA-256, by which it is stored. */
export const findCallerByToken = cachedQuery(
  (db, { token, hash }: { token: string; hash: (token: string) => Buffer }) =>
    callerByToken(db, { hash: hash(token) }),
  ({ token }) => token,
  {
    columns: {
      token: ['person_id', 'hash', 'kind', 'last_been', 'app_id', 'scopes'],
      person: ['role', 'ban', 'deleted'],
    },
    limit: MAX_SESSIONS,
  },
);

/** Returns the owner of a token by the token's ID. */
export const findCallerByTokenId = cachedQuery(
  (db, token: number) => callerByTokenId(db, { token }),
  (token) => token,
  { columns: { token: ['person_id'], person: ['role', 'ban', 'deleted'] }, limit: MAX_SESSIONS },
);

/** Returns the role and state of a person. */
export function findCallerById(db: Db, id: number) {
  return callerById(db, { id });
}

/** Resolves a person's ID or tag to their ID. */
export async function findPersonId(db: Db, by: { id: number; link: string }): Promise<number | undefined> {
  return (await personId(db, by))?.id;
}

/** Returns a person's privacy settings, and whether they are banned or removed. Throws if the person doesn't exist. */
export async function findPrivacySettings(db: Db, id: number) {
  const settings = await privacySettings(db, { id });
  if (!settings) throw new Error('a person whose number was just looked up is missing');
  return settings;
}

/** Whether `person` blocked `target`. */
export async function hasBlocked(db: Db, person: number, target: number): Promise<boolean> {
  return (await block(db, { person, target })) !== undefined;
}

/** Returns the owner of a photo and where the viewer can see it. */
export function findPhotoAccess(db: Db, id: number, viewer: number) {
  return photoAccess(db, { id, viewer });
}

/** Returns the ID of the person who uploaded a file; undefined if there is no such file. */
export async function findFileOwner(db: Db, id: number): Promise<number | undefined> {
  return (await fileOwner(db, { id }))?.person_id;
}

/** Whether an item is attached to a message in a dialog of a person, or to a post or comment they can see. */
export async function hasReceived(
  db: Db,
  type: 'file' | 'photo' | 'track' | 'video',
  item: number,
  person: number,
): Promise<boolean> {
  if (await receivedInDialog(db, { type, item, person })) return true;
  return isAttachedToVisiblePost(db, type, item, person);
}

/** Whether two people are friends. */
export async function hasFriend(db: Db, person: number, target: number): Promise<boolean> {
  return (await friendship(db, { person, target })) !== undefined;
}
