import { sql, type Compilable, type RawBuilder } from 'kysely';
import type { Db } from './open';
import { statementsOf } from './statements';

/** Stands in a query for an argument that is given at each call. */
class Mark {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Arguments = Record<string, string | number | Uint8Array | null>;

/**
 * A query that is built and compiled once and then only run, past Kysely: its building and its way to the connection
 * cost more than SQLite's answer on hot paths. `build` receives marks in place of the arguments, so it must not look at them.
 */
export function prepared<P extends Arguments, Row>(
  build: (db: Db, argument: P) => Compilable<Row>,
): (db: Db, args: P) => Promise<Row[]> {
  let compiled: { sql: string; parameters: readonly unknown[] } | undefined;
  return async (db, args) => {
    compiled ??= build(db, marks as P).compile();
    const values = compiled.parameters.map((value) => (value instanceof Mark ? args[value.name] : value));
    const statement = statementsOf(db)(compiled.sql);
    if (statement.reader) return statement.all(values) as Row[];
    statement.run(values);
    return [];
  };
}

/** Like `prepared`, for a query that gives one row or none. */
export function preparedOne<P extends Arguments, Row>(
  build: (db: Db, argument: P) => Compilable<Row>,
): (db: Db, args: P) => Promise<Row | undefined> {
  const run = prepared(build);
  return async (db, args) => (await run(db, args))[0];
}

/**
 * The members of a list that is passed as one JSON text, so that a query's text does not change with its length.
 * Use it as `where('id', 'in', listOf(ids))`.
 */
export function listOf(json: string): RawBuilder<number> {
  return sql<number>`(select value from json_each(${json}))`;
}

const marks = new Proxy({} as Arguments, { get: (_, name) => new Mark(String(name)) });
