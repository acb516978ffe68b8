import type { SyncRow } from '../../shared/contract/sync';
import { AppError } from '../../shared/errors';
import type { Db } from '../database/db';
import { statementsOf, type Statements } from '../database/statements';
import { REPLICA_TABLES, type ReplicaTable } from '../service/sync/tables';
import { DependentRows } from './dependent-queries';
import { SearchIndex } from './search-index';

type Columns = SyncRow['Row'];

/**
 * Writes rows of a host into a replica. The host is not trusted: only tables and columns that a replica has are
 * written.
 */
export class RowWriter {
  readonly #statements: Statements;
  readonly #dependents: DependentRows;
  readonly #search: SearchIndex;
  readonly #columns = new Map<ReplicaTable, Map<string, Column>>();

  /** `person` is whose replica it is. */
  constructor(db: Db, person: number) {
    this.#statements = statementsOf(db);
    this.#dependents = new DependentRows(this.#statements, person);
    this.#search = new SearchIndex(db);
  }

  /**
   * Stores a row in place of an earlier one with the same key, and removes what depended on that. Ignores tables and
   * columns that this program doesn't know: the host may be newer.
   */
  put(name: string, row: Columns): void {
    const table = tableOf(name);
    if (!table) return;
    const columns = this.#columnsOf(table);
    const key = REPLICA_TABLES[table].map((column) => row[column] ?? '');
    if (key.includes('')) throw invalidRow(table);
    if (table === 'reaction' && !this.#isHeld(row.message_id)) return;
    this.#dependents.remove(table, key);
    const values = [...columns].map(([name, { isBinary, empty }]) => {
      const value = row[name] ?? empty;
      return isBinary ? Buffer.from(String(value ?? ''), 'hex') : value;
    });
    const places = values.map(() => '?').join(', ');
    this.#statements(`INSERT OR REPLACE INTO ${table} VALUES (${places})`).run(values);
    this.#search.add(table, Number(row.id ?? 0));
  }

  /** Removes a row by its key, with what depends on it. */
  remove(name: string, id: string): void {
    const table = tableOf(name);
    if (!table) return;
    const columns: readonly string[] = REPLICA_TABLES[table];
    const key = columns.length === 1 ? [id] : id.split(':');
    if (key.length !== columns.length) throw invalidRow(table);
    this.#dependents.remove(table, key);
    const condition = columns.map((column) => `${column} = ?`).join(' AND ');
    this.#statements(`DELETE FROM ${table} WHERE ${condition}`).run(key);
    this.#dependents.removeContents(table, key);
    this.#search.add(table, Number(key.at(-1)));
  }

  /** Updates the full-text entries of everything written since the last time, once all of it is there. */
  finish(): Promise<void> {
    return this.#search.update();
  }

  /** Changes of reactions come without their message, which may be older than what is held of its dialog. */
  #isHeld(message: Columns[string] = null): boolean {
    return this.#statements('SELECT 1 FROM message_place WHERE id = ?').all([message]).length > 0;
  }

  #columnsOf(table: ReplicaTable) {
    const known = this.#columns.get(table);
    if (known) return known;
    const info = this.#statements(`SELECT name, type, "notnull" FROM pragma_table_info('${table}')`).all(
      [],
    ) as { name: string; type: string; notnull: 0 | 1 }[];
    const columns = new Map(
      info.map(({ name, type, notnull }): [string, Column] => [
        name,
        {
          isBinary: type === 'BLOB',
          empty: notnull === 0 ? null : type === 'INTEGER' || type === 'REAL' ? 0 : '',
        },
      ]),
    );
    this.#columns.set(table, columns);
    return columns;
  }
}

interface Column {
  isBinary: boolean;
  /** What stands for a value that the host doesn't send. */
  empty: '' | 0 | null;
}

function tableOf(name: string): ReplicaTable | null {
  return Object.hasOwn(REPLICA_TABLES, name) ? (name as ReplicaTable) : null;
}

function invalidRow(table: ReplicaTable): AppError {
  return new AppError('validation_error', `The host sent a row of ${table} that a replica cannot hold.`);
}
