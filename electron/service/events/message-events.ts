import type { MessageModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { findAnswersOf, findEvents, findFirstGoing } from '../calendar/queries';
import { findAttachmentOwners, findAttachments } from '../content/attachment-records-queries';
import type { ReadContext } from '../context';
import { findListeners } from '../files/heard-queries';
import { findPolls, findVotesOf } from '../messages/polls/poll-queries';
import { findReactionsOf, hasReactions } from '../messages/reaction-queries';
import { messagesById, messagesOf } from '../messages/records';
import {
  findDialogSummaries,
  findMessages,
  type DialogSummaryRow,
  type MessageRow,
} from '../messages/records-queries';
import { findFollowersAmong } from '../messages/threads/thread-queries';
import { repliersOf, threadOf } from '../messages/threads/thread-records';
import { findMarksFrom, type EventRow } from './queries';
import { perViewer, relationKeys, type Viewer, type ViewerKey } from './viewer-keys';

/** The types of events that carry a message. */
const MESSAGE_EVENTS: ReadonlySet<string> = new Set([
  'message',
  'message_edit',
  'thread_message',
  'thread',
  'message_reaction',
  'message_poll',
  'message_calendar',
  'message_pin',
]);

/** What is read once about an event's message, for all its viewers. */
export interface EventMessage {
  /** The message, and the one it replies to. */
  shown: MessageRow[];
  /** Its dialog, without the viewer's read mark. */
  dialog: DialogSummaryRow;
  /** The read marks of viewers who have read any of the shown messages, and perhaps of other members. */
  marks: ReadonlyMap<number, number>;
  /** It shows a post, whose visibility and likes differ by viewer. */
  hasPost: boolean;
  /** It has no reactions, attachments, polls, events, reposts, sources and threads. */
  isPlain: boolean;
}

/** Reads the message of an event for its viewers; undefined if the event has none, or if it was deleted. */
export async function findEventMessage(
  { db }: ReadContext,
  row: EventRow,
  viewers: readonly number[],
): Promise<EventMessage | undefined> {
  if (!MESSAGE_EVENTS.has(row.type)) return undefined;
  const [message] = await findMessages(db, [row.ref_id]);
  if (!message) return undefined;
  const [dialog] = await findDialogSummaries(db, [message.dialog_id], 0);
  if (!dialog) return undefined;
  const [source] = message.reply_to > 0 ? await findMessages(db, [message.reply_to]) : [];
  const shown = source ? [message, source] : [message];
  const ids = shown.map((one) => one.id);
  const attachments = await findAttachments(db, ids);
  const isOutside = shown.flatMap(threadOf).length === 0;
  const hasParts =
    source !== undefined ||
    message.repost_id > 0 ||
    attachments.length > 0 ||
    !isOutside ||
    (await hasReactions(db, ids)) ||
    (await findPolls(db, ids)).length > 0 ||
    (await findEvents(db, ids)).length > 0;
  return {
    shown,
    dialog,
    marks: await findMarksFrom(db, { dialog: message.dialog_id, from: Math.min(...ids) }, viewers),
    hasPost: shown.some((one) => one.repost_id > 0) || attachments.some((one) => one.type === 'post'),
    isPlain: !hasParts,
  };
}

/** Builds the record of an event's message as the caller may see it; undefined if it was deleted. */
export async function eventMessageRecord(
  ctx: ReadContext,
  row: EventRow,
  known: EventMessage | undefined,
): Promise<MessageModel | undefined> {
  if (!known?.isPlain) return (await messagesById(ctx, [row.ref_id])).get(row.ref_id);
  const dialog = { ...known.dialog, own_read_id: known.marks.get(ctx.caller?.id ?? 0) ?? 0 };
  const [record] = await messagesOf(ctx, known.shown, { dialog, isPlain: true });
  return record;
}

/** Keys viewers by what differs in the record of an event's message. */
export async function messageKeys(
  ctx: ReadContext,
  known: EventMessage | undefined,
  viewers: readonly Viewer[],
): Promise<ViewerKey> {
  if (!known) return () => '';
  // In a private dialog each side sees the other's name.
  if (viewers.length <= 2 || known.hasPost) return perViewer;
  const { shown, marks } = known;
  const ids = shown.map((one) => one.id);
  const readBy = ({ id }: Viewer) => {
    const mark = marks.get(id);
    return mark === undefined ? '' : shown.map((one) => (mark >= one.id ? 'r' : '-')).join('');
  };
  const authors = shown
    .flatMap((one) => [one.author_id, one.forward_id, ...repliersOf(one)])
    .filter((id) => id > 0);
  if (known.isPlain) {
    const relations = await relationKeys(ctx, authors);
    return (viewer) => relations(viewer) + readBy(viewer);
  }
  const going = await findShownPeople(ctx, ids);
  // Owners see more of an attached item than others.
  const owners = await findAttachmentOwners(ctx.db, ids);
  const relations = await relationKeys(ctx, [...authors, ...owners, ...going]);
  const people = viewers.map((viewer) => viewer.id);
  const reactions = await reactionKeys(ctx, ids, people);
  const listened = await listenerKeys(ctx, ids, people);
  const followed = await followerKeys(ctx, shown, people);
  return (viewer) =>
    `${relations(viewer)}${readBy(viewer)}${reactions(viewer)}${listened(viewer)}${followed(viewer)}`;
}

/** Keys viewers by how far they have read the threads that they follow. */
async function followerKeys(
  ctx: ReadContext,
  shown: readonly MessageRow[],
  people: readonly number[],
): Promise<ViewerKey> {
  const keys = new Map<number, string>();
  for (const thread of new Set(shown.flatMap(threadOf))) {
    for (const { person_id, read_id } of await findFollowersAmong(ctx.db, thread, people)) {
      keys.set(person_id, `${keys.get(person_id) ?? ''}t${thread}:${read_id}`);
    }
  }
  return (viewer) => keys.get(viewer.id) ?? '';
}

/** Keys viewers by the voice messages to which they listened. */
async function listenerKeys(
  ctx: ReadContext,
  messages: readonly number[],
  people: readonly number[],
): Promise<ViewerKey> {
  const keys = new Map<number, string>();
  for (const { person_id, file_id } of await findListeners(ctx.db, messages, people)) {
    keys.set(person_id, `${keys.get(person_id) ?? ''}h${file_id}`);
  }
  return (viewer) => keys.get(viewer.id) ?? '';
}

/** Returns the people whom the events of some messages show. */
async function findShownPeople({ db }: ReadContext, messages: readonly number[]): Promise<number[]> {
  if ((await findEvents(db, messages)).length === 0) return [];
  return (await findFirstGoing(db, messages, LIMITS.eventPeople)).map((row) => row.person_id);
}

/** Keys viewers by their own votes in, answers and reactions to some messages. */
async function reactionKeys(
  ctx: ReadContext,
  messages: readonly number[],
  people: readonly number[],
): Promise<ViewerKey> {
  const keys = new Map<number, string>();
  for (const { message_id, person_id, position } of await findVotesOf(ctx.db, messages, people)) {
    keys.set(person_id, `${keys.get(person_id) ?? ''}${message_id}:${position}`);
  }
  for (const { message_id, person_id, answer } of await findAnswersOf(ctx.db, messages, people)) {
    keys.set(person_id, `${keys.get(person_id) ?? ''}${message_id}:${answer}`);
  }
  for (const { message_id, person_id, emoji } of await findReactionsOf(ctx.db, messages, people)) {
    keys.set(person_id, `${keys.get(person_id) ?? ''}${message_id}${emoji}`);
  }
  return (viewer) => keys.get(viewer.id) ?? '';
}
