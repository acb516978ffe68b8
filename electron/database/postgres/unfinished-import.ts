import type { Client } from 'pg';

/** The table in a PostgreSQL database that says what is being imported; it is dropped at the end. */
export const IMPORT_TABLE = 'unfinished_import';

/** Throws if the import of a community into this database was not finished: what is there must not be served. */
export async function requireNoImport(client: Pick<Client, 'query'>): Promise<void> {
  if ((await findImport(client)) !== null)
    throw new Error('An import into this database was not finished. Run it again with --import.');
}

/** Returns what is being imported; null for nothing. */
export async function findImport(client: Pick<Client, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ found: string | null }>(`SELECT to_regclass($1)::text AS found`, [
    IMPORT_TABLE,
  ]);
  if (!rows[0]?.found) return null;
  const sources = await client.query<{ source: string }>(`SELECT source FROM ${IMPORT_TABLE}`);
  return sources.rows[0]?.source ?? '';
}
