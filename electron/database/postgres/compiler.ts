import { PostgresQueryCompiler, type CompiledQuery, type QueryId, type RootOperationNode } from 'kysely';

/** Compiles queries for PostgreSQL, without the hints in raw SQL that only SQLite's planner needs. */
export class PostgresCompiler extends PostgresQueryCompiler {
  override compileQuery<R>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
    const query = super.compileQuery(node, queryId) as CompiledQuery<R>;
    return { ...query, sql: withArrays(withoutHints(query.sql)) };
  }
}

/**
 * Lists of numbers or texts, which SQLite reads as rows, are arrays for PostgreSQL: it takes each element from an
 * index, where it joins rows of an unknown number with the whole table.
 */
export function withArrays(sql: string): string {
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
 * SQLite is told which index to use, and by CROSS JOIN the order of a join; its CROSS JOIN also takes a condition.
 * PostgreSQL plans by its statistics.
 */
export function withoutHints(sql: string): string {
  return sql.replace(INDEX_HINT, '').replace(CONDITIONAL_CROSS_JOIN, 'JOIN$1 ON ');
}

const INDEX_HINT = /\s(?:INDEXED BY "?\w+"?|NOT INDEXED)/g;
const CONDITIONAL_CROSS_JOIN = /\bCROSS JOIN(\s+"?\w+"?(?:\s+AS\s+"?\w+"?)?)\s+ON\s/g;

const NUMBERS = /\b(not )?in \(select value from json_each\((\$\d+)\)\)/gi;
const TEXTS = /\b(not )?in \(select atom from json_each\((\$\d+)\)\)/gi;

/**
 * A JSON array of numbers becomes PostgreSQL's way of writing an array by its brackets alone. As a subquery it is read
 * once, not for every row that is compared.
 */
const numbersOf = (json: string) => `(select translate(${json}, '[]', '{}')::bigint[])::bigint[]`;
const textsOf = (json: string) => `array(select json_array_elements_text(${json}::json))`;
