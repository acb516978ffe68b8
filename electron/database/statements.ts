import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect, SqliteQueryCompiler, type SqliteDatabase } from 'kysely';
import type { Db } from './open';
import type { Schema } from './schema';

/** The statements of one connection, each prepared once by its SQL. */
export type Statements = (sql: string) => Database.Statement<unknown[]>;

/** Wraps a connection in Kysely, with every statement prepared once; `before` is called before each that runs. */
export function kyselyOver(raw: Database.Database, before: () => void = () => undefined): Db {
  const kept = new Map<string, Database.Statement<unknown[]>>();
  const prepare: Statements = (sql) => {
    before();
    let statement = kept.get(sql);
    if (!statement) kept.set(sql, (statement = raw.prepare(sql)));
    return statement;
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
