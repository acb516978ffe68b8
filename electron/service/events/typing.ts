import { isBlockedEitherWay, requirePerson } from '../access/access';
import { requireWriter } from '../access/dialogs';
import type { Caller, ReadContext } from '../context';
import { EncodedEvent } from './compatible-frames';
import type { EventConnection, EventConnections } from './event-connections';
import { findMembers } from './queries';
import { relationKeys } from './viewer-keys';

/** Sends a typing indicator to the other members of a dialog. Throws if its sender may not write there. */
export async function emitTyping(
  contextOf: (caller: Caller) => ReadContext,
  connections: EventConnections,
  sender: EventConnection,
  dialog: number,
): Promise<void> {
  await requireWriter(contextOf(sender.caller), dialog);
  await showTyping(contextOf, connections, sender.caller, dialog);
}

/** Shows to those who are connected here that a member types; whether they may write there was checked before. */
export async function showTyping(
  contextOf: (caller: Caller) => ReadContext,
  connections: EventConnections,
  typist: Caller,
  dialog: number,
): Promise<void> {
  const ctx = contextOf(typist);
  const { id } = requirePerson(ctx);
  const subscribed = connections.filter(
    (connection) => connection.live && connection.caller.id !== id && connection.isSubscribedTo(dialog),
  );
  const people = [...new Set(subscribed.map((connection) => connection.caller.id))];
  const members = await findMembers(ctx.db, dialog, people);
  const audience = subscribed.filter((connection) => members.has(connection.caller.id));
  // In compatible frames the sender's record differs by the viewer's relation to them.
  const keyOf = audience.some((one) => one.isCompatible) ? await relationKeys(ctx, [id]) : () => '';
  const groups = Map.groupBy(audience, ({ caller, isAdmin, isApp }) =>
    [isAdmin, isApp, keyOf(caller)].join(' '),
  );
  for (const group of groups.values()) {
    const event = new EncodedEvent({ Type: 'typing', Dialog: dialog, User: id });
    for (const connection of group) {
      if (await isBlockedEitherWay(ctx.db, id, connection.caller.id)) continue;
      connection.sendEncoded(await event.encodeFor(connection, contextOf));
    }
  }
}
