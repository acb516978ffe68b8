import { sql, type Selectable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import { cachedQuery, isCacheable } from '../../database/caching/query-cache';
import type { Schema } from '../../database/schema';

/** A row of the event log. */
export type EventRow = Selectable<Schema['event']>;

type SeqRange = { since: number; until: number; limit: number };

/**
 * SQL condition: a person gets an event of a wall. They own or follow the wall, caused the event, or wrote its post or
 * comment.
 */
function isInWallAudience(person: number) {
  return sql<boolean>`(event.scope_id = ${person} or event.actor_id = ${person}
    or exists (select 1 from relation where relation.person_id = ${person} and relation.target_id = event.scope_id)
    or exists (select 1 from post where post.id = event.ref_id and post.author_id = ${person})
    or exists (select 1 from comment
      where comment.id = cast(event.body ->> 'Comment' as bigint) and comment.author_id = ${person}))`;
}

const visibleEvents = prepared((db, argument: SeqRange & { person: number; admin: number }) =>
  db
    .selectFrom('event')
    .selectAll()
    .where('seq', '>', argument.since)
    .where('seq', '<=', argument.until)
    .where((eb) =>
      eb.or([
        eb('scope_kind', '=', sql.lit('community')),
        eb.and([eb('scope_kind', '=', sql.lit('administrators')), sql<boolean>`${argument.admin} = 1`]),
        eb.and([eb('scope_kind', '=', sql.lit('person')), eb('scope_id', '=', argument.person)]),
        eb.and([eb('scope_kind', '=', sql.lit('wall')), isInWallAudience(argument.person)]),
        eb.and([
          eb('scope_kind', '=', sql.lit('dialog')),
          eb.exists(
            eb
              .selectFrom('member')
              .select('member.id')
              .whereRef('member.dialog_id', '=', 'event.scope_id')
              .where('member.person_id', '=', argument.person),
          ),
        ]),
      ]),
    )
    .orderBy('seq')
    .limit(argument.limit),
);

const members = prepared((db, argument: { dialog: number; limit: number }) =>
  db.selectFrom('member').select('person_id').where('dialog_id', '=', argument.dialog).limit(argument.limit),
);

const membersAmong = prepared((db, argument: { dialog: number; people: string }) =>
  db
    .selectFrom('member')
    .select('person_id')
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', 'in', listOf(argument.people)),
);

const marksFrom = prepared((db, argument: { dialog: number; from: number; limit: number }) =>
  db
    .selectFrom('member')
    .select(['person_id', 'read_id'])
    .where('dialog_id', '=', argument.dialog)
    .where('read_id', '>=', argument.from)
    .limit(argument.limit),
);

const marksAmong = prepared((db, argument: { dialog: number; people: string }) =>
  db
    .selectFrom('member')
    .select(['person_id', 'read_id'])
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', 'in', listOf(argument.people)),
);

const authorsBetween = prepared(
  (db, argument: { dialog: number; after: number; upTo: number; limit: number }) =>
    db
      .selectFrom('message')
      .select('author_id')
      .where('dialog_id', '=', argument.dialog)
      .where('id', '>', argument.after)
      .where('id', '<=', argument.upTo)
      .orderBy('id', 'desc')
      .limit(argument.limit),
);

const followers = prepared((db, argument: { wall: number; people: string }) =>
  db
    .selectFrom('relation')
    .select('person_id as person')
    .where('target_id', '=', argument.wall)
    .where('person_id', 'in', listOf(argument.people)),
);

const authors = prepared((db, argument: { post: number; comment: number }) =>
  db
    .selectFrom('post')
    .select('author_id as person')
    .where('id', '=', argument.post)
    .unionAll(db.selectFrom('comment').select('author_id as person').where('id', '=', argument.comment)),
);

/**
 * The search for a common dialog comes last and stops at the first match; in most communities nearly all people share
 * one.
 */
const acquaintances = prepared((db, argument: { person: number; people: string }) => ({
  compile: () =>
    sql<{ person_id: number }>`
      SELECT value AS person_id FROM json_each(${argument.people}) WHERE
        EXISTS (SELECT 1 FROM relation WHERE person_id = ${argument.person} AND target_id = value)
        OR EXISTS (SELECT 1 FROM relation WHERE person_id = value AND target_id = ${argument.person})
        OR EXISTS (
          SELECT 1 FROM member AS own CROSS JOIN member AS other
          WHERE own.person_id = ${argument.person}
            AND other.dialog_id = own.dialog_id AND other.person_id = value
        )
    `.compile(db),
}));

/** Returns events with `since` < Seq <= `until` that a person may see now, oldest first. */
export function findVisibleEvents(
  db: Db,
  { person, isAdmin }: { person: number; isAdmin: boolean },
  range: SeqRange,
) {
  return visibleEvents(db, { ...range, person, admin: isAdmin ? 1 : 0 });
}

const eventsAfter = prepared((db, argument: { seq: number; limit: number }) =>
  db.selectFrom('event').selectAll().where('seq', '>', argument.seq).orderBy('seq').limit(argument.limit),
);

/** Returns all events after a Seq, oldest first, no matter who may see them. */
export function findEventsAfter(db: Db, seq: number, limit: number): Promise<EventRow[]> {
  return eventsAfter(db, { seq, limit });
}

/** Returns the oldest Seq in the log, or undefined if the log is empty. */
export async function findOldestSeq(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('event').select('seq').orderBy('seq').limit(1).executeTakeFirst();
  return row?.seq;
}

/** The members of a dialog are remembered while there are no more than these. */
const MAX_MEMBERS = 5000;

const findFewMembers = cachedQuery(
  async (db, dialog: number): Promise<ReadonlySet<number> | null> => {
    const rows = await members(db, { dialog, limit: MAX_MEMBERS + 1 });
    return rows.length > MAX_MEMBERS ? null : new Set(rows.map((row) => row.person_id));
  },
  (dialog) => dialog,
  { columns: { member: ['dialog_id', 'person_id'] }, limit: 500 },
);

/** Returns those of some people who are members of a dialog; of a small dialog perhaps all its members. */
export async function findMembers(
  db: Db,
  dialog: number,
  people: readonly number[],
): Promise<ReadonlySet<number>> {
  const few = isCacheable(db) ? await findFewMembers(db, dialog) : null;
  if (few) return few;
  const rows = await membersAmong(db, { dialog, people: JSON.stringify(people) });
  return new Set(rows.map((row) => row.person_id));
}

/** Returns the read marks of those of some people who have read a message of a dialog, and perhaps of other members. */
export async function findMarksFrom(
  db: Db,
  { dialog, from }: { dialog: number; from: number },
  people: readonly number[],
): Promise<Map<number, number>> {
  // Hardly anyone has read a new message, but thousands may have read an old one.
  const first = await marksFrom(db, { dialog, from, limit: people.length + 1 });
  const isWhole = first.length <= people.length;
  const rows = isWhole ? first : await marksAmong(db, { dialog, people: JSON.stringify(people) });
  return new Map(rows.flatMap((row) => (row.read_id >= from ? [[row.person_id, row.read_id]] : [])));
}

/** The most messages of which `findAuthorsBetween` looks up the authors. */
const MAX_AUTHORED = 200;

/** Returns who wrote the messages of a dialog after one and up to another; null if there are too many messages. */
export async function findAuthorsBetween(
  db: Db,
  range: { dialog: number; after: number; upTo: number },
): Promise<Set<number> | null> {
  const rows = await authorsBetween(db, { ...range, limit: MAX_AUTHORED + 1 });
  return rows.length > MAX_AUTHORED ? null : new Set(rows.map((row) => row.author_id));
}

/** Returns those people who get an event of a wall; see `isInWallAudience`. */
export async function findWallAudience(
  db: Db,
  event: Pick<EventRow, 'scope_id' | 'ref_id' | 'actor_id' | 'body'>,
  people: readonly number[],
): Promise<Set<number>> {
  const { Comment: comment = 0 } = JSON.parse(event.body) as { Comment?: number };
  const followerRows = await followers(db, { wall: event.scope_id, people: JSON.stringify(people) });
  const authorRows = await authors(db, { post: event.ref_id, comment });
  const audience = [...followerRows, ...authorRows].map((row) => row.person);
  return new Set([...audience, event.scope_id, event.actor_id]);
}

/** Returns those people who share a dialog or a relation with a person. */
export async function findAcquaintances(
  db: Db,
  person: number,
  people: readonly number[],
): Promise<number[]> {
  const rows = await acquaintances(db, { person, people: JSON.stringify(people) });
  return rows.map((row) => row.person_id);
}

/** Events deleted per transaction. */
const BATCH_SIZE = 1000;

/**
 * Deletes a batch of the oldest events with Seq <= `upTo` from before a time. Stops at the first one to keep, so that
 * the log has no gaps even if the clock was set back. Returns whether more may be left.
 */
export async function deleteOldEvents(db: Db, upTo: number, before: number): Promise<boolean> {
  const oldest = await db
    .selectFrom('event')
    .select(['seq', 'created_at'])
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(BATCH_SIZE)
    .execute();
  const firstToKeep = oldest.findIndex((row) => row.created_at >= before);
  const last = oldest.at(firstToKeep === -1 ? -1 : firstToKeep - 1);
  if (firstToKeep === 0 || last === undefined) return false;
  await db.deleteFrom('event').where('seq', '<=', last.seq).execute();
  return firstToKeep === -1 && oldest.length === BATCH_SIZE;
}
