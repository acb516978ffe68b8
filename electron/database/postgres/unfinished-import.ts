import type { Client } from 'pg';

/** Table with the source of a running import into PostgreSQL; dropped when the import is finished. */
export const IMPORT_TABLE = 'unfinished_import';

/** Throws if an import into this database was not finished, because partial data must not be served. */
export async function requireNoImport(client: Pick<Client, 'query'>): Promise<void> {
  if ((await findImport(client)) !== null)
    throw new Error('An import into this database was not finished. Run it again with --import.');
}

/** Returns the source of an unfinished import; null if there is none. */
export async function findImport(client: Pick<Client, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ found: string | null }>(`SELECT to_regclass($1)::text AS found`, [
    IMPORT_TABLE,
  ]);
  if (!rows[0]?.found) return null;
  const sources = await client.query<{ source: string }>(`SELECT source FROM ${IMPORT_TABLE}`);
  return sources.rows[0]?.source ?? '';
}
