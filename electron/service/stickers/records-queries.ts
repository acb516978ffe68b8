import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

const stickers = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('photo')
    .innerJoin('content', 'content.id', 'photo.id')
    // A replica may hold the picture of a sticker without its pack.
    .leftJoin('sticker', 'sticker.id', 'photo.id')
    .select(['photo.id', 'photo.width', 'photo.height', 'content.type'])
    .select(['sticker.pack_id', 'sticker.emoji'])
    .where('photo.id', 'in', listOf(argument.ids))
    .where('photo.mode', '=', 'sticker'),
);

const packs = prepared((db, argument: { ids: string }) =>
  db.selectFrom('sticker_pack').selectAll().where('id', 'in', listOf(argument.ids)),
);

const placed = prepared((db, argument: { packs: string }) =>
  db
    .selectFrom('sticker')
    .select(['id', 'pack_id'])
    .where('pack_id', 'in', listOf(argument.packs))
    .orderBy('pack_id')
    .orderBy('position')
    .orderBy('id'),
);

const added = prepared((db, argument: { person: number; packs: string }) =>
  db
    .selectFrom('sticker_pack_added')
    .select('pack_id')
    .where('person_id', '=', argument.person)
    .where('pack_id', 'in', listOf(argument.packs)),
);

/** Returns stickers by ID, in no particular order. */
export function findStickerRows(db: Db, ids: readonly number[]) {
  return stickers(db, { ids: JSON.stringify(ids) });
}

/** Returns packs by ID, in no particular order. */
export function findPackRows(db: Db, ids: readonly number[]) {
  return packs(db, { ids: JSON.stringify(ids) });
}

/** Returns the stickers of packs, each in its order. */
export function listPlacedStickers(db: Db, ids: readonly number[]) {
  return placed(db, { packs: JSON.stringify(ids) });
}

/** Returns which of some packs a person added to theirs. */
export async function findAddedPacks(db: Db, person: number, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await added(db, { person, packs: JSON.stringify(ids) })).map((row) => row.pack_id));
}
