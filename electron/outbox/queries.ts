import type { Database } from 'better-sqlite3';

/** A command as it is stored; `input` and `error` are JSON. */
export interface CommandRow {
  n: number;
  key: string;
  name: string;
  input: string;
  made_at: number;
  program: string;
  state: 'pending' | 'refused';
  error: string | null;
  refused_with: string | null;
}

type NewCommandRow = Pick<CommandRow, 'key' | 'name' | 'input' | 'made_at' | 'program'>;

/** The statements of an outbox, prepared once. Those that write belong in a transaction. */
export function outboxQueries(raw: Database) {
  const prepare = <Parameters extends unknown[], Result = unknown>(sql: string) =>
    raw.prepare<Parameters, Result>(sql);
  const insert = prepare<[NewCommandRow]>(
    'INSERT INTO command (key, name, input, made_at, program) VALUES (@key, @name, @input, @made_at, @program)',
  );
  const findCommand = prepare<[string], CommandRow>('SELECT * FROM command WHERE key = ?');
  const next = prepare<[], CommandRow>("SELECT * FROM command WHERE state = 'pending' ORDER BY n LIMIT 1");
  const all = prepare<[], CommandRow>('SELECT * FROM command ORDER BY n');
  const count = prepare<[], { items: number }>('SELECT count(*) AS items FROM command');
  const setState = prepare<[string, string | null, string | null, string]>(
    'UPDATE command SET state = ?, error = ?, refused_with = ? WHERE key = ?',
  );
  const setInput = prepare<[string, string]>('UPDATE command SET input = ? WHERE key = ?');
  const remove = prepare<[number]>('DELETE FROM command WHERE n = ?');
  const dependents = prepare<[string], CommandRow>(
    'SELECT * FROM command WHERE n IN (SELECT n FROM reference WHERE key = ?) ORDER BY n',
  );
  const refusedWith = prepare<[{ key: string }], CommandRow>(
    `SELECT * FROM command
     WHERE n IN (SELECT n FROM reference WHERE key = @key) AND refused_with = @key ORDER BY n`,
  );
  const insertReference = prepare<[number, string]>('INSERT INTO reference (n, key) VALUES (?, ?)');
  const deleteReferences = prepare<[number]>('DELETE FROM reference WHERE n = ?');
  const insertMade = prepare<[string, number, number, number]>(
    'INSERT INTO made (key, place, id, n) VALUES (?, ?, ?, ?)',
  );
  const deleteMade = prepare<[string]>('DELETE FROM made WHERE key = ?');
  const made = prepare<[string], { id: number }>('SELECT id FROM made WHERE key = ? ORDER BY place');
  const maker = prepare<[number, number], { key: string; place: number }>(
    'SELECT key, place FROM made WHERE id = ? AND n < ? ORDER BY n DESC LIMIT 1',
  );
  const hostMaker = prepare<[number, number], { key: string; place: number }>(
    'SELECT key, place FROM host_made WHERE id = ? AND n < ?',
  );
  const pending = prepare<[], CommandRow>("SELECT * FROM command WHERE state = 'pending' ORDER BY n");
  const references = prepare<[number], { key: string }>('SELECT key FROM reference WHERE n = ?');
  const settled = prepare<[string], { ids: string }>('SELECT ids FROM settled WHERE key = ?');
  const insertSettled = prepare<[string, string, number, number]>(
    'INSERT OR REPLACE INTO settled (key, ids, settled_at, kept_until) VALUES (?, ?, ?, ?)',
  );
  const deleteSettled = prepare<[{ before: number; now: number }]>(
    `DELETE FROM settled
     WHERE settled_at < @before AND kept_until < @now
       AND key NOT IN (SELECT key FROM reference) AND key NOT IN (SELECT key FROM done)`,
  );
  const deleteUnusedHostMade = prepare<[]>(
    'DELETE FROM host_made WHERE key NOT IN (SELECT key FROM command) AND key NOT IN (SELECT key FROM done)',
  );
  const deleteUnusedMade = prepare<[]>(
    `DELETE FROM made
     WHERE key NOT IN (SELECT key FROM command)
       AND key NOT IN (SELECT key FROM settled) AND key NOT IN (SELECT key FROM reference)`,
  );

  return {
    insertCommand: (row: NewCommandRow): number => Number(insert.run(row).lastInsertRowid),
    findCommand: (key: string) => findCommand.get(key),
    /** The first command that waits to be sent. */
    findNext: () => next.get(),
    listCommands: () => all.all(),
    listPending: () => pending.all(),
    /** The keys of the commands that a command refers to. */
    findReferences: (n: number): string[] => references.all(n).map(({ key }) => key),
    countCommands: (): number => count.get()?.items ?? 0,
    markPending: (key: string): void => void setState.run('pending', null, null, key),
    markRefused: (key: string, error: string, refusedBy: string | null): void =>
      void setState.run('refused', error, refusedBy, key),
    updateInput: (key: string, input: string): void => void setInput.run(input, key),
    deleteCommand: ({ n }: Pick<CommandRow, 'n'>): void => {
      remove.run(n);
      deleteReferences.run(n);
    },
    /** The commands that refer to what a command makes. */
    findDependents: (key: string) => dependents.all(key),
    findRefusedWith: (key: string) => refusedWith.all({ key }),
    replaceReferences: (n: number, keys: readonly string[]): void => {
      deleteReferences.run(n);
      for (const key of keys) insertReference.run(n, key);
    },
    replaceMade: (key: string, n: number, ids: readonly number[]): void => {
      deleteMade.run(key);
      ids.forEach((id, place) => insertMade.run(key, place, id, n));
    },
    findMade: (key: string): number[] => made.all(key).map(({ id }) => id),
    /**
     * The newest command before `n` that makes a provisional ID, or one of the host that may be lost with the command.
     */
    findMaker: (id: number, n: number) => maker.get(id, n) ?? hostMaker.get(id, n),
    /** The IDs that the host gave to what a command made; undefined if it was not done. */
    findSettled: (key: string): number[] | undefined => {
      const row = settled.get(key);
      return row && (JSON.parse(row.ids) as number[]);
    },
    insertSettled: (key: string, ids: readonly number[], now: number, keptUntil: number): void =>
      void insertSettled.run(key, JSON.stringify(ids), now, keptUntil),
    /** Deletes IDs that nothing refers to, given by the host before a time. */
    deleteUnused: (before: number, now: number): void => {
      deleteSettled.run({ before, now });
      deleteUnusedMade.run();
      deleteUnusedHostMade.run();
    },
  };
}
