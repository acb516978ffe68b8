import type { SyncChange } from '../../../shared/contract/sync';
import { requirePerson } from '../access/access';
import { isFollowing } from '../access/sync';
import type { ReadContext } from '../context';
import { findVisibleEvents, type EventRow } from '../events/queries';
import { findMemberships } from './row-queries';
import { listFollowed, listNewestNotifications } from './scope-queries';
import { TouchedRows } from './touched-rows';

/** The events that a call reads: after `since`, and at most `limit` of those that the caller may see. */
export interface EventRange {
  since: number;
  /** The number of the last committed event. */
  last: number;
  limit: number;
}

/** What changed for the caller, up to the event `Seq`. `More` says that there are further events. */
export interface ChangesPage {
  Seq: number;
  Changes: SyncChange[];
  More: boolean;
}

/**
 * Reads events that the caller may see, and returns the rows that they touched as the caller sees them now. In between,
 * in order, are the changes of what the caller has access to.
 */
export async function readChanges(
  ctx: ReadContext,
  { since, last, limit }: EventRange,
): Promise<ChangesPage> {
  const caller = requirePerson(ctx);
  const until = Math.min(last, since + SCAN_RANGE);
  const events = await findVisibleEvents(
    ctx.db,
    { person: caller.id, isAdmin: caller.role !== 'member' },
    { since, until, limit },
  );
  const isFull = events.length === limit;
  const seq = isFull ? (events.at(-1)?.seq ?? until) : until;
  const changes: SyncChange[] = [];
  let touched = new TouchedRows();
  for (const event of events) {
    touched.add(event, caller.id);
    const { scopes, isVisibilityChanged } = await scopeChanges(ctx, event);
    if (scopes.length === 0) continue;
    changes.push(...(await touched.changes(ctx)), ...scopes);
    touched = new TouchedRows();
    if (!isVisibilityChanged) continue;
    const notifications = await listNewestNotifications(ctx.db, caller.id, READ_AGAIN);
    touched.addNotifications(notifications, caller.id, event.seq);
  }
  changes.push(...(await touched.changes(ctx)));
  return { Seq: seq, Changes: changes, More: isFull || seq < last };
}

interface EventBody {
  Dialog?: number;
  Role?: string;
  /** The person because of whom the friend counts of another changed. */
  Counts?: number;
  /** The person was banned (1), or their ban was lifted (0). */
  Ban?: 0 | 1;
}

interface ScopeChanges {
  scopes: SyncChange[];
  /** What some person wrote appears or vanishes everywhere. */
  isVisibilityChanged?: boolean;
}

/** The scopes that an event gave to the caller or took from them, by the rights of now. */
async function scopeChanges(ctx: ReadContext, event: EventRow): Promise<ScopeChanges> {
  const caller = requirePerson(ctx).id;
  const body = JSON.parse(event.body) as EventBody;
  const isOwn = event.scope_kind === 'person';
  switch (event.type) {
    case 'dialog':
      return isOwn ? dialogScope(ctx, event.seq, event.ref_id) : NONE;
    case 'member':
      return event.ref_id === caller ? dialogScope(ctx, event.seq, body.Dialog ?? event.scope_id) : NONE;
    case 'dialog_delete':
      return dialogScope(ctx, event.seq, event.ref_id);
    case 'profile': {
      if (body.Ban !== undefined)
        return { scopes: await refillWalls(ctx, event.seq), isVisibilityChanged: true };
      const other = event.ref_id === caller ? body.Counts : event.ref_id;
      const isAboutCaller = isOwn || body.Counts === caller || event.ref_id === caller;
      if (!isAboutCaller || other === undefined || other === caller) return NONE;
      const wall = await refillWall(ctx, event.seq, other);
      // A friendship ended or began: posts for friends appear or vanish.
      if (!isOwn) return { scopes: wall, isVisibilityChanged: true };
      // A block ended or began: posts of either on walls of others appear or vanish.
      return { scopes: [...wall, ...(await refillWalls(ctx, event.seq))], isVisibilityChanged: true };
    }
    default:
      return NONE;
  }
}

const NONE: ScopeChanges = { scopes: [] };

async function dialogScope(ctx: ReadContext, seq: number, dialog: number): Promise<ScopeChanges> {
  const memberships = await findMemberships(ctx.db, requirePerson(ctx).id, [dialog]);
  return { scopes: [scope(seq, `dialog:${dialog}`, memberships.length > 0)] };
}

/** Takes a wall from the caller, and gives it again if they follow it. */
async function refillWall(ctx: ReadContext, seq: number, wall: number): Promise<SyncChange[]> {
  const taken = scope(seq, `wall:${wall}`, false);
  return (await isFollowing(ctx, wall)) ? [taken, scope(seq, `wall:${wall}`, true)] : [taken];
}

async function refillWalls(ctx: ReadContext, seq: number): Promise<SyncChange[]> {
  const { id } = requirePerson(ctx);
  const walls = [id, ...(await listFollowed(ctx.db, id))];
  return walls.flatMap((wall) => [scope(seq, `wall:${wall}`, false), scope(seq, `wall:${wall}`, true)]);
}

function scope(seq: number, id: string, isHeld: boolean): SyncChange {
  return { Seq: seq, Table: 'scope', ID: id, Row: isHeld ? {} : null };
}

/** How many notifications are read again when posts and comments of a person appear or vanish. */
const READ_AGAIN = 100;

/** How many numbers of the log one call looks at: most events may be for others. */
const SCAN_RANGE = 20_000;
