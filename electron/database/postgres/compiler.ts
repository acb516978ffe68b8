import { PostgresQueryCompiler, type CompiledQuery, type QueryId, type RootOperationNode } from 'kysely';

/** Compiles queries for PostgreSQL, without the hints in raw SQL that only SQLite's planner needs. */
export class PostgresCompiler extends PostgresQueryCompiler {
  override compileQuery<R>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
    const query = super.compileQuery(node, queryId) as CompiledQuery<R>;
    return { ...query, sql: withArrays(withoutHints(query.sql)) };
  }
}

/**
 * Replaces lists that SQLite reads as rows by arrays: PostgreSQL looks up each element of an array in an index, but
 * would join a row set of unknown size with the whole table.
 */
function withArrays(sql: string): string {
  return sql
    .replace(
      NUMBERS,
      (_, not: string | undefined, json: string) => `${not ? '<> all' : '= any'}(${numbersOf(json)})`,
    )
    .replace(
      TEXTS,
      (_, not: string | undefined, json: string) => `${not ? '<> all' : '= any'}(${textsOf(json)})`,
    );
}

/**
 * Removes hints for SQLite's planner: names of indexes, and CROSS JOIN with a condition, which fixes the join order.
 * PostgreSQL plans by its statistics.
 */
function withoutHints(sql: string): string {
  return sql.replace(INDEX_HINT, '').replace(CONDITIONAL_CROSS_JOIN, 'JOIN$1 ON ');
}

const INDEX_HINT = /\s(?:INDEXED BY "?\w+"?|NOT INDEXED)/g;
const CONDITIONAL_CROSS_JOIN = /\bCROSS JOIN(\s+"?\w+"?(?:\s+AS\s+"?\w+"?)?)\s+ON\s/g;

const NUMBERS = /\b(not )?in \(select value from json_each\((\$\d+)\)\)/gi;
const TEXTS = /\b(not )?in \(select atom from json_each\((\$\d+)\)\)/gi;

/**
 * Converts a JSON array of numbers to PostgreSQL's array syntax by replacing the brackets. As a subquery it is parsed
 * once, not for every compared row.
 */
const numbersOf = (json: string) => `(select translate(${json}, '[]', '{}')::bigint[])::bigint[]`;
const textsOf = (json: string) => `array(select json_array_elements_text(${json}::json))`;
