import Database from 'better-sqlite3';
import { basename } from 'node:path';
import { vi } from 'vitest';
import type * as Prepared from '../../../electron/database/prepared';

/** As in `database/open`, which is not to be imported before its modules are watched. */
const DATABASE_FILE = 'courtyard.db';

/** Every file with queries of its own, by path from here. Those of several processes run on PostgreSQL alone. */
const files = import.meta.glob([
  '../../../electron/service/**/*queries*.ts',
  '!../../../electron/service/processes/**',
]);

const PREPARED = '../../../electron/database/prepared.ts';

/** What ran in a process, by the names and the text of its queries. */
export interface Recording {
  /** The text of every statement that was prepared. */
  statements: Set<string>;
  /** Each exported query, by file and name, and each prepared one, by its line, that was never run. */
  neverRun: () => string[];
  /** Ends it: modules that are imported from now on are not watched. */
  stop: () => void;
}

/** Begins to record what modules do that are imported from now on. */
export function recordQueries(): Recording {
  // Another test file of this worker may have loaded them.
  vi.resetModules();
  const known = new Set<string>();
  const unseen = new Set(Object.keys(files));
  const run = new Set<string>();
  const statements = new Set<string>();

  for (const path of Object.keys(files)) {
    vi.doMock(path, async (importOriginal) => {
      unseen.delete(path);
      const original = await importOriginal<Record<string, unknown>>();
      const file = path.replace('../../../electron/service/', '');
      return Object.fromEntries(
        Object.entries(original).map(([name, value]) => [name, recorded(`${file}: ${name}`, value)]),
      );
    });
  }
  vi.doMock(PREPARED, async (importOriginal) => {
    const original = await importOriginal<typeof Prepared>();
    return {
      ...original,
      prepared: (build: never) => recorded(lineOfCaller(), original.prepared(build)),
      preparedOne: (build: never) => recorded(lineOfCaller(), original.preparedOne(build)),
    };
  });

  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql: string) {
    // The lock of the folder is a database of its own.
    if (basename(this.name) === DATABASE_FILE) statements.add(sql);
    return prepare.call(this, sql);
  });

  return {
    statements,
    neverRun: () => [...unseen, ...[...known].filter((name) => !run.has(name))],
    stop: () => {
      for (const path of [...Object.keys(files), PREPARED]) vi.doUnmock(path);
      vi.restoreAllMocks();
      vi.resetModules();
    },
  };

  function recorded(name: string, value: unknown): unknown {
    if (typeof value !== 'function') return value;
    known.add(name);
    return (...args: unknown[]) => {
      run.add(name);
      return (value as (...args: unknown[]) => unknown)(...args);
    };
  }
}

/** Where the query that is being prepared stands. */
function lineOfCaller(): string {
  const [, place = 'unknown'] = /(electron\/service\/[^:]+:\d+)/.exec(new Error().stack ?? '') ?? [];
  return place;
}
