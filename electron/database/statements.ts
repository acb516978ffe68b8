import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect, SqliteQueryCompiler, type SqliteDatabase } from 'kysely';
import type { Db } from './db';
import type { Schema } from './schema';

/** Returns the prepared statement for an SQL text; each is prepared once per connection. */
export type Statements = (sql: string) => Database.Statement<unknown[]>;

/** Called around the statements of a connection. */
export interface StatementHooks {
  /** Called before each statement runs; an exception cancels the statement. */
  before?: () => void;
  /** Called with each error before it is rethrown. */
  onError?: (error: unknown) => void;
}

/** Wraps a connection in Kysely and prepares every statement only once. */
export function createKysely(raw: Database.Database, { before, onError }: StatementHooks = {}): Db {
  const cache = new Map<string, Database.Statement<unknown[]>>();
  const prepare: Statements = (sql) => {
    try {
      before?.();
      let statement = cache.get(sql);
      if (!statement) cache.set(sql, (statement = withErrorReporting(raw.prepare(sql), onError)));
      return statement;
    } catch (error) {
      onError?.(error);
      throw error;
    }
  };
  const database: SqliteDatabase = {
    close: () => raw.close(),
    prepare: (sql) => prepare(sql) as unknown as ReturnType<SqliteDatabase['prepare']>,
  };
  const db: Db = new Kysely<Schema>({ dialect: new Dialect({ database }) });
  statementsByDb.set(db, prepare);
  return db;
}

/** The prepared statements of the connection behind a Kysely instance. */
export function statementsOf(db: Db): Statements {
  const statements = statementsByDb.get(db);
  if (!statements) throw new Error('unknown database connection');
  return statements;
}

/** Patches the statement's own methods to report their errors: a wrapper object would be slower. */
function withErrorReporting<S extends Database.Statement<unknown[]>>(
  statement: S,
  onError: StatementHooks['onError'],
): S {
  if (!onError) return statement;
  for (const method of ['all', 'get', 'run'] as const) {
    const run = statement[method].bind(statement) as (...values: unknown[]) => unknown;
    const reported = (...values: unknown[]) => {
      try {
        return run(...values);
      } catch (error) {
        onError(error);
        throw error;
      }
    };
    Object.defineProperty(statement, method, { value: reported });
  }
  return statement;
}

const statementsByDb = new WeakMap<Db, Statements>();

class Dialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new QueryCompiler();
  }
}

class QueryCompiler extends SqliteQueryCompiler {
  /**
   * For a bare `?`, SQLite looks at the bound value when it plans a join or a limit, and plans again whenever the
   * value changes, which takes longer than most queries. It doesn't look into an expression.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}
