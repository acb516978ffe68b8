import { sql, type Compilable, type CompiledQuery, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { LIMITS } from '../../shared/limits';
import type { Db } from './db';
import { postgresRunnerOf } from './dialect';
import { statementsOf } from './statements';

/** Placeholder for an argument that is passed with each call. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Arguments = Record<string, string | number | Uint8Array | null>;

/**
 * Builds and compiles a query once and then runs it without Kysely: on hot paths building a query costs more than
 * SQLite's answer. `build` receives placeholders instead of arguments and must not inspect them.
 */
export function prepared<P extends Arguments, Row>(
  build: (db: Db, argument: P) => Compilable<Row>,
): (db: Db, args: P) => Promise<Row[]> {
  let compiled: CompiledQuery | undefined;
  let compiledForPostgres: CompiledQuery | undefined;
  return async (db, args) => {
    const run = postgresRunnerOf(db);
    if (run) {
      const query = (compiledForPostgres ??= build(db, placeholders as P).compile());
      return (await run(query.sql, valuesOf(query, args), { hasAnswer: hasAnswer(query) })) as Row[];
    }
    compiled ??= build(db, placeholders as P).compile();
    const values = valuesOf(compiled, args);
    const statement = statementsOf(db)(compiled.sql);
    if (statement.reader) return statement.all(values) as Row[];
    statement.run(values);
    return [];
  };
}

/** Like `prepared`, for a query that returns at most one row. */
export function preparedOne<P extends Arguments, Row>(
  build: (db: Db, argument: P) => Compilable<Row>,
): (db: Db, args: P) => Promise<Row | undefined> {
  const run = prepared(build);
  return async (db, args) => (await run(db, args))[0];
}

/**
 * The elements of a JSON array passed as one text parameter, so that the SQL doesn't change with its length. Use it
 * as `where('id', 'in', listOf(ids))`.
 */
export function listOf(json: string): RawBuilder<number> {
  return sql<number>`(select value from json_each(${json}))`;
}

/** The same of a JSON array of texts. */
export function textsOf(json: string): RawBuilder<string> {
  return sql<string>`(select atom from json_each(${json}))`;
}

/**
 * The number of rows of a subquery, up to `LIMITS.counted`: an exact count of half a million unread messages kept
 * everybody waiting for 25 ms, and for ten times as long when they were not in memory.
 */
export function counted<DB, TB extends keyof DB, O>(rows: SelectQueryBuilder<DB, TB, O>): RawBuilder<number> {
  return sql<number>`(select count(*) from ${rows.limit(sql.lit(LIMITS.counted))} as counted)`;
}

/** Whether a statement may return rows. */
function hasAnswer({ query }: CompiledQuery): boolean {
  switch (query.kind) {
    case 'InsertQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
      return query.returning !== undefined;
    default:
      return true;
  }
}

function valuesOf({ parameters }: CompiledQuery, args: Arguments): unknown[] {
  return parameters.map((value) => (value instanceof Placeholder ? args[value.name] : value));
}

const placeholders = new Proxy({} as Arguments, { get: (_, name) => new Placeholder(String(name)) });
