import { randomBytes } from 'node:crypto';
import { findMetaValue, saveMetaValue } from '../../database/meta-queries';
import type { Store } from '../../database/open';
import { findEventsAfter, type EventRow } from '../events/queries';

/** What a process knows of the event log. */
export interface KnownEvents {
  log: string;
  /** The Seq of the last event that was told to clients. */
  seq: number;
  /** That event; null if there was none since the start. */
  last: EventRow | null;
}

/** Returns a name for a log: clients that know another one load everything again. */
export function newLogName(): string {
  return randomBytes(8).toString('hex');
}

/**
 * Returns whether the stored log isn't the one that a process knows, so that it must begin anew. A server that took the place
 * of a lost one may lack its last commits: then the numbers of events that clients were told are given to others, and the
 * log gets a new name.
 */
export async function hasLostEvents({ writer }: Store, known: KnownEvents): Promise<boolean> {
  return writer.run(async () => {
    const { db } = writer;
    if ((await findMetaValue(db, 'log')) !== known.log) return true;
    const [stored] = await findEventsAfter(db, known.seq - 1, 1);
    if (known.seq === 0 || isKnown(stored, known)) return false;
    await saveMetaValue(db, 'log', newLogName());
    return true;
  });
}

function isKnown(stored: EventRow | undefined, { seq, last }: KnownEvents): boolean {
  if (stored?.seq !== seq) return false;
  return last === null || COLUMNS.every((column) => stored[column] === last[column]);
}

const COLUMNS = ['type', 'scope_kind', 'scope_id', 'ref_kind', 'ref_id', 'actor_id', 'created_at'] as const;
