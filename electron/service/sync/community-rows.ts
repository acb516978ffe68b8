import type { ReadContext } from '../context';
import { addItems } from './item-rows';
import { findCommunityRows } from './row-queries';
import type { RowSet } from './row-set';

/** Adds the row of the community, without its keys and its sharing settings. */
export async function addCommunity(ctx: ReadContext, rows: RowSet): Promise<void> {
  const community = await findCommunityRows(ctx.db);
  rows.add('community', community);
  await addItems(ctx, { photo: community.map((row) => Number(row.avatar)) }, rows);
}
