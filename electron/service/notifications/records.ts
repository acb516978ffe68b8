import type { Selectable } from 'kysely';
import type { MessageModel, Notification, PostModel } from '../../../shared/contract/records';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { giftsById } from '../people/gift-records';
import { messagesById } from '../messages/records';
import { scheduledMessagesById } from '../messages/scheduled-records';
import { authorsOf } from '../people/records';
import { commentsOf, postsOf } from '../posts/records';
import { scheduledPostsById } from '../posts/scheduled-records';
import { shownTime } from '../timestamps';

export type NotificationRow = Selectable<Schema['notification']>;

const own = prepared((db, argument: { person: number; ids: string }) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('id', 'in', listOf(argument.ids)),
);

const memberships = prepared((db, argument: { person: number; dialogs: string }) =>
  db
    .selectFrom('member')
    .select('dialog_id')
    .where('person_id', '=', argument.person)
    .where('dialog_id', 'in', listOf(argument.dialogs)),
);

const readMark = prepared((db, argument: { person: number }) =>
  db.selectFrom('person').select('notifications_read_id').where('id', '=', argument.person),
);

/** Returns the records of the caller's notifications by ID; those of others are left out. */
export async function notificationsOf(ctx: ReadContext, ids: readonly number[]): Promise<Notification[]> {
  const rows = await own(ctx.db, { person: requirePerson(ctx).id, ids: JSON.stringify(ids) });
  return notificationRecords(ctx, rows);
}

/** Builds the records of the caller's notification rows, in their order. */
export async function notificationRecords(
  ctx: ReadContext,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const caller = requirePerson(ctx);
  const authors = await authorsOf(
    ctx,
    rows.map((row) => row.user_id),
  );
  const messages = await readableMessages(ctx, itemsOf(rows, 'message'));
  const gifts = await giftsById(ctx, itemsOf(rows, 'gift'));
  const posts = await postsOf(ctx, itemsOf(rows, 'post'));
  const comments = await commentsOf(ctx, itemsOf(rows, 'comment'));
  const waiting = itemsOf(rows, 'scheduled');
  const scheduled = new Map<number, MessageModel | PostModel>([
    ...(await scheduledMessagesById(ctx, waiting)),
    ...(await scheduledPostsById(ctx, waiting)),
  ]);
  const items = new Map<string, ReadonlyMap<number, Notification['Item']>>([
    ['message', messages],
    ['gift', gifts],
    ['person', authors],
    ['post', posts],
    ['comment', comments],
    ['scheduled', scheduled],
  ]);
  const read = await findReadMark(ctx.db, caller.id);
  return rows.flatMap((row) => {
    const user = authors.get(row.user_id);
    const known = items.get(row.item_kind);
    // In a replica, a newer host may notify of things that this program doesn't know.
    if (!user || !known) return [];
    return {
      ID: row.id,
      User: user,
      Type: row.type,
      Item: known.get(row.item_id) ?? null,
      Read: row.id <= read || row.is_read === 1,
      Timestamp: shownTime(ctx, row.created_at),
      Count: row.people,
      ...(row.text && { Text: row.text }),
    };
  });
}

function itemsOf(rows: readonly NotificationRow[], kind: NotificationRow['item_kind']): number[] {
  return rows.filter((row) => row.item_kind === kind).map((row) => row.item_id);
}

/**
 * Returns those messages that are in dialogs of the caller. A mention outlives the membership of the mentioned person.
 */
async function readableMessages(
  ctx: ReadContext,
  ids: readonly number[],
): Promise<Map<number, MessageModel>> {
  const messages = await messagesById(ctx, ids);
  if (messages.size === 0) return messages;
  const dialogs = JSON.stringify([...messages.values()].map((message) => message.Dialog.ID));
  const own = await memberships(ctx.db, { person: requirePerson(ctx).id, dialogs });
  const readable = new Set(own.map((row) => row.dialog_id));
  return new Map([...messages].filter(([, message]) => readable.has(message.Dialog.ID)));
}

async function findReadMark(db: Db, person: number): Promise<number> {
  return (await readMark(db, { person }))[0]?.notifications_read_id ?? 0;
}
