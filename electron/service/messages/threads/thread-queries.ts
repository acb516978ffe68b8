import { sql } from 'kysely';
import { LIMITS } from '../../../../shared/limits';
import type { Db } from '../../../database/open';
import { listOf, prepared, preparedOne } from '../../../database/prepared';
import type { MessageRow } from '../records-queries';
import { isUnmuted } from '../../dialogs/muting-queries';

type ThreadPage = { thread: number; from: number; limit: number };

/** The second condition repeats that of the partial index, which is used only then. */
const repliesIn = (db: Db, thread: number) =>
  db.selectFrom('message').where('thread_id', '=', thread).where('thread_id', '>', sql.lit(0));

const repliesBefore = prepared((db, argument: ThreadPage) =>
  repliesIn(db, argument.thread)
    .selectAll()
    .where('id', '<', argument.from)
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

const repliesAfter = prepared((db, argument: ThreadPage) =>
  repliesIn(db, argument.thread)
    .selectAll()
    .where('id', '>', argument.from)
    .orderBy('id')
    .limit(argument.limit),
);

const newestReplies = prepared((db, argument: { thread: number; limit: number }) =>
  repliesIn(db, argument.thread)
    .select(['id', 'author_id', 'created_at'])
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

const updateReplies = preparedOne(
  (db, argument: { dialog: number; id: number; by: number; last: number; at: number; repliers: string }) =>
    db
      .updateTable('message')
      .set({
        replies: sql<number>`replies + ${argument.by}`,
        last_reply_id: argument.last,
        replied_at: argument.at,
        repliers: argument.repliers,
      })
      .where('dialog_id', '=', argument.dialog)
      .where('id', '=', argument.id),
);

const follow = preparedOne((db, argument: { person: number; thread: number; dialog: number; read: number }) =>
  db
    .insertInto('thread_follower')
    .values({
      person_id: argument.person,
      thread_id: argument.thread,
      dialog_id: argument.dialog,
      read_id: argument.read,
      notified_id: argument.read,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'thread_id']).doNothing()),
);

const advance = preparedOne((db, argument: { person: number; thread: number; read: number }) =>
  db
    .updateTable('thread_follower')
    .set({ read_id: argument.read })
    .where('person_id', '=', argument.person)
    .where('thread_id', '=', argument.thread)
    .where('read_id', '<', argument.read)
    .returning('read_id'),
);

const followersAmong = prepared((db, argument: { thread: number; people: string }) =>
  db
    .selectFrom('thread_follower')
    .select(['person_id', 'read_id'])
    .where('thread_id', '=', argument.thread)
    .where('person_id', 'in', listOf(argument.people)),
);

const setNotified = preparedOne((db, argument: { thread: number; people: string; reply: number }) =>
  db
    .updateTable('thread_follower')
    .set({ notified_id: argument.reply })
    .where('thread_id', '=', argument.thread)
    .where('person_id', 'in', listOf(argument.people)),
);

const followersToNotify = prepared((db, argument: { thread: number; last: number; now: number }) =>
  db
    .selectFrom('thread_follower')
    .innerJoin('member', (join) =>
      join
        .onRef('member.dialog_id', '=', 'thread_follower.dialog_id')
        .onRef('member.person_id', '=', 'thread_follower.person_id'),
    )
    .select('thread_follower.person_id')
    .where('thread_follower.thread_id', '=', argument.thread)
    // What they were notified of is read, or was deleted.
    .where((eb) =>
      eb.or([
        eb('thread_follower.notified_id', '<=', eb.ref('thread_follower.read_id')),
        eb('thread_follower.notified_id', '>', argument.last),
      ]),
    )
    .where(isUnmuted(argument.now)),
);

const ownFollows = prepared((db, argument: { person: number; threads: string }) =>
  db
    .selectFrom('thread_follower')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('thread_id', 'in', listOf(argument.threads)),
);

const ownUnread = prepared((db, argument: { person: number; threads: string }) =>
  db
    .selectFrom('thread_follower as follower')
    .innerJoin('message as reply', (join) =>
      join
        .onRef('reply.thread_id', '=', 'follower.thread_id')
        .onRef('reply.id', '>', 'follower.read_id')
        .onRef('reply.author_id', '<>', 'follower.person_id')
        .on('reply.thread_id', '>', sql.lit(0)),
    )
    .select((eb) => ['follower.thread_id', eb.fn.countAll<number>().as('count')])
    .where('follower.person_id', '=', argument.person)
    .where('follower.thread_id', 'in', listOf(argument.threads))
    .groupBy('follower.thread_id'),
);

/** Returns replies in a thread before an ID, newest first. */
export function listRepliesBefore(
  db: Db,
  thread: number,
  from: number,
  limit: number,
): Promise<MessageRow[]> {
  return repliesBefore(db, { thread, from, limit });
}

/** Returns the replies in a thread that follow an ID, newest first. */
export async function listRepliesAfter(
  db: Db,
  thread: number,
  from: number,
  limit: number,
): Promise<MessageRow[]> {
  return (await repliesAfter(db, { thread, from, limit })).reverse();
}

/** How many of the newest replies are read to find who wrote the last ones. */
const NEWEST_REPLIES = 20;

/** Updates the summary of the thread in its first message, after `by` replies were added (-1: one was deleted). */
export async function updateThreadSummary(
  db: Db,
  root: { id: number; dialog_id: number },
  by: 1 | -1,
): Promise<void> {
  const newest = await newestReplies(db, { thread: root.id, limit: NEWEST_REPLIES });
  const people = [...new Set(newest.map((row) => row.author_id))].slice(0, LIMITS.threadPeople);
  await updateReplies(db, {
    dialog: root.dialog_id,
    id: root.id,
    by,
    last: newest[0]?.id ?? 0,
    at: newest[0]?.created_at ?? 0,
    repliers: people.length > 0 ? JSON.stringify(people) : '',
  });
}

/** Makes a person follow a thread, having read up to `read`. Does nothing if they already follow it. */
export async function followThread(
  db: Db,
  follower: { person: number; thread: number; dialog: number; read: number },
): Promise<void> {
  await follow(db, follower);
}

/** Makes a person stop following a thread. */
export async function unfollowThread(
  db: Db,
  { person, thread }: { person: number; thread: number },
): Promise<void> {
  await db
    .deleteFrom('thread_follower')
    .where('person_id', '=', person)
    .where('thread_id', '=', thread)
    .execute();
}

/** Moves a follower's read mark forward, never back. Returns whether it moved. */
export async function advanceThreadMark(
  db: Db,
  mark: { person: number; thread: number; read: number },
): Promise<boolean> {
  return (await advance(db, mark)) !== undefined;
}

/** Returns those of some people who follow a thread, with their read marks. */
export function findFollowersAmong(db: Db, thread: number, people: readonly number[]) {
  return followersAmong(db, { thread, people: JSON.stringify(people) });
}

/**
 * Returns the followers of a thread whose last reply so far is `last` who have read what they were last notified of,
 * and do not mute its dialog.
 */
export async function findFollowersToNotify(
  db: Db,
  of: { thread: number; last: number; now: number },
): Promise<number[]> {
  return (await followersToNotify(db, of)).map((row) => row.person_id);
}

/** Remembers that people were notified of a reply; those who do not follow its thread are ignored. */
export async function markNotified(
  db: Db,
  { thread, people, reply }: { thread: number; people: readonly number[]; reply: number },
): Promise<void> {
  if (people.length > 0) await setNotified(db, { thread, people: JSON.stringify(people), reply });
}

/** Returns a person's rows as a follower of some threads. */
export function findOwnFollows(db: Db, person: number, threads: readonly number[]) {
  return ownFollows(db, { person, threads: JSON.stringify(threads) });
}

/**
 * Counts the replies of others that a person has not read in some threads that they follow; threads without any are
 * left out.
 */
export async function countUnreadReplies(
  db: Db,
  person: number,
  threads: readonly number[],
): Promise<Map<number, number>> {
  const rows = await ownUnread(db, { person, threads: JSON.stringify(threads) });
  return new Map(rows.map((row) => [row.thread_id, row.count]));
}

/** Unfollows all threads of a person, in one dialog or everywhere. */
export async function unfollowThreadsOf(db: Db, person: number, dialog?: number): Promise<void> {
  const query = db.deleteFrom('thread_follower').where('person_id', '=', person);
  await (dialog === undefined ? query : query.where('dialog_id', '=', dialog)).execute();
}

/** Deletes the followers of a message's thread. */
export async function deleteFollowers(db: Db, thread: number): Promise<void> {
  await db.deleteFrom('thread_follower').where('thread_id', '=', thread).execute();
}
