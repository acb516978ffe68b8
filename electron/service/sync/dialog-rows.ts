import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findEvents, findFirstGoing, findOwnAnswers } from '../calendar/queries';
import { findAttachments } from '../content/attachment-records-queries';
import { findMessages, findReactions, type MessageRow } from '../messages/records-queries';
import { findOptions, findOwnVotes, findPolls } from '../messages/polls/poll-queries';
import { isPollClosed } from '../messages/polls/poll-records';
import { findOwnFollows } from '../messages/threads/thread-queries';
import { repliersOf } from '../messages/threads/thread-records';
import { findVersions } from '../messages/version-queries';
import { addAttachments } from './attachment-rows';
import { addPeople } from './people-rows';
import { addItems } from './item-rows';
import { reactionRows } from './reaction-rows';
import { findDialogs, findInvitesOf, findLinks, findMemberships, findPins } from './row-queries';
import type { RowSet } from './row-set';
import type { DatabaseRow } from './tables';
import { addPosts } from './wall-rows';

/**
 * Adds dialogs of the caller, with their owners or other people and the caller's own memberships, and the invitations
 * to those that the caller manages.
 */
export async function addDialogs(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const dialogs = await findDialogs(ctx.db, ids);
  const people = dialogs.flatMap((row) => [Number(row.owner_id), Number(row.low_id), Number(row.high_id)]);
  await addPeople(ctx, people, rows);
  for (const row of dialogs) {
    // Records show how far anyone else has read: `other_read_id` to the furthest reader, `furthest_read_id` to others.
    const isFurthest = row.furthest_reader_id === caller;
    rows.add('dialog', [row], isFurthest ? {} : { furthest_reader_id: 0, other_read_id: 0 });
  }
  const memberships = await findMemberships(ctx.db, caller, ids);
  rows.add('member', memberships);
  const managed = memberships.filter((row) => row.role !== 'member').map((row) => Number(row.dialog_id));
  rows.add('invite', await findInvitesOf(ctx.db, managed), { id: 0, by_id: 0 });
  await addItems(ctx, { photo: dialogs.map((row) => Number(row.avatar)) }, rows);
}

/** Adds members of a dialog of the caller, without how others listed it and how far each of them has read. */
export async function addMembers(
  ctx: ReadContext,
  members: readonly DatabaseRow[],
  rows: RowSet,
): Promise<void> {
  const caller = requirePerson(ctx).id;
  await addPeople(
    ctx,
    members.map((row) => Number(row.person_id)),
    rows,
  );
  for (const row of members) rows.add('member', [row], row.person_id === caller ? {} : HIDDEN_OF_OTHERS);
}

const HIDDEN_OF_OTHERS = { start_id: 0, read_id: 0, muted: 0, muted_until: 0, pinned_at: 0, archived: 0 };

/**
 * Adds messages of dialogs of the caller, with the messages that they reply to, also in threads. Who reacted is not
 * shown to anybody, so others' reactions carry numbers below zero instead of people.
 */
export async function addMessages(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const messages = await findMessages(ctx.db, ids);
  const replies = messages.flatMap((row) => [row.reply_to, row.thread_id]).filter((id) => id > 0);
  const sources = replies.length > 0 ? await findMessages(ctx.db, replies) : [];
  const all = uniqueById([...messages, ...sources]);
  const shown = all.map((row) => row.id);
  await addPeople(
    ctx,
    all.flatMap((row) => [row.author_id, row.forward_id, ...repliersOf(row)]),
    rows,
  );
  const attachedPosts = (await findAttachments(ctx.db, shown)).filter((row) => row.type === 'post');
  await addPosts(ctx, [...attachedPosts.map((row) => row.item_id), ...all.map((row) => row.repost_id)], rows);
  const posts = new Set(rows.column('post', 'id'));
  for (const row of all) {
    rows.add('message', [row], {
      // A replica may get a reaction before its message as that was without it.
      is_plain: 0,
      ...(row.author_id === caller ? {} : { nonce: '' }),
      ...(posts.has(row.repost_id) ? {} : { repost_id: 0 }),
    });
    rows.add('message_place', [{ id: row.id, dialog_id: row.dialog_id }]);
  }
  for (const row of await findReactions(ctx.db, shown, caller))
    rows.add('reaction', reactionRows(row, caller));
  rows.add('link', await findLinks(ctx.db, shown));
  const edited = all.filter((row) => row.edited_at > 0).map((row) => row.id);
  if (edited.length > 0) rows.add('message_version', await findVersions(ctx.db, edited));
  await addPolls(ctx, shown, rows);
  await addEvents(ctx, shown, rows);
  rows.add('pinned_message', await findPins(ctx.db, shown));
  const threads = all.filter((row) => row.replies > 0).map((row) => row.id);
  const follows = threads.length > 0 ? await findOwnFollows(ctx.db, caller, threads) : [];
  rows.add(
    'thread_follower',
    follows.map((row) => ({ ...row })),
  );
  await addAttachments(ctx, shown, posts, rows);
}

/**
 * Adds the polls of messages with the caller's own votes. The right answer of a quiz is hidden until the caller may
 * know it.
 */
async function addPolls(ctx: ReadContext, messages: readonly number[], rows: RowSet): Promise<void> {
  const polls = await findPolls(ctx.db, messages);
  if (polls.length === 0) return;
  const ids = polls.map((row) => row.message_id);
  const votes = await findOwnVotes(ctx.db, ids, requirePerson(ctx).id);
  const voted = new Set(votes.map((row) => row.message_id));
  for (const row of polls) {
    const isRevealed = voted.has(row.message_id) || isPollClosed(ctx, row);
    rows.add('poll', [{ ...row }], isRevealed ? {} : { correct: -1, explanation: '' });
  }
  rows.add(
    'poll_option',
    (await findOptions(ctx.db, ids)).map((row) => ({ ...row })),
  );
  rows.add(
    'poll_vote',
    votes.map((row) => ({ ...row })),
  );
}

/** Adds the events of messages with the caller's own answers and those of the people whom the messages show. */
async function addEvents(ctx: ReadContext, messages: readonly number[], rows: RowSet): Promise<void> {
  const events = await findEvents(ctx.db, messages);
  if (events.length === 0) return;
  const ids = events.map((row) => row.message_id);
  const going = await findFirstGoing(ctx.db, ids, LIMITS.eventPeople);
  const own = await findOwnAnswers(ctx.db, ids, requirePerson(ctx).id);
  await addPeople(
    ctx,
    going.map((row) => row.person_id),
    rows,
  );
  for (const row of events) rows.add('calendar_event', [{ ...row }]);
  for (const row of [...going, ...own]) rows.add('calendar_answer', [{ ...row }]);
}

function uniqueById(messages: readonly MessageRow[]): MessageRow[] {
  return [...new Map(messages.map((row) => [row.id, row])).values()];
}
