import { sql, type Selectable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';

/** A row of the log. */
export type EventRow = Selectable<Schema['event']>;

type Range = { since: number; until: number; limit: number };

/**
 * Whether a person hears an event of a wall: its owner, who subscribed to them, whose doing it is, and whose the post or
 * the comment is.
 */
function hearsWall(person: number) {
  return sql<boolean>`(event.scope_id = ${person} or event.actor_id = ${person}
    or exists (select 1 from relation where relation.person_id = ${person} and relation.target_id = event.scope_id)
    or exists (select 1 from post where post.id = event.ref_id and post.author_id = ${person})
    or exists (select 1 from comment
      where comment.id = event.body ->> 'Comment' and comment.author_id = ${person}))`;
}

const heard = prepared((db, argument: Range & { person: number; admin: number }) =>
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
        eb.and([eb('scope_kind', '=', sql.lit('wall')), hearsWall(argument.person)]),
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

const marks = prepared((db, argument: { dialog: number; people: string }) =>
  db
    .selectFrom('member')
    .select(['person_id', 'read_id'])
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', 'in', listOf(argument.people)),
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

const ties = prepared((db, argument: { people: string }) =>
  db
    .selectFrom('relation')
    .select(['person_id', 'target_id', sql<number>`friends`.as('kind')])
    .where('person_id', 'in', listOf(argument.people))
    .unionAll(
      db
        .selectFrom('relation')
        .select(['person_id', 'target_id', sql<number>`friends`.as('kind')])
        .where('target_id', 'in', listOf(argument.people)),
    )
    .unionAll(
      db
        .selectFrom('block')
        .select(['person_id', 'target_id', sql<number>`2`.as('kind')])
        .where('person_id', 'in', listOf(argument.people)),
    )
    .unionAll(
      db
        .selectFrom('block')
        .select(['person_id', 'target_id', sql<number>`2`.as('kind')])
        .where('target_id', 'in', listOf(argument.people)),
    ),
);

const reactors = prepared((db, argument: { messages: string }) =>
  db
    .selectFrom('reaction')
    .select(['message_id', 'person_id', 'emoji'])
    .where('message_id', 'in', listOf(argument.messages))
    .orderBy('message_id')
    .orderBy('emoji'),
);

/** Whether two share a dialog is asked last and ends at the first one: in a community nearly all do. */
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

/** Events after `since`, up to `until`, that a person may hear now, oldest first. */
export function findEventsHeard(
  db: Db,
  { person, isAdmin }: { person: number; isAdmin: boolean },
  range: Range,
) {
  return heard(db, { ...range, person, admin: isAdmin ? 1 : 0 });
}

/** The oldest number still in the log, or undefined when it is empty. */
export async function findOldestSeq(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('event').select('seq').orderBy('seq').limit(1).executeTakeFirst();
  return row?.seq;
}

/** The read marks of those of some people who are members of a dialog. */
export async function findMarks(
  db: Db,
  dialog: number,
  people: readonly number[],
): Promise<Map<number, number>> {
  if (people.length === 0) return new Map();
  const rows = await marks(db, { dialog, people: JSON.stringify(people) });
  return new Map(rows.map((row) => [row.person_id, row.read_id]));
}

/** Those of some people who hear an event of a wall, by what `hearsWall` says. */
export async function findWallHearers(
  db: Db,
  event: Pick<EventRow, 'scope_id' | 'ref_id' | 'actor_id' | 'body'>,
  people: readonly number[],
): Promise<Set<number>> {
  const { Comment: comment = 0 } = JSON.parse(event.body) as { Comment?: number };
  const following = await followers(db, { wall: event.scope_id, people: JSON.stringify(people) });
  const concerned = await authors(db, { post: event.ref_id, comment });
  const hearing = [...following, ...concerned].map((row) => row.person);
  return new Set([...hearing, event.scope_id, event.actor_id]);
}

/** Every relation (kind 0, 1 for friends) and block (kind 2) from or to some people. */
export function findTies(db: Db, people: readonly number[]) {
  return ties(db, { people: JSON.stringify(people) });
}

/** Who reacted to some messages, and how. */
export function findReactors(db: Db, messages: readonly number[]) {
  return reactors(db, { messages: JSON.stringify(messages) });
}

/** Those of some people who share a dialog or a relation with a person. */
export async function findAcquaintances(
  db: Db,
  person: number,
  people: readonly number[],
): Promise<number[]> {
  const rows = await acquaintances(db, { person, people: JSON.stringify(people) });
  return rows.map((row) => row.person_id);
}

/** How many events are forgotten at once. */
const STEP = 1000;

/**
 * Forgets some of the oldest events: those up to a number that are from before a time, as far as the first that is to
 * stay, so that what is left has no gaps even where the clock was set back. Says whether more may be left.
 */
export async function deleteOldEvents(db: Db, upTo: number, before: number): Promise<boolean> {
  const oldest = await db
    .selectFrom('event')
    .select(['seq', 'created_at'])
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(STEP)
    .execute();
  const kept = oldest.findIndex((row) => row.created_at >= before);
  const last = oldest.at(kept === -1 ? -1 : kept - 1);
  if (kept === 0 || last === undefined) return false;
  await db.deleteFrom('event').where('seq', '<=', last.seq).execute();
  return kept === -1 && oldest.length === STEP;
}
