import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import type { ViewedKind } from '../../database/schema';

/** One person viewing an item on one day (days since 1970, in UTC). */
export interface View {
  day: number;
  kind: ViewedKind;
  item: number;
  person: number;
}

/** Rows deleted per transaction. */
const BATCH_SIZE = 1000;

const insertView = preparedOne((db, argument: { day: number; kind: string; item: number; person: number }) =>
  db
    .insertInto('viewing')
    .values({
      day: argument.day,
      kind: argument.kind as ViewedKind,
      item_id: argument.item,
      person_id: argument.person,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('item_id'),
);

const addViews = {
  post: preparedOne((db, argument: { item: number; count: number }) =>
    db
      .updateTable('post')
      .set((eb) => ({ views: eb('views', '+', argument.count) }))
      .where('id', '=', argument.item),
  ),
  video: preparedOne((db, argument: { item: number; count: number }) =>
    db
      .updateTable('video')
      .set((eb) => ({ views: eb('views', '+', argument.count) }))
      .where('id', '=', argument.item),
  ),
};

/** Adds a batch of views to their items' counters. Each person counts once a day per item. */
export async function insertViews(db: Db, views: readonly View[]): Promise<void> {
  const inserted = await Promise.all(views.map((view) => insertView(db, { ...view })));
  const newViews = views.filter((_, index) => inserted[index] !== undefined);
  for (const [kind, ofKind] of Map.groupBy(newViews, (view) => view.kind)) {
    for (const [item, { length }] of Map.groupBy(ofKind, (view) => view.item))
      await addViews[kind](db, { item, count: length });
  }
}

/** Deletes a batch of views from before a day. Returns whether more may be left. */
export async function deleteOldViews(db: Db, before: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM viewing WHERE (day, kind, item_id, person_id) IN (
      SELECT day, kind, item_id, person_id FROM viewing WHERE day < ${before} LIMIT ${BATCH_SIZE})`.execute(
    db,
  );
  return Number(numAffectedRows) === BATCH_SIZE;
}
