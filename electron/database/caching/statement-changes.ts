import type { WatchedColumns } from './watches';

/** The table that a statement changes and, for an update, the assigned columns; null if any column may change. */
export interface Change {
  table: string;
  assigned: ReadonlySet<string> | null;
}

/** Returns what an insert, update or delete changes; null for a statement of any other form. */
export function changeOf(sql: string): Change | null {
  const [head, isUpdate, table] = CHANGE.exec(sql) ?? [];
  if (head === undefined || table === undefined) return null;
  const rest = sql.slice(head.length);
  // (a, b) = (…) would hide the names of columns.
  if (isUpdate === undefined || /\)\s*=/.test(rest)) return { table, assigned: null };
  const columns = assignmentsIn(rest).matchAll(/(?<!\w)(\w+)["`]?\s*=/g);
  return { table, assigned: new Set([...columns].map(([, column]) => column ?? '')) };
}

/** Returns the assignments of an update without text literals and parentheses, whose `=` are comparisons. */
function assignmentsIn(update: string): string {
  let rest = update.replaceAll(/'[^']*'/g, '');
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\([^()]*\)/g, '');
  }
  return rest.split(/\bwhere\b/i, 1)[0] ?? '';
}

/** Returns whether a change assigns watched columns, or adds or removes their rows. */
export function changesWatchedColumns({ table, assigned }: Change, watched: WatchedColumns): boolean {
  const columns = watched[table];
  return columns !== undefined && (!assigned || columns.some((column) => assigned.has(column)));
}

/** Returns whether a change may cascade to watched tables by their foreign keys. */
export function mayCascade(
  targets: CascadeTargets,
  { table, assigned }: Change,
  watched: WatchedColumns,
): boolean {
  const affected = targets.get(table);
  return !assigned && affected !== undefined && Object.keys(watched).some((one) => affected.has(one));
}

/** By table: the tables to which deletions and new keys of its rows cascade. */
export type CascadeTargets = ReadonlyMap<string, ReadonlySet<string>>;

/** A foreign key with cascading actions. */
export interface ForeignKey {
  child: string;
  parent: string;
}

/** Finds the tables that each table cascades to, directly or not. */
export function findCascadeTargets(keys: readonly ForeignKey[]): CascadeTargets {
  const targets = new Map<string, Set<string>>();
  const add = (parent: string, table: string) => {
    const known = targets.get(parent) ?? new Set();
    targets.set(parent, known);
    if (known.has(table)) return;
    known.add(table);
    for (const { child } of keys.filter((key) => key.parent === table)) add(parent, child);
  };
  for (const { parent, child } of keys) add(parent, child);
  return targets;
}

const CHANGE =
  /^\s*(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|delete\s+from|(update)(?:\s+or\s+\w+)?)\s+["`]?(\w+)/i;
