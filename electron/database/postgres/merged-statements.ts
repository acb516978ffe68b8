import type { QueryConfig } from 'pg';
import { changeOf } from '../caching/statement-changes';

/**
 * Merges statements without a needed result into one, because a round trip to the server costs more than storing a row.
 * Only merges statements whose order doesn't matter: each changes another table, or all of them insert rows.
 */
export class MergedStatements {
  #queries: QueryConfig[] = [];
  #shapes: StatementShape[] = [];

  /** Adds a statement if it can be merged with those before it. Returns whether it was added. */
  add(query: QueryConfig): boolean {
    const shape = shapeOf(query.text);
    if (
      !shape ||
      this.#queries.length === MAX_PARTS ||
      !this.#shapes.every((earlier) => canFollow(shape, earlier))
    )
      return false;
    this.#queries.push(query);
    this.#shapes.push(shape);
    return true;
  }

  /** Removes the added statements and returns them as one; undefined if there are none. */
  take(): QueryConfig | undefined {
    const queries = this.#queries;
    this.#queries = [];
    this.#shapes = [];
    return queries.length > 1 ? merge(queries) : queries[0];
  }
}

/** Enough for one write. Each count of equal parts is a separate prepared statement on the server. */
const MAX_PARTS = 8;

interface StatementShape {
  /** The table whose rows it inserts or updates. */
  table: string;
  /** Whether it only inserts rows with given values. */
  isPlainInsert: boolean;
  words: ReadonlySet<string>;
}

/** Returns whether a statement can be merged: the parts of one statement don't see each other's changes. */
function canFollow(shape: StatementShape, earlier: StatementShape): boolean {
  return (
    !shape.words.has(earlier.table) ||
    (shape.isPlainInsert && earlier.isPlainInsert && shape.table === earlier.table)
  );
}

/** Returns null for anything but inserts and updates, because a deletion may cascade to other tables. */
function shapeOf(text: string): StatementShape | null {
  let shape = shapesByText.get(text);
  if (shape === undefined) {
    const table = CHANGES_ROWS.test(text) ? changeOf(text)?.table : undefined;
    const isPlainInsert = !READS_ROWS.test(text);
    shape = table === undefined ? null : { table, isPlainInsert, words: new Set(text.match(/\w+/g)) };
    shapesByText.set(text, shape);
  }
  return shape;
}

const shapesByText = new Map<string, StatementShape | null>();
const CHANGES_ROWS = /^\s*(insert|update)\b/i;
const READS_ROWS = /^\s*update\b|\b(on conflict|select)\b/i;

/** The merged statement by the names of its parts. Stays small, because handlers combine few statements. */
const mergedByNames = new Map<string, { name: string; text: string }>();

function merge(queries: readonly QueryConfig[]): QueryConfig {
  const names = queries.map(({ name }) => name).join(' ');
  let statement = mergedByNames.get(names);
  if (!statement) {
    statement = { name: `merged${mergedByNames.size}`, text: mergedText(queries) };
    mergedByNames.set(names, statement);
  }
  return { ...statement, values: queries.flatMap(({ values = [] }) => values as unknown[]) };
}

/** Returns `WITH part0 AS (…), part1 AS (…) …` with consecutive parameter numbers. */
function mergedText(queries: readonly QueryConfig[]): string {
  let parameters = 0;
  const parts = queries.map(({ text, values = [] }) => {
    const offset = parameters;
    parameters += values.length;
    return text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + offset}`);
  });
  const last = parts.pop() ?? '';
  return `WITH ${parts.map((part, index) => `part${index} AS (${part})`).join(', ')} ${last}`;
}
