import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { isAccessibleOwner } from './media-queries';

const pack = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('sticker_pack')
    .innerJoin('person', 'person.id', 'sticker_pack.person_id')
    .select('sticker_pack.person_id')
    .select(isAccessibleOwner(sql.ref('sticker_pack.person_id'), argument.viewer).as('open'))
    .where('sticker_pack.id', '=', argument.id),
);

const sticker = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('sticker')
    .innerJoin('photo', 'photo.id', 'sticker.id')
    .innerJoin('person', 'person.id', 'photo.person_id')
    .select('sticker.pack_id')
    .select(isAccessibleOwner(sql.ref('photo.person_id'), argument.viewer).as('open'))
    .where('sticker.id', '=', argument.id),
);

/** Returns the owner of a pack, and whether no ban or block hides it from the viewer. */
export function findPackAccess(db: Db, id: number, viewer: number) {
  return pack(db, { id, viewer });
}

/** Returns the pack of a sticker, and whether no ban or block hides it from the viewer. */
export function findStickerAccess(db: Db, id: number, viewer: number) {
  return sticker(db, { id, viewer });
}
