import type { Frame } from '../../../shared/events';
import { isBlockedEitherWay, requirePerson } from '../access/access';
import { requireWriter } from '../access/dialogs';
import type { ReadContext } from '../context';
import { findReadMarks } from './queries';
import type { EventConnections } from './event-connections';

/** Sends a typing indicator to the other members of a dialog. Throws if the caller may not write there. */
export async function emitTyping(
  ctx: ReadContext,
  connections: EventConnections,
  dialog: number,
): Promise<void> {
  await requireWriter(ctx, dialog);
  const { id } = requirePerson(ctx);
  const subscribed = [...connections.all()].filter(
    (connection) => connection.live && connection.caller.id !== id && connection.isSubscribedTo(dialog),
  );
  const members = await findReadMarks(ctx.db, dialog, [
    ...new Set(subscribed.map((connection) => connection.caller.id)),
  ]);
  const frame = JSON.stringify({ Type: 'typing', Dialog: dialog, User: id } satisfies Frame);
  for (const connection of subscribed) {
    if (!members.has(connection.caller.id)) continue;
    if (!(await isBlockedEitherWay(ctx.db, id, connection.caller.id))) connection.sendEncoded(frame);
  }
}
