import { PostgresQueryCompiler, type CompiledQuery, type QueryId, type RootOperationNode } from 'kysely';

/** Compiles queries for PostgreSQL, without the hints in raw SQL that only SQLite's planner needs. */
export class PostgresCompiler extends PostgresQueryCompiler {
  override compileQuery<R>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
    const query = super.compileQuery(node, queryId) as CompiledQuery<R>;
    return { ...query, sql: withoutHints(query.sql) };
  }
}

/**
 * SQLite is told which index to use, and by CROSS JOIN the order of a join; its CROSS JOIN also takes a condition.
 * PostgreSQL plans by its statistics.
 */
export function withoutHints(sql: string): string {
  return sql.replace(INDEX_HINT, '').replace(CONDITIONAL_CROSS_JOIN, 'JOIN$1 ON ');
}

const INDEX_HINT = /\s(?:INDEXED BY "?\w+"?|NOT INDEXED)/g;
const CONDITIONAL_CROSS_JOIN = /\bCROSS JOIN(\s+"?\w+"?(?:\s+AS\s+"?\w+"?)?)\s+ON\s/g;
