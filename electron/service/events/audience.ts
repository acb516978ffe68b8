import type { Db } from '../../database/open';
import type { EventConnection, EventConnections } from './event-connections';
import { findReadMarks, findWallAudience, type EventRow } from './queries';

/** The connections that should get an event now; for events of a dialog also the read mark of each member. */
export interface EventAudience {
  connections: EventConnection[];
  readMarks?: Map<number, number>;
}

/** Returns who among the open connections should get an event now. */
export async function findAudience(
  db: Db,
  connections: EventConnections,
  row: EventRow,
): Promise<EventAudience> {
  const isReady = (connection: EventConnection) =>
    connection.live && !connection.closed && connection.cursor < row.seq;
  if (row.scope_kind === 'person') return { connections: [...connections.of(row.scope_id)].filter(isReady) };
  if (row.scope_kind === 'wall') {
    const subscribed = [...connections.all()].filter(
      (connection) => isReady(connection) && connection.isSubscribedToAll,
    );
    if (subscribed.length === 0) return { connections: [] };
    const people = [...new Set(subscribed.map((connection) => connection.caller.id))];
    const audience = await findWallAudience(db, row, people);
    return { connections: subscribed.filter((connection) => audience.has(connection.caller.id)) };
  }
  if (row.scope_kind !== 'dialog') {
    const isForEveryone = row.scope_kind === 'community';
    return {
      connections: [...connections.all()].filter(
        (connection) => isReady(connection) && (isForEveryone || connection.isAdmin),
      ),
    };
  }
  const subscribed = [...connections.all()].filter(
    (connection) => isReady(connection) && connection.isSubscribedTo(row.scope_id),
  );
  const people = [...new Set(subscribed.map((connection) => connection.caller.id))];
  const readMarks = await findReadMarks(db, row.scope_id, people);
  return { connections: subscribed.filter((connection) => readMarks.has(connection.caller.id)), readMarks };
}
