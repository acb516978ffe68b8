import Database from 'better-sqlite3';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SEARCH_COLUMNS } from '../../electron/database/full-text';
import { migrations } from '../../electron/database/migrations';
import { migrate } from '../../electron/database/open';
import { COUNTED_COLUMNS } from '../../electron/database/postgres/counted-columns';
import { openPostgres } from '../../electron/database/postgres/open';
import { searchColumnsOf, translateMigration } from '../../electron/database/postgres/translation';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';

const sqlite = new Database(':memory:');
let postgres: Client;

beforeAll(async () => {
  migrate(sqlite);
  postgres = new Client({ connectionString: urlOfDatabase(await createDatabase()) });
  await postgres.connect();
});

afterAll(async () => {
  sqlite.close();
  await postgres.end();
});

describe('a migrated PostgreSQL database has', () => {
  test('the tables and columns of SQLite, of the same types and defaults', async () => {
    const { rows } = await postgres.query<Column>(COLUMNS_OF_POSTGRES);
    expect(describeColumns(rows)).toEqual(
      describeColumns(sqlite.prepare(COLUMNS_OF_SQLITE).all() as Column[]),
    );
  });

  test('the indexes of SQLite, and those of full-text search', async () => {
    const { rows } = await postgres.query<{ name: string }>(
      "SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexname !~ '_(pkey|key|document)$'",
    );
    const names = sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      (names as { name: string }[]).map(({ name }) => name).toSorted(),
    );
  });

  test('the triggers of SQLite', async () => {
    const { rows } = await postgres.query<{ name: string }>(
      "SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgname <> 'change_counted' ORDER BY 1",
    );
    const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1").all();
    expect(rows).toEqual(names);
  });

  test('triggers that count the changes of all columns that caches may watch', async () => {
    const { rows } = await postgres.query<{ table: keyof typeof COUNTED_COLUMNS; columns: string[] }>(`
      SELECT event_object_table AS table, array_agg(event_object_column::text) AS columns
      FROM information_schema.triggered_update_columns WHERE trigger_name = 'change_counted' GROUP BY 1`);
    const sorted = rows.map(({ table, columns }) => [table, columns.toSorted()] as const);
    const counted = Object.entries(COUNTED_COLUMNS).map(([table, names]) => [table, names.toSorted()]);
    expect(Object.fromEntries(sorted)).toEqual(Object.fromEntries(counted));
    const { rows: events } = await postgres.query<{ count: number }>(`
      SELECT count(*)::int AS count FROM pg_trigger
      WHERE tgname = 'change_counted' AND tgtype & 60 = 60`);
    expect(events).toEqual([{ count: counted.length }]);
  });
});

test('migrations may take as long as they need, and each is announced', async () => {
  const url = urlOfDatabase(await createDatabase('template0'));
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    CREATE SCHEMA noted;
    CREATE TABLE noted.limits (statement text, transaction text);
    CREATE FUNCTION note_limits() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO noted.limits VALUES
        (current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'));
    END $$;
    CREATE EVENT TRIGGER noting ON ddl_command_start EXECUTE FUNCTION note_limits()`);
  const announced: string[] = [];
  const { close } = await openPostgres(
    url,
    () => undefined,
    (name) => announced.push(name),
  );
  await close();
  const { rows } = await client.query('SELECT DISTINCT * FROM noted.limits');
  expect(rows).toEqual([{ statement: '0', transaction: '0' }]);
  expect(announced).toEqual(migrations.map(({ name }) => name));
});

test('the columns of full-text indexes are those that queries name', () => {
  const created = new Map(migrations.flatMap(({ sql }) => [...searchColumnsOf(sql)]));
  expect(Object.fromEntries(created)).toEqual(SEARCH_COLUMNS);
});

test.each([
  ['a trigger', 'CREATE TRIGGER new_one AFTER INSERT ON post BEGIN SELECT 1; END;', 'triggers.ts'],
  ['a function of SQLite', "UPDATE post SET content = json_extract(content, '$.a')", 'json_extract'],
])('a migration with %s is refused until it is written for PostgreSQL', (_, sql, hint) => {
  expect(() => translateMigration('0099-example', sql)).toThrow(hint);
});

interface Column {
  table: string;
  name: string;
  type: string;
  required: number | boolean;
  value: string | null;
}

/** `table.column type required default`, sorted; full-text tables and what only one of the two has are left out. */
function describeColumns(columns: readonly Column[]): string[] {
  return columns
    .map(({ table, name, type, required, value }) =>
      [`${table}.${name}`, type, required ? 'required' : '', value ?? ''].join(' ').trim(),
    )
    .toSorted();
}

const COLUMNS_OF_SQLITE = `
  SELECT tables.name AS "table", columns.name, lower(columns.type) AS type,
    columns."notnull" OR columns.pk > 0 AS required, columns.dflt_value AS value
  FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
  WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'`;

const COLUMNS_OF_POSTGRES = `
  SELECT table_name AS "table", column_name AS name,
    CASE data_type WHEN 'bigint' THEN 'integer' WHEN 'bytea' THEN 'blob' WHEN 'double precision' THEN 'real'
      ELSE data_type END AS type,
    is_nullable = 'NO' AS required, replace(column_default, '::text', '') AS value
  FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name NOT LIKE '%\\_search'
    AND table_name NOT IN ('event_counter', 'change_count', 'schema_version')`;
