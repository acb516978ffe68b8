import type { QueryConfig } from 'pg';
import { changeOf } from '../caching/statement-changes';

/**
 * Collects statements whose result nobody needs, and sends them as one: the round trip to the server costs more than
 * the row that most of them store. Only statements whose order doesn't matter are merged: each changes another table,
 * or all of them add new rows.
 */
export class MergedStatements {
  #queries: QueryConfig[] = [];
  #forms: Form[] = [];

  /** Adds a statement if it can be merged with those before it. Returns whether it was added. */
  add(query: QueryConfig): boolean {
    const form = formOf(query.text);
    if (
      !form ||
      this.#queries.length === MAX_PARTS ||
      !this.#forms.every((earlier) => canFollow(form, earlier))
    )
      return false;
    this.#queries.push(query);
    this.#forms.push(form);
    return true;
  }

  /** Takes what was added, as one statement; undefined if there is nothing. */
  take(): QueryConfig | undefined {
    const queries = this.#queries;
    this.#queries = [];
    this.#forms = [];
    return queries.length > 1 ? merged(queries) : queries[0];
  }
}

/** Enough for what one write stores. Every number of equal parts is a statement of its own to the server. */
const MAX_PARTS = 8;

interface Form {
  /** The table whose rows it adds or updates. */
  table: string;
  /** Whether it only adds rows, with values that are given. */
  isAdding: boolean;
  words: ReadonlySet<string>;
}

/** The parts of a statement see no rows that another part has changed. */
function canFollow(form: Form, earlier: Form): boolean {
  return (
    !form.words.has(earlier.table) || (form.isAdding && earlier.isAdding && form.table === earlier.table)
  );
}

/** Null for anything but adding or updating rows: a deletion may also reach rows of other tables that refer to them. */
function formOf(text: string): Form | null {
  let form = forms.get(text);
  if (form === undefined) {
    const table = CHANGES_ROWS.test(text) ? changeOf(text)?.table : undefined;
    const isAdding = !READS_ROWS.test(text);
    form = table === undefined ? null : { table, isAdding, words: new Set(text.match(/\w+/g)) };
    forms.set(text, form);
  }
  return form;
}

const forms = new Map<string, Form | null>();
const CHANGES_ROWS = /^\s*(insert|update)\b/i;
const READS_ROWS = /^\s*update\b|\b(on conflict|select)\b/i;

/** By the names of the parts: the statement of which they are parts. Handlers combine few of them in few ways. */
const known = new Map<string, { name: string; text: string }>();

function merged(queries: readonly QueryConfig[]): QueryConfig {
  const names = queries.map(({ name }) => name).join(' ');
  let statement = known.get(names);
  if (!statement) {
    statement = { name: `merged${known.size}`, text: mergedText(queries) };
    known.set(names, statement);
  }
  return { ...statement, values: queries.flatMap(({ values = [] }) => values as unknown[]) };
}

/** `WITH part0 AS (…), part1 AS (…) …`, with the parameters numbered through. */
function mergedText(queries: readonly QueryConfig[]): string {
  let before = 0;
  const parts = queries.map(({ text, values = [] }) => {
    const offset = before;
    before += values.length;
    return text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + offset}`);
  });
  const last = parts.pop() ?? '';
  return `WITH ${parts.map((part, index) => `part${index} AS (${part})`).join(', ')} ${last}`;
}
