import { sql } from 'kysely';
import { findMetaValue, saveMetaValue } from '../../database/meta-queries';
import type { Db } from '../../database/open';
import type { ClockCorrection, ClockState } from './clock-watch';

/** Returns the clock state stored by the previous run. */
export async function findClockState(db: Db): Promise<ClockState | null> {
  const stored = await findMetaValue(db, 'clock');
  return stored === undefined ? null : (JSON.parse(stored) as ClockState);
}

/** Stores the clock state for the next run. */
export async function saveClockState(db: Db, state: ClockState): Promise<void> {
  await saveMetaValue(db, 'clock', JSON.stringify(state));
}

/**
 * Corrects times stored while the clock was ahead: their order is kept, and none ends up before the step or in the
 * future. `firstId` is the smallest ID that could be created during that time.
 */
export async function correctTimes(db: Db, correction: ClockCorrection, firstId: number): Promise<void> {
  const { from, before, by, now } = correction;
  const corrected = (column: string) => {
    const stored = sql.ref(column);
    return sql`${stored} = iif(${stored} < ${from}, ${stored}, min(${now}, max(${before}, ${stored} - ${by})))`;
  };
  await sql`UPDATE message SET ${corrected('created_at')}, ${corrected('edited_at')} WHERE (dialog_id, id) IN
    (SELECT dialog_id, id FROM message_place WHERE id >= ${firstId})`.execute(db);
  await sql`UPDATE post SET ${corrected('created_at')}, ${corrected('edited_at')} WHERE id >= ${firstId}`.execute(
    db,
  );
  await sql`UPDATE comment SET ${corrected('created_at')} WHERE id >= ${firstId}`.execute(db);
  await sql`UPDATE content SET ${corrected('created_at')} WHERE id >= ${firstId}`.execute(db);
  await sql`UPDATE command SET ${corrected('created_at')} WHERE created_at >= ${from}`.execute(db);
  await sql`UPDATE token SET ${corrected('last_been')}
    WHERE kind IN ('session', 'named', 'app') AND last_been >= ${from}`.execute(db);
  await sql`UPDATE person SET ${corrected('last_been')} WHERE last_been >= ${from}`.execute(db);
  await sql`UPDATE event SET ${corrected('created_at')} WHERE created_at >= ${from}`.execute(db);
}
