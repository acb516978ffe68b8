import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import { cachedQuery } from '../../database/caching/query-cache';

/** A person's relations and blocks, in both directions. */
export interface Relations {
  /** To whom they subscribed: 1 for friends, 0 for others. */
  subscriptions: ReadonlyMap<number, number>;
  /** Who subscribed to them. */
  subscribers: ReadonlyMap<number, number>;
  /** Whom they blocked, or who blocked them. */
  blocks: ReadonlySet<number>;
  /** For each of these others, a text that is equal for equal relations. */
  keys: ReadonlyMap<number, string>;
}

/** The relations of a person who has none. */
export const NO_RELATIONS: Relations = {
  subscriptions: new Map(),
  subscribers: new Map(),
  blocks: new Set(),
  keys: new Map(),
};

/** The most relations of a person that are remembered. */
const MAX_RELATIONS = 1000;
const BLOCK = 2;

const relations = prepared((db, argument: { person: number; limit: number }) =>
  db
    .selectFrom('relation')
    .select(['target_id as other', sql<0 | 1>`1`.as('own'), sql<number>`friends`.as('kind')])
    .where('person_id', '=', argument.person)
    .unionAll(
      db
        .selectFrom('relation')
        .select(['person_id as other', sql<0 | 1>`0`.as('own'), sql<number>`friends`.as('kind')])
        .where('target_id', '=', argument.person),
    )
    .unionAll(
      db
        .selectFrom('block')
        .select(['target_id as other', sql<0 | 1>`1`.as('own'), sql<number>`2`.as('kind')])
        .where('person_id', '=', argument.person),
    )
    .unionAll(
      db
        .selectFrom('block')
        .select(['person_id as other', sql<0 | 1>`0`.as('own'), sql<number>`2`.as('kind')])
        .where('target_id', '=', argument.person),
    )
    .limit(argument.limit),
);

/** Returns a person's relations, or null if there are more than `limit`. */
async function readRelations(db: Db, person: number, limit: number): Promise<Relations | null> {
  const rows = await relations(db, { person, limit: limit + 1 });
  if (rows.length > limit) return null;
  const subscriptions = new Map<number, number>();
  const subscribers = new Map<number, number>();
  const blocks = new Set<number>();
  const keys = new Map<number, string>();
  for (const { other, own, kind } of rows) {
    if (kind === BLOCK) blocks.add(other);
    else (own === 1 ? subscriptions : subscribers).set(other, kind);
    keys.set(other, `${keys.get(other) ?? ''}${own === 1 ? '<' : '>'}${kind}`);
  }
  return { subscriptions, subscribers, blocks, keys };
}

/** Returns a text for each other person with relations to someone, equal for equal relations. */
export async function findRelationKeys(db: Db, person: number): Promise<ReadonlyMap<number, string>> {
  const known =
    (await findRelations(db, person)) ?? (await readRelations(db, person, Number.MAX_SAFE_INTEGER - 1));
  return known?.keys ?? NO_RELATIONS.keys;
}

/** Returns a person's relations, or null if they have too many to remember. */
export const findRelations = cachedQuery(
  (db: Db, person: number) => readRelations(db, person, MAX_RELATIONS),
  (person) => person,
  {
    columns: {
      relation: ['person_id', 'target_id', 'friends', 'created_at'],
      block: ['person_id', 'target_id'],
    },
    limit: 2000,
  },
);
