import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findMessages } from '../messages/records-queries';
import { findBlockedPeople } from '../people/records';
import { findComments } from '../posts/records-queries';
import { addMessages } from './dialog-rows';
import { addPeople } from './people-rows';
import {
  findFolderItemRows,
  findFolderRows,
  findGiftRows,
  findMemberships,
  findNotificationRows,
} from './row-queries';
import type { RowSet } from './row-set';
import type { DatabaseRow } from './tables';
import { addComments, addPosts } from './wall-rows';

/** Adds notifications of the caller, with what they are about as far as the caller may still see it. */
export async function addNotifications(
  ctx: ReadContext,
  ids: readonly number[],
  rows: RowSet,
): Promise<void> {
  const caller = requirePerson(ctx).id;
  const found = await findNotificationRows(ctx.db, caller, ids);
  const itemsOf = (kind: string) =>
    found.filter((row) => row.item_kind === kind).map((row) => Number(row.item_id));
  await addPeople(
    ctx,
    found.map((row) => Number(row.user_id)),
    rows,
  );
  rows.add('notification', found);
  await addMessages(ctx, await readableMessages(ctx, itemsOf('message')), rows);
  await addGifts(ctx, await findGiftRows(ctx.db, caller, itemsOf('gift')), rows);
  const comments = itemsOf('comment');
  const commented = (await findComments(ctx.db, comments, caller)).map((row) => row.post_id);
  await addPosts(ctx, [...itemsOf('post'), ...commented], rows);
  await addComments(ctx, comments, rows);
}

/** Adds some of the caller's folders of dialogs. */
export async function addFolders(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const folders = await findFolderRows(ctx.db, requirePerson(ctx).id, ids);
  rows.add('dialog_folder', folders);
  rows.add(
    'dialog_folder_item',
    await findFolderItemRows(
      ctx.db,
      folders.map((row) => Number(row.id)),
    ),
  );
}

/** Adds gifts to the caller. The giver of one is unknown while a block separates them. */
export async function addGifts(ctx: ReadContext, gifts: readonly DatabaseRow[], rows: RowSet): Promise<void> {
  const givers = gifts.map((row) => Number(row.by_id));
  const blocked = await findBlockedPeople(ctx, givers);
  await addPeople(
    ctx,
    givers.filter((id) => !blocked.has(id)),
    rows,
  );
  for (const row of gifts)
    rows.add('gift', [row], blocked.has(Number(row.by_id)) ? { by_id: 0, message: '' } : {});
}

/** Those messages that are in dialogs of the caller: a mention outlives the membership of the mentioned person. */
async function readableMessages(ctx: ReadContext, ids: readonly number[]): Promise<number[]> {
  const messages = await findMessages(ctx.db, ids);
  const dialogs = [...new Set(messages.map((row) => row.dialog_id))];
  const memberships = await findMemberships(ctx.db, requirePerson(ctx).id, dialogs);
  const own = new Set(memberships.map((row) => row.dialog_id));
  return messages.filter((row) => own.has(row.dialog_id)).map((row) => row.id);
}
