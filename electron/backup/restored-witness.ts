import Database from 'better-sqlite3';
import { hasTable, removeWitnessRow } from '../standby/queries';

/**
 * Removes the witness from a restored database: the community may be hosted elsewhere with it, and its standby doesn't
 * have what was restored. Returns whether there was one.
 */
export function removeRestoredWitness(database: string): boolean {
  const raw = new Database(database);
  try {
    return hasTable(raw, 'witness') && removeWitnessRow(raw);
  } finally {
    raw.close();
  }
}
