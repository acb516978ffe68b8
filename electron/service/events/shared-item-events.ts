import type { Context } from '../context';
import {
  findMessagesReposting,
  findMessagesAttaching,
  type AttachedKind,
} from '../messages/attachment-queries';
import { findWallsOf } from '../posts/queries';

/** Emits an edit event for each message and post that an item is attached to, up to `MAX_MESSAGES` of them. */
export async function emitSharedItemChange(ctx: Context, type: AttachedKind, item: number): Promise<void> {
  const messages = await findMessagesAttaching(ctx.db, type, item, MAX_MESSAGES);
  if (type === 'post') messages.push(...(await findMessagesReposting(ctx.db, item, MAX_MESSAGES)));
  const onWalls = messages.filter((place) => place.dialog_id === 0).map((place) => place.message_id);
  for (const { id, wall_id } of await findWallsOf(ctx.db, onWalls)) {
    ctx.emit({ type: 'post_edit', scope: { kind: 'wall', id: wall_id }, ref: { kind: 'post', id } });
  }
  for (const { message_id: id, dialog_id } of messages) {
    if (dialog_id === 0) continue;
    ctx.emit({
      type: 'message_edit',
      scope: { kind: 'dialog', id: dialog_id },
      ref: { kind: 'message', id },
    });
  }
}

const MAX_MESSAGES = 100;
