import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../database/open';
import { listOf, prepared } from '../../../database/prepared';
import { cachedQuery, isCacheable } from '../../../database/caching/query-cache';
import type { Schema } from '../../../database/schema';

export type PollRow = Selectable<Schema['poll']>;

const pollsOf = prepared((db, argument: { messages: string }) =>
  db.selectFrom('poll').selectAll().where('message_id', 'in', listOf(argument.messages)),
);

const messagesWithPolls = prepared((db, argument: { limit: number }) =>
  db.selectFrom('poll').select('message_id').limit(argument.limit),
);

/** Polls are rare: which messages have one is remembered while there are no more than this. */
const MAX_POLLS = 5000;

const findMessagesWithPolls = cachedQuery(
  async (db, limit: number): Promise<ReadonlySet<number> | null> => {
    const rows = await messagesWithPolls(db, { limit: limit + 1 });
    return rows.length > limit ? null : new Set(rows.map((row) => row.message_id));
  },
  (limit) => limit,
  { columns: { poll: ['message_id'] }, limit: 1 },
);

const optionsOf = prepared((db, argument: { messages: string }) =>
  db
    .selectFrom('poll_option')
    .selectAll()
    .where('message_id', 'in', listOf(argument.messages))
    .orderBy('message_id')
    .orderBy('position'),
);

const ownVotes = prepared((db, argument: { messages: string; person: number }) =>
  db
    .selectFrom('poll_vote')
    .selectAll()
    .where('message_id', 'in', listOf(argument.messages))
    .where('person_id', '=', argument.person),
);

const votesAmong = prepared((db, argument: { messages: string; people: string }) =>
  db
    .selectFrom('poll_vote')
    .selectAll()
    .where('message_id', 'in', listOf(argument.messages))
    .where('person_id', 'in', listOf(argument.people))
    .orderBy('message_id')
    .orderBy('person_id')
    .orderBy('position'),
);

/** Returns the polls of some messages. */
export async function findPolls(db: Db, messages: readonly number[]): Promise<PollRow[]> {
  const known = isCacheable(db) ? await findMessagesWithPolls(db, MAX_POLLS) : null;
  const asked = known ? messages.filter((id) => known.has(id)) : messages;
  return asked.length === 0 ? [] : pollsOf(db, { messages: JSON.stringify(asked) });
}

/** Returns the options of some polls, in order. */
export function findOptions(db: Db, messages: readonly number[]) {
  return optionsOf(db, { messages: JSON.stringify(messages) });
}

/** Returns what a person chose in some polls. */
export function findOwnVotes(db: Db, messages: readonly number[], person: number) {
  return ownVotes(db, { messages: JSON.stringify(messages), person });
}

/** Returns the votes of some people in the polls of some messages, by person. */
export async function findVotesOf(db: Db, messages: readonly number[], people: readonly number[]) {
  if ((await findPolls(db, messages)).length === 0) return [];
  return votesAmong(db, { messages: JSON.stringify(messages), people: JSON.stringify(people) });
}

/** Stores a new poll with its options. */
export async function insertPoll(
  db: Db,
  poll: Insertable<Schema['poll']>,
  options: readonly string[],
): Promise<void> {
  await db.insertInto('poll').values(poll).execute();
  const rows = options.map((text, position) => ({ message_id: poll.message_id, position, text }));
  await db.insertInto('poll_option').values(rows).execute();
}

/** Replaces what a person chose in a poll, and the counts. */
export async function replaceVotes(
  db: Db,
  vote: { message: number; person: number },
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const { message, person } = vote;
  const removed = before.filter((position) => !after.includes(position));
  const added = after.filter((position) => !before.includes(position));
  if (removed.length > 0) {
    await db
      .deleteFrom('poll_vote')
      .where('message_id', '=', message)
      .where('person_id', '=', person)
      .where('position', 'in', removed)
      .execute();
  }
  if (added.length > 0) {
    const rows = added.map((position) => ({ message_id: message, person_id: person, position }));
    await db.insertInto('poll_vote').values(rows).execute();
  }
  await addVotes(db, message, removed, -1);
  await addVotes(db, message, added, 1);
  const voters = Number(after.length > 0) - Number(before.length > 0);
  await db
    .updateTable('poll')
    .set((eb) => ({ voters: eb('voters', '+', voters) }))
    .where('message_id', '=', message)
    .execute();
}

export async function setClosesAt(db: Db, message: number, time: number): Promise<void> {
  await db.updateTable('poll').set({ closes_at: time }).where('message_id', '=', message).execute();
}

/** Returns a page of the people who chose an option. */
export async function listVoters(
  db: Db,
  option: { message: number; position: number },
  limit: number,
  offset: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('poll_vote')
    .select('person_id')
    .where('message_id', '=', option.message)
    .where('position', '=', option.position)
    .orderBy('person_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.person_id);
}

/** Deletes the polls of some messages with their votes. */
export async function deletePolls(db: Db, messages: readonly number[]): Promise<void> {
  const list = listOf(JSON.stringify(messages));
  await db.deleteFrom('poll_vote').where('message_id', 'in', list).execute();
  await db.deleteFrom('poll_option').where('message_id', 'in', list).execute();
  await db.deleteFrom('poll').where('message_id', 'in', list).execute();
}

async function addVotes(db: Db, message: number, positions: readonly number[], count: number): Promise<void> {
  if (positions.length === 0) return;
  await db
    .updateTable('poll_option')
    .set((eb) => ({ votes: eb('votes', '+', count) }))
    .where('message_id', '=', message)
    .where('position', 'in', positions)
    .execute();
}
