import type { WatchedColumns } from './watches';

/** The table that a statement changes and, for an update, the columns that it assigns; null for any column. */
export interface Change {
  table: string;
  assigned: ReadonlySet<string> | null;
}

/** What a statement changes; null for any other statement. */
export function changeOf(sql: string): Change | null {
  const [head, isUpdate, table] = CHANGE.exec(sql) ?? [];
  if (head === undefined || table === undefined) return null;
  const rest = sql.slice(head.length);
  // (a, b) = (…) would hide the names of columns.
  if (isUpdate === undefined || /\)\s*=/.test(rest)) return { table, assigned: null };
  const columns = assignmentsIn(rest).matchAll(/(?<!\w)(\w+)["`]?\s*=/g);
  return { table, assigned: new Set([...columns].map(([, column]) => column ?? '')) };
}

/** The assignments of an update, without texts and what is in parentheses: other equations compare columns. */
function assignmentsIn(update: string): string {
  let rest = update.replaceAll(/'[^']*'/g, '');
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\([^()]*\)/g, '');
  }
  return rest.split(/\bwhere\b/i, 1)[0] ?? '';
}

/** Whether a change assigns watched columns, or adds or removes their rows. */
export function isAssigned({ table, assigned }: Change, watched: WatchedColumns): boolean {
  const columns = watched[table];
  return columns !== undefined && (!assigned || columns.some((column) => assigned.has(column)));
}

/** Whether rows of watched tables may follow a change of another table. */
export function isFollowing(
  dependents: Dependents,
  { table, assigned }: Change,
  watched: WatchedColumns,
): boolean {
  const following = dependents.get(table);
  return !assigned && following !== undefined && Object.keys(watched).some((one) => following.has(one));
}

/** By table: those whose rows follow when its rows are deleted or get another key. */
export type Dependents = ReadonlyMap<string, ReadonlySet<string>>;

/** A key whose rows follow those that it refers to. */
export interface ForeignKey {
  child: string;
  parent: string;
}

/** Finds the tables that follow each other, directly or not. */
export function dependentTables(keys: readonly ForeignKey[]): Dependents {
  const dependents = new Map<string, Set<string>>();
  const add = (parent: string, table: string) => {
    const known = dependents.get(parent) ?? new Set();
    dependents.set(parent, known);
    if (known.has(table)) return;
    known.add(table);
    for (const { child } of keys.filter((key) => key.parent === table)) add(parent, child);
  };
  for (const { parent, child } of keys) add(parent, child);
  return dependents;
}

const CHANGE =
  /^\s*(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|delete\s+from|(update)(?:\s+or\s+\w+)?)\s+["`]?(\w+)/i;
