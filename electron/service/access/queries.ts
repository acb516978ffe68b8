import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { findHung } from './walls-queries';

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

const personId = preparedOne((db, argument: { id: number; link: string }) =>
  db
    .selectFrom('person')
    .select('id')
    .where('id', '=', argument.id)
    .unionAll(
      db.selectFrom('person').select('id').where('link', '=', argument.link).where('link', '<>', sql.lit('')),
    ),
);

const personRules = preparedOne((db, argument: { id: number }) =>
  db
    .selectFrom('person')
    .select(['ban', 'deleted', 'add_friend_state', 'send_message_state', 'view_friends_state'])
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

const photoUse = preparedOne((db, argument: { id: number; viewer: number }) =>
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

const received = preparedOne((db, argument: { type: string; item: number; person: number }) =>
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

/** Whose token this is the SHA-256 of. */
export function findCallerByToken(db: Db, hash: Buffer) {
  return callerByToken(db, { hash });
}

/** Whose token this is, by its number. */
export function findCallerByTokenId(db: Db, token: number) {
  return callerByTokenId(db, { token });
}

/** A person's number by number or tag. */
export async function findPersonId(db: Db, by: { id: number; link: string }): Promise<number | undefined> {
  return (await personId(db, by))?.id;
}

/** What a person lets others do, and whether the person is there at all. */
export async function findPersonRules(db: Db, id: number) {
  const rules = await personRules(db, { id });
  if (!rules) throw new Error('a person whose number was just looked up is missing');
  return rules;
}

/** Whether `person` blocked `target`. */
export async function findBlock(db: Db, person: number, target: number): Promise<boolean> {
  return (await block(db, { person, target })) !== undefined;
}

/** Whose a photo is, and where it is shown to somebody. */
export function findPhotoUse(db: Db, id: number, viewer: number) {
  return photoUse(db, { id, viewer });
}

/** Whose a file is. */
export async function findFileOwner(db: Db, id: number): Promise<number | undefined> {
  return (await fileOwner(db, { id }))?.person_id;
}

/** Whether a thing hangs on a message of a dialog that a person is in, or on what they may see of a wall. */
export async function findReceived(
  db: Db,
  type: 'file' | 'photo' | 'track' | 'video',
  item: number,
  person: number,
): Promise<boolean> {
  if (await received(db, { type, item, person })) return true;
  return findHung(db, type, item, person);
}

/** Whether two people are friends. */
export async function findFriendship(db: Db, person: number, target: number): Promise<boolean> {
  return (await friendship(db, { person, target })) !== undefined;
}
