import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect, SqliteQueryCompiler, type SqliteDatabase } from 'kysely';
import type { Db } from './open';
import type { Schema } from './schema';

/** The statements of one connection, each prepared once by its SQL. */
export type Statements = (sql: string) => Database.Statement<unknown[]>;

/** What is done around the statements of a connection. */
export interface StatementHooks {
  /** Called before each that runs; what it throws stops the statement. */
  before?: () => void;
  /** Called with what a statement has thrown, before it is thrown on. */
  onError?: (error: unknown) => void;
}

/** Wraps a connection in Kysely, with every statement prepared once. */
export function kyselyOver(raw: Database.Database, { before, onError }: StatementHooks = {}): Db {
  const kept = new Map<string, Database.Statement<unknown[]>>();
  const prepare: Statements = (sql) => {
    try {
      before?.();
      let statement = kept.get(sql);
      if (!statement) kept.set(sql, (statement = reporting(raw.prepare(sql), onError)));
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

/** The statements of the connection that a Kysely wraps. */
export function statementsOf(db: Db): Statements {
  const statements = statementsByDb.get(db);
  if (!statements) throw new Error('this is not a connection of ours');
  return statements;
}

/** The statement itself, with methods that report what they throw: a statement around it would cost more. */
function reporting<S extends Database.Statement<unknown[]>>(
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
   * SQLite looks at what is bound to a bare `?` when it plans a join or a limit, and therefore plans anew whenever
   * something else is bound, which takes longer than most answers. It does not look into an expression.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}
