import type { Context } from '../context';
import { findMessagesReposting, findMessagesWith, type SentType } from '../messages/attachment-queries';
import { findWallsOf } from '../posts/queries';

/** Tells those to whom a thing was sent that their messages and posts look another now, as far as they are not too many. */
export async function tellReceivers(ctx: Context, type: SentType, item: number): Promise<void> {
  const places = await findMessagesWith(ctx.db, type, item, MESSAGES);
  if (type === 'post') places.push(...(await findMessagesReposting(ctx.db, item, MESSAGES)));
  const onWalls = places.filter((place) => place.dialog_id === 0).map((place) => place.message_id);
  for (const { id, wall_id } of await findWallsOf(ctx.db, onWalls)) {
    ctx.emit({ type: 'post_edit', scope: { kind: 'wall', id: wall_id }, ref: { kind: 'post', id } });
  }
  for (const { message_id: id, dialog_id } of places) {
    if (dialog_id === 0) continue;
    ctx.emit({
      type: 'message_edit',
      scope: { kind: 'dialog', id: dialog_id },
      ref: { kind: 'message', id },
    });
  }
}

const MESSAGES = 100;
