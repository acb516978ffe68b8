import type { Author, DialogInfo, MessageModel, Reaction } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { attachmentsOf } from '../content/attachment-records';
import { dialogInfo, otherOf } from '../dialogs/info-records';
import {
  findDialogSummaries,
  findMessages,
  findReactions,
  findReaderChanges,
  findStartMarks,
  type DialogSummaryRow,
  type MessageRow,
} from './records-queries';
import { pollsOf } from './polls/poll-records';
import { NO_THREADS, repliersOf, threadPartsOf } from './threads/thread-records';
import { eventsOf } from '../calendar/records';
import { authorsOf } from '../people/records';
import { attachedPostsOf, postsOf } from '../posts/records';
import { shownTime } from '../timestamps';
import { requireRow } from '../require-row';

/** What is known about messages before their records are built, so that it isn't read again. */
interface KnownParts {
  /** The dialog of all of them, with the viewer's read mark. */
  dialog?: DialogSummaryRow;
  /** Their authors, and the other person of a private dialog. */
  authors?: ReadonlyMap<number, Author>;
  /** They have no reactions, attachments, polls, events, reposts, sources and threads. */
  isPlain?: boolean;
}

/** Builds records of messages as the caller may see them, in the order of the rows. */
export async function messagesOf(
  ctx: ReadContext,
  rows: readonly MessageRow[],
  known: KnownParts = {},
): Promise<MessageModel[]> {
  if (rows.length === 0) return [];
  const viewer = ctx.caller?.id ?? 0;
  const sources = known.isPlain ? new Map<number, MessageRow>() : await sourcesOf(ctx, rows);
  const all = new Map([...sources, ...rows.map((row) => [row.id, row] as const)]);
  const [summaries, parts, threads] = await Promise.all([
    summariesOf(ctx, rows, sources, known),
    known.isPlain ? NO_PARTS : partsOf(ctx, [...all.values()]),
    known.isPlain ? NO_THREADS : threadPartsOf(ctx, [...all.values()]),
  ]);
  const { reactions, polls, events, attachments, reposts } = parts;
  const views = await viewsOf(ctx, [...all.values()], summaries.dialogs);
  const record = (row: MessageRow, replyTo: MessageModel | null): MessageModel => {
    const dialog = requireRow(summaries.dialogs.get(row.dialog_id));
    const mine = row.author_id === viewer;
    const { photos = [], attachments: attached = [], sticker } = attachments.get(row.id) ?? {};
    const message: MessageModel = {
      ID: row.id,
      Author: requireRow(summaries.authors.get(row.author_id)),
      Dialog: dialog.info,
      Type: row.type,
      Text: row.text,
      Photos: photos,
      ReplyTo: replyTo,
      Repost: reposts.get(row.repost_id) ?? null,
      Attachments: attached,
      Views: views.get(row.id) ?? 0,
      Timestamp: shownTime(ctx, row.created_at),
      EditTimestamp: shownTime(ctx, row.edited_at),
      Read: row.thread_id > 0 ? threads.isRead(row) : (mine ? dialog.othersRead : dialog.ownRead) >= row.id,
      Reactions: reactions.get(row.id) ?? NO_REACTIONS,
    };
    // Few messages have any of these, and spreading nothing for each takes longer than asking.
    const poll = polls.get(row.id);
    if (poll) message.Poll = poll;
    const event = events.get(row.id);
    if (event) message.Event = event;
    if (sticker !== undefined) message.Sticker = sticker;
    if (row.forward_id > 0) message.Forwarded = requireRow(summaries.authors.get(row.forward_id));
    Object.assign(message, threads.fieldsOf(row, summaries.authors));
    if (mine && row.nonce !== '') message.Nonce = row.nonce;
    return message;
  };
  return rows.map((row) => {
    const source = sources.get(row.reply_to);
    return record(row, source ? record(source, null) : null);
  });
}

/** Returns records of messages by ID; deleted ones are left out. */
export async function messagesById(
  ctx: ReadContext,
  ids: Iterable<number>,
): Promise<Map<number, MessageModel>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
  if (uniqueIds.length === 0) return new Map();
  const records = await messagesOf(ctx, await findMessages(ctx.db, uniqueIds));
  return new Map(records.map((record) => [record.ID, record]));
}

const NO_REACTIONS: Reaction[] = [];

/** Loads what messages have besides their rows; at once, for a database that takes a while to answer. */
async function partsOf(ctx: ReadContext, rows: readonly MessageRow[]) {
  const ids = rows.map((row) => row.id);
  const decorated = rows.filter((row) => row.is_plain === 0).map((row) => row.id);
  const [reactions, polls, events, attachments, reposts] = await Promise.all([
    reactionsOf(ctx, decorated),
    pollsOf(ctx, ids),
    eventsOf(ctx, ids),
    attachmentsOf(ctx, decorated, (posts) => attachedPostsOf(ctx, posts)),
    postsOf(
      ctx,
      rows.map((row) => row.repost_id),
    ),
  ]);
  return { reactions, polls, events, attachments, reposts };
}

const NO_PARTS: Awaited<ReturnType<typeof partsOf>> = {
  reactions: new Map(),
  polls: new Map(),
  events: new Map(),
  attachments: new Map(),
  reposts: new Map(),
};

interface DialogSummary {
  info: DialogInfo;
  ownRead: number;
  othersRead: number;
}

/** Loads the messages that were replied to. */
async function sourcesOf(ctx: ReadContext, rows: readonly MessageRow[]): Promise<Map<number, MessageRow>> {
  const ids = new Set(rows.map((row) => row.reply_to).filter((id) => id > 0));
  if (ids.size === 0) return new Map();
  // Most people reply to what is on the same page.
  const atHand = rows.filter((row) => ids.delete(row.id));
  const others = ids.size === 0 ? [] : await findMessages(ctx.db, [...ids]);
  return new Map([...atHand, ...others].map((row) => [row.id, row]));
}

/** Loads authors and dialogs of messages. A private dialog has the name of the other person. */
async function summariesOf(
  ctx: ReadContext,
  rows: readonly MessageRow[],
  sources: Map<number, MessageRow>,
  known: KnownParts,
) {
  const viewer = ctx.caller?.id ?? 0;
  const ids = new Set(rows.map((row) => row.dialog_id));
  const dialogRows = known.dialog ? [known.dialog] : await findDialogSummaries(ctx.db, [...ids], viewer);
  const authors =
    known.authors ?? (await authorsOf(ctx, peopleOf([...rows, ...sources.values()], dialogRows, viewer)));
  const dialogs = new Map<number, DialogSummary>();
  for (const row of dialogRows) {
    dialogs.set(row.id, {
      info: dialogInfo(row, authors, viewer),
      ownRead: row.own_read_id ?? 0,
      othersRead: row.furthest_reader_id === viewer ? row.other_read_id : row.furthest_read_id,
    });
  }
  return { authors, dialogs };
}

/** Who is named in the records of messages: who wrote, forwarded and replied, and the others of private dialogs. */
function peopleOf(
  rows: readonly MessageRow[],
  dialogs: readonly DialogSummaryRow[],
  viewer: number,
): Set<number> {
  const people = new Set<number>();
  for (const row of rows) {
    people.add(row.author_id).add(row.forward_id);
    for (const replier of repliersOf(row)) people.add(replier);
  }
  for (const row of dialogs) if (row.type === 'private') people.add(otherOf(row, viewer));
  return people;
}

async function reactionsOf(ctx: ReadContext, ids: readonly number[]): Promise<Map<number, Reaction[]>> {
  const byMessage = new Map<number, Reaction[]>();
  for (const row of await findReactions(ctx.db, ids, ctx.caller?.id ?? 0)) {
    const list = byMessage.get(row.message_id);
    const reaction = { Emoji: row.emoji, Count: row.count, Mine: row.mine === 1 };
    if (list) list.push(reaction);
    else byMessage.set(row.message_id, [reaction]);
  }
  return byMessage;
}

/**
 * Counts views in channels: members who have read a message since they joined, excluding its author. Other dialogs
 * don't count views.
 */
async function viewsOf(ctx: ReadContext, rows: readonly MessageRow[], dialogs: Map<number, DialogSummary>) {
  const views = new Map<number, number>();
  for (const [id, summary] of dialogs) {
    if (summary.info.Type !== 'channel') continue;
    const dialogMessages = rows
      .filter((row) => row.dialog_id === id)
      .sort((first, second) => second.id - first.id);
    const marks = await findReaderChanges(ctx.db, id, dialogMessages.at(-1)?.id ?? 0);
    const starts = await findStartMarks(ctx.db, id, [...new Set(dialogMessages.map((row) => row.author_id))]);
    let next = 0;
    let readers = 0;
    for (const row of dialogMessages) {
      for (let mark = marks[next]; mark && mark.mark >= row.id; mark = marks[++next]) readers += mark.count;
      const isAuthorCounted = (starts.get(row.author_id) ?? row.id) < row.id;
      views.set(row.id, readers - (isAuthorCounted ? 1 : 0));
    }
  }
  return views;
}
