import type { Db } from '../../database/open';
import type { EventConnection, EventConnections } from './event-connections';
import { findAuthorsBetween, findMembers, findWallAudience, type EventRow } from './queries';

/** Returns the open connections that should get an event now. */
export async function findAudience(
  db: Db,
  connections: EventConnections,
  row: EventRow,
): Promise<EventConnection[]> {
  const isReady = (connection: EventConnection) =>
    connection.live && !connection.closed && connection.cursor < row.seq;
  if (row.scope_kind === 'person') return [...connections.of(row.scope_id)].filter(isReady);
  if (row.scope_kind === 'wall') {
    const isShown = (connection: EventConnection) => connection.walls.has(row.scope_id);
    const subscribed = connections.filter((one) => isReady(one) && (one.isSubscribedToAll || isShown(one)));
    if (subscribed.length === 0) return [];
    const people = [...new Set(subscribed.map((connection) => connection.caller.id))];
    const audience = await findWallAudience(db, row, people);
    return subscribed.filter((one) => isShown(one) || audience.has(one.caller.id));
  }
  if (row.scope_kind !== 'dialog') {
    const isForEveryone = row.scope_kind === 'community';
    return connections.filter((one) => isReady(one) && (isForEveryone || one.isAdmin));
  }
  const subscribed = connections.filter((one) => isReady(one) && one.isSubscribedTo(row.scope_id));
  if (subscribed.length === 0) return [];
  const people = [...new Set(subscribed.map((connection) => connection.caller.id))];
  const members = await findMembers(db, row.scope_id, people);
  const concerned = row.type === 'read' ? await findConcerned(db, row) : null;
  return subscribed.filter(
    ({ caller }) => members.has(caller.id) && (concerned === null || concerned.has(caller.id)),
  );
}

/**
 * Returns the people whose view changes when someone reads a dialog: the reader, the authors of the messages that
 * nobody else had read before, and the person who had read furthest until then, who may be such an author. Null for
 * everyone.
 */
async function findConcerned(db: Db, row: EventRow): Promise<ReadonlySet<number> | null> {
  const body = JSON.parse(row.body) as { User: number; Message: number; After?: number; Furthest?: number };
  if (body.After === undefined || body.Furthest === undefined) return null;
  const range = { dialog: row.scope_id, after: body.After, upTo: body.Message };
  return (await findAuthorsBetween(db, range))?.add(body.User).add(body.Furthest) ?? null;
}
