import type { Selectable } from 'kysely';
import type { Gift } from '../../../shared/contract/records';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import { requirePerson } from '../access/access';
import { findShopItem } from '../gift-catalogue';
import type { ReadContext } from '../context';
import { HIDDEN_PERSON } from './deleted-person';
import { findBlockedPeople, usersOf } from './records';
import { shownTime } from '../timestamps';

export type GiftRow = Selectable<Schema['gift']>;

const received = prepared((db, argument: { person: number; ids: string }) =>
  db
    .selectFrom('gift')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('id', 'in', listOf(argument.ids)),
);

/** Builds records of the caller's received gifts by ID. */
export async function giftsById(ctx: ReadContext, ids: readonly number[]): Promise<Map<number, Gift>> {
  if (ids.length === 0) return new Map();
  const rows = await received(ctx.db, { person: requirePerson(ctx).id, ids: JSON.stringify(ids) });
  return new Map((await giftRecords(ctx, rows)).map((gift) => [gift.ID, gift]));
}

/**
 * Builds records of gifts as the caller may see them, in their order. If the giver is anonymous or behind a block,
 * giver and message are hidden.
 */
export async function giftRecords(ctx: ReadContext, rows: readonly GiftRow[]): Promise<Gift[]> {
  const viewer = requirePerson(ctx).id;
  const blocked = await findBlockedPeople(
    ctx,
    rows.map((row) => row.by_id),
  );
  const isOwn = (row: GiftRow) => row.person_id === viewer || row.by_id === viewer;
  const isShown = (row: GiftRow) => !blocked.has(row.by_id) && (isOwn(row) || row.privacy < 2);
  const people = await usersOf(
    ctx,
    rows.flatMap((row) => (isShown(row) ? [row.person_id, row.by_id] : [row.person_id])),
  );
  return rows.flatMap((row) => {
    const target = people.get(row.person_id);
    const item = findShopItem(row.item);
    if (!target || !item) return [];
    return {
      ID: row.id,
      User: (isShown(row) && people.get(row.by_id)) || HIDDEN_PERSON,
      Target: target,
      Item: item,
      Timestamp: shownTime(ctx, row.created_at),
      Message: isShown(row) && (isOwn(row) || row.privacy === 0) ? row.message : '',
    };
  });
}
