import type { Database } from 'better-sqlite3';
import type { EventRow } from './queries';

/** Prepares the statement that appends an event to the log; it returns the row with its number. */
export function prepareEventInsert(raw: Database): (row: Omit<EventRow, 'seq'>) => EventRow {
  const insert = raw.prepare<[Omit<EventRow, 'seq'>]>(
    `INSERT INTO event (type, scope_kind, scope_id, ref_kind, ref_id, actor_id, body, created_at)
     VALUES (@type, @scope_kind, @scope_id, @ref_kind, @ref_id, @actor_id, @body, @created_at)`,
  );
  return (row) => ({ seq: Number(insert.run(row).lastInsertRowid), ...row });
}
