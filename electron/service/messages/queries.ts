import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import { deleteEvents } from '../calendar/queries';
import { deletePolls } from './polls/poll-queries';
import { deleteFollowers } from './threads/thread-queries';
import { deleteVersions } from './version-queries';
import type { MessageRow } from './records-queries';

type MessagePage = { dialog: number; from: number; limit: number };

const messagesBefore = prepared((db, argument: MessagePage) =>
  db
    .selectFrom('message')
    .selectAll()
    .where('dialog_id', '=', argument.dialog)
    .where('thread_id', '=', sql.lit(0))
    .where('id', '<', argument.from)
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

const messagesAfter = prepared((db, argument: MessagePage) =>
  db
    .selectFrom('message')
    .selectAll()
    .where('dialog_id', '=', argument.dialog)
    .where('thread_id', '=', sql.lit(0))
    .where('id', '>', argument.from)
    .orderBy('id')
    .limit(argument.limit),
);

const allAfter = prepared((db, argument: MessagePage) =>
  db
    .selectFrom('message')
    .selectAll()
    .where('dialog_id', '=', argument.dialog)
    .where('id', '>', argument.from)
    .orderBy('id')
    .limit(argument.limit),
);

const messageById = preparedOne((db, argument: { dialog: number; id: number }) =>
  db.selectFrom('message').selectAll().where('dialog_id', '=', argument.dialog).where('id', '=', argument.id),
);

const insert = preparedOne(
  (
    db,
    argument: {
      dialog_id: number;
      id: number;
      author_id: number;
      type: string;
      text: string;
      reply_to: number;
      nonce: string;
      created_at: number;
      repost_id: number;
      forward_id: number;
      thread_id: number;
      is_plain: 0 | 1;
    },
  ) =>
    db.insertInto('message').values({
      dialog_id: argument.dialog_id,
      id: argument.id,
      author_id: argument.author_id,
      type: argument.type as 'message',
      text: argument.text,
      reply_to: argument.reply_to,
      nonce: argument.nonce,
      created_at: argument.created_at,
      edited_at: 0,
      repost_id: argument.repost_id,
      forward_id: argument.forward_id,
      thread_id: argument.thread_id,
      is_plain: argument.is_plain,
    }),
);

const insertLocation = preparedOne((db, argument: { id: number; dialog: number }) =>
  db.insertInto('message_place').values({ id: argument.id, dialog_id: argument.dialog }),
);

/** Makes a message the dialog's last one, and its author the furthest reader. */
const touchAsRead = preparedOne(
  (db, argument: { dialog: number; message: number; now: number; author: number }) =>
    db
      .updateTable('dialog')
      .set({
        last_message_id: argument.message,
        active_at: argument.now,
        other_read_id: sql<number>`iif(furthest_reader_id = ${argument.author}, other_read_id, furthest_read_id)`,
        furthest_reader_id: argument.author,
        furthest_read_id: argument.message,
      })
      .where('id', '=', argument.dialog),
);

const touchDialog = preparedOne((db, argument: { dialog: number; message: number; now: number }) =>
  db
    .updateTable('dialog')
    .set({ last_message_id: argument.message, active_at: argument.now })
    .where('id', '=', argument.dialog),
);

/** The `from` of the first page, which starts at the newest message. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

/** Returns messages of a dialog before an ID, newest first, without the replies in threads. */
export function listBefore(db: Db, dialog: number, from: number, limit: number): Promise<MessageRow[]> {
  return messagesBefore(db, { dialog, from, limit });
}

/** Returns the messages of a dialog that follow an ID, newest first, without the replies in threads. */
export async function listAfter(db: Db, dialog: number, from: number, limit: number): Promise<MessageRow[]> {
  return (await messagesAfter(db, { dialog, from, limit })).reverse();
}

/** Returns the messages of a dialog that follow an ID, oldest first, with the replies in threads. */
export function listAllAfter(db: Db, dialog: number, from: number, limit: number): Promise<MessageRow[]> {
  return allAfter(db, { dialog, from, limit });
}

export function findMessage(db: Db, dialog: number, id: number): Promise<MessageRow | undefined> {
  return messageById(db, { dialog, id });
}

/**
 * Stores a message and, unless it is a reply in a thread, makes it the dialog's last one; with `isRead`, its author has
 * read the dialog up to it, further than anyone.
 */
export async function insertMessage(
  db: Db,
  row: Omit<MessageRow, 'edited_at'>,
  isRead: boolean,
): Promise<void> {
  const { dialog_id, id, author_id, type, text, reply_to, nonce, created_at } = row;
  const { repost_id, forward_id, thread_id, is_plain } = row;
  await insert(db, {
    ...{ dialog_id, id, author_id, type, text, reply_to, nonce, created_at },
    ...{ repost_id, forward_id, thread_id, is_plain },
  });
  await insertLocation(db, { id, dialog: dialog_id });
  if (thread_id > 0) return;
  const touch = { dialog: dialog_id, message: id, now: created_at };
  await (isRead ? touchAsRead(db, { ...touch, author: author_id }) : touchDialog(db, touch));
}

export async function updateText(
  db: Db,
  dialog: number,
  id: number,
  text: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('message')
    .set({ text, edited_at: now })
    .where('dialog_id', '=', dialog)
    .where('id', '=', id)
    .execute();
}

/** Removes the content of a message, of which only its place and its thread remain. */
export async function clearMessage(db: Db, dialog: number, id: number): Promise<void> {
  await deleteParts(db, dialog, id);
  await db
    .updateTable('message')
    .set({ type: 'deleted', text: '', reply_to: 0, repost_id: 0, forward_id: 0, edited_at: 0 })
    .where('dialog_id', '=', dialog)
    .where('id', '=', id)
    .execute();
}

/** Deletes a message with its reactions, attachments and links. The one before becomes the dialog's last message. */
export async function deleteMessage(db: Db, dialog: number, id: number): Promise<void> {
  await db.deleteFrom('message').where('dialog_id', '=', dialog).where('id', '=', id).execute();
  await db.deleteFrom('message_place').where('id', '=', id).execute();
  await deleteParts(db, dialog, id);
  await deleteFollowers(db, id);
  await db
    .updateTable('dialog')
    .set((eb) => ({
      last_message_id: sql<number>`coalesce(${eb
        .selectFrom('message')
        .select('message.id')
        .where('dialog_id', '=', dialog)
        .where('thread_id', '=', sql.lit(0))
        .orderBy('message.id', 'desc')
        .limit(1)}, 0)`,
    }))
    .where('id', '=', dialog)
    .where('last_message_id', '=', id)
    .execute();
}

async function deleteParts(db: Db, dialog: number, id: number): Promise<void> {
  await db.deleteFrom('reaction').where('message_id', '=', id).execute();
  await db.deleteFrom('attachment').where('message_id', '=', id).execute();
  await deleteVersions(db, [id]);
  await deletePolls(db, [id]);
  await deleteEvents(db, [id]);
  await db
    .deleteFrom('pinned_message')
    .where('dialog_id', '=', dialog)
    .where('message_id', '=', id)
    .execute();
  await db.deleteFrom('link').where('dialog_id', '=', dialog).where('message_id', '=', id).execute();
}

export async function insertLinks(
  db: Db,
  message: { dialog: number; id: number; now: number },
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return;
  await db
    .insertInto('link')
    .values(
      urls.map((url, position) => ({
        dialog_id: message.dialog,
        message_id: message.id,
        position,
        url,
        created_at: message.now,
      })),
    )
    .execute();
}

export async function deleteLinks(db: Db, dialog: number, message: number): Promise<void> {
  await db.deleteFrom('link').where('dialog_id', '=', dialog).where('message_id', '=', message).execute();
}

/** Returns links sent in a dialog before a message, newest first. Links of one message are never split across pages. */
export async function listLinks(db: Db, dialog: number, from: number, limit: number) {
  const links = db
    .selectFrom('link')
    .select(['message_id', 'position', 'url', 'created_at'])
    .where('dialog_id', '=', dialog)
    .orderBy('message_id', 'desc')
    .orderBy('position');
  const page = await links.where('message_id', '<', from).limit(limit).execute();
  const last = page.at(-1);
  if (!last || page.length < limit) return page;
  const rest = links.where('message_id', '=', last.message_id).where('position', '>', last.position);
  return [...page, ...(await rest.execute())];
}

/** Counts the links sent in a dialog. */
export async function countLinks(db: Db, dialog: number): Promise<number> {
  const { count } = await db
    .selectFrom('link')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('dialog_id', '=', dialog)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the members of a dialog who have one of some tags. */
export async function findMembersByTag(db: Db, dialog: number, tags: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .innerJoin('member', (join) =>
      join.onRef('member.person_id', '=', 'person.id').on('member.dialog_id', '=', dialog),
    )
    .select('person.id')
    .where('person.link', 'in', tags)
    .where('person.link', '<>', sql.lit(''))
    .execute();
  return rows.map((row) => row.id);
}
