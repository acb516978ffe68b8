import { triggers } from './triggers';

/**
 * Translates the SQL of a migration from SQLite to PostgreSQL and returns its statements. Both databases use the same
 * migrations: tables, columns, indexes and plain SQL differ only in the names of types; a full-text index becomes a
 * table with a `tsvector`. Throws for SQL that needs a handwritten PostgreSQL form.
 */
export function translateMigration(name: string, sql: string): string[] {
  return statementsOf(sql).flatMap((statement) => translate(name, statement));
}

/** Returns the columns of each full-text index that a migration creates, in the order of their weights. */
export function searchColumnsOf(sql: string): Map<string, string[]> {
  const tables = statementsOf(sql).flatMap((statement) => {
    const match = VIRTUAL_TABLE.exec(statement);
    return match ? [[match[1] ?? '', columnsOf(match[2] ?? '')] as const] : [];
  });
  return new Map(tables);
}

function translate(migration: string, statement: string): string[] {
  const virtual = VIRTUAL_TABLE.exec(statement);
  if (virtual) return searchTable(virtual[1] ?? '');
  // This sets an option of FTS5.
  if (/^INSERT INTO (\w+_search) \(\1,/.test(statement)) return [];
  const trigger = /^CREATE TRIGGER (\w+)/.exec(statement)?.[1];
  if (trigger !== undefined) return [triggerOf(migration, trigger)];
  // Each trigger has a function with the same name.
  const dropped = /^DROP TRIGGER (\w+)$/.exec(statement)?.[1];
  if (dropped !== undefined) return [`DROP FUNCTION ${dropped}() CASCADE`];
  const unknown = SQLITE_ONLY.exec(statement);
  if (unknown) {
    throw new Error(
      `${migration} uses ${unknown[0]}, which PostgreSQL doesn't have: write it so that both understand it, or teach electron/database/postgres/translation.ts.`,
    );
  }
  if (/^CREATE (UNIQUE )?INDEX/.test(statement)) return [statement.replace(SUM, '($&)')];
  if (!/^(CREATE|ALTER) TABLE/.test(statement)) return [statement];
  return [
    statement
      .replace(/\) STRICT(, WITHOUT ROWID)?$/, ')')
      .replace(/\bPRIMARY KEY AUTOINCREMENT\b/, 'PRIMARY KEY')
      .replace(/\bINTEGER\b/g, 'BIGINT')
      .replace(/\bBLOB\b/g, 'BYTEA')
      .replace(/\bREAL\b/g, 'DOUBLE PRECISION')
      .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"'),
  ];
}

function searchTable(table: string): string[] {
  return [
    `CREATE TABLE ${table} (rowid BIGINT PRIMARY KEY, document TSVECTOR NOT NULL)`,
    `CREATE INDEX ${table}_document ON ${table} USING gin (document)`,
  ];
}

function triggerOf(migration: string, name: string): string {
  const sql = triggers[name];
  if (sql === undefined)
    throw new Error(
      `${migration} creates the trigger ${name}: add its PostgreSQL form to electron/database/postgres/triggers.ts.`,
    );
  return sql;
}

function columnsOf(definition: string): string[] {
  return definition
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\w+$/.test(part));
}

/** Splits at semicolons, but not inside the body of a trigger. */
function statementsOf(sql: string): string[] {
  return (sql.match(STATEMENTS) ?? [])
    .map((statement) => statement.replace(/;\s*$/, '').trim())
    .filter(Boolean);
}

const STATEMENTS = /CREATE TRIGGER[\s\S]*?\bEND;|[^;\s][^;]*;?/g;
const VIRTUAL_TABLE = /^CREATE VIRTUAL TABLE (\w+) USING fts5\(([\s\S]*)\)$/;
/** A sum as an index key, which needs parentheses in PostgreSQL. */
const SUM = /\b\w+ \+ \w+\b/;
const SQLITE_ONLY =
  /\b(json_\w+|iif|strftime|unixepoch|julianday|unhex|ifnull|group_concat|instr|PRAGMA|INSERT OR \w+|REPLACE INTO|GLOB)\b/i;
