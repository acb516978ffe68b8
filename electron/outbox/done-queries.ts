import type { Database } from 'better-sqlite3';
import type { CommandRow } from './queries';

/** A place in the event log of a host. */
export interface LogPoint {
  log: string;
  seq: number;
}

/** The statements for done commands, prepared once. Those that write belong in a transaction. */
export function doneQueries(raw: Database) {
  const prepare = <Parameters extends unknown[], Result = unknown>(sql: string) =>
    raw.prepare<Parameters, Result>(sql);
  const insert = prepare<[CommandRow & LogPoint]>(
    `INSERT INTO done (n, key, name, input, made_at, program, log, seq)
     VALUES (@n, @key, @name, @input, @made_at, @program, @log, @seq)`,
  );
  const deleteCommand = prepare<[number]>('DELETE FROM command WHERE n = ?');
  const insertMade = prepare<[number, string, number, number]>(
    'INSERT OR REPLACE INTO host_made (id, key, place, n) VALUES (?, ?, ?, ?)',
  );
  const use = prepare<[], DoneUsage>(
    `SELECT count(*) AS items, coalesce(sum(length(input)), 0) AS bytes,
       (SELECT coalesce(sum(length), 0) FROM upload WHERE key IN (SELECT key FROM done)) AS uploads
     FROM done`,
  );
  const upTo = prepare<[LogPoint], { key: string }>(
    'SELECT key FROM done WHERE log = @log AND seq <= @seq ORDER BY seq',
  );
  const all = prepare<[], { key: string }>('SELECT key FROM done ORDER BY n');
  const ofOthers = prepare<[string], { key: string }>('SELECT key FROM done WHERE log <> ? ORDER BY n');
  const withUpload = prepare<[], { key: string }>(
    'SELECT key FROM done WHERE key IN (SELECT key FROM upload) ORDER BY n',
  );
  const setHighest = prepare<[LogPoint]>('UPDATE done SET seq = @seq WHERE log = @log AND seq > @seq');
  const restore = prepare<[string]>(
    `INSERT INTO command (n, key, name, input, made_at, program)
     SELECT n, key, name, input, made_at, program FROM done WHERE key = ?`,
  );
  const remove = prepare<[string], { n: number }>('DELETE FROM done WHERE key = ? RETURNING n');
  const deleteSettled = prepare<[string]>('DELETE FROM settled WHERE key = ?');
  const deleteReferences = prepare<[number]>('DELETE FROM reference WHERE n = ?');
  const deleteMade = prepare<[string]>('DELETE FROM host_made WHERE key = ?');

  return {
    /** Moves a command to the done ones; `ids` are those that the host gave to what it made. */
    insert: (row: CommandRow, { log, seq }: LogPoint, ids: readonly number[]): void => {
      deleteCommand.run(row.n);
      insert.run({ ...row, log, seq });
      ids.forEach((id, place) => insertMade.run(id, row.key, place, row.n));
    },
    readUse: (): DoneUsage => use.get() ?? { items: 0, bytes: 0, uploads: 0 },
    listUpTo: (point: LogPoint): string[] => upTo.all(point).map(({ key }) => key),
    /** In the order in which they were done. */
    list: (): string[] => all.all().map(({ key }) => key),
    listOfOtherLogs: (log: string): string[] => ofOthers.all(log).map(({ key }) => key),
    listWithUpload: (): string[] => withUpload.all().map(({ key }) => key),
    /** Nothing of a log that was done so far has a higher number than this. */
    setHighest: (point: LogPoint): void => void setHighest.run(point),
    /** Makes a done command a pending one in its place; what refers to it waits for its new IDs. */
    restore: (key: string): boolean => {
      if (restore.run(key).changes === 0) return false;
      remove.run(key);
      deleteSettled.run(key);
      return true;
    },
    delete: (key: string): void => {
      const row = remove.get(key);
      if (row) deleteReferences.run(row.n);
      deleteMade.run(key);
    },
  };
}

/** Number of done commands, and bytes of their inputs and of their uploads. */
export interface DoneUsage {
  items: number;
  bytes: number;
  uploads: number;
}
