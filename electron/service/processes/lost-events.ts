import { findMetaValue, saveMetaValue } from '../../database/meta-queries';
import type { Store } from '../../database/open';
import { newLogName } from '../community-identity';
import { findEventsAfter, type EventRow } from '../events/queries';

/** What a process knows of the event log. */
export interface KnownEvents {
  log: string;
  /** The Seq of the last event that was sent to clients. */
  seq: number;
  /** That event; null if there was none since the start. */
  last: EventRow | null;
}

/**
 * Gives the log a new name if the database lacks the last event that a process knows: a server that took the place of a
 * lost one may lack its last commits, and gives their numbers to other events. Returns whether the log has another name
 * than the process knows, so that it must start over; another process may have renamed it.
 */
export async function renameLostLog({ writer }: Store, known: KnownEvents): Promise<boolean> {
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
