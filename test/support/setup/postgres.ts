import type { TestProject } from 'vitest/node';
import { keptPort } from '../ports';
import { startPostgres } from '../databases/postgres-server';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of the tests; absent where they run on SQLite. */
    postgres?: string;
  }
}

/** Starts a PostgreSQL server for all tests of a run. `TEST_POSTGRES=postgres://…` names a running server instead. */
export default async function setup(project: TestProject): Promise<() => void> {
  const given = process.env['TEST_POSTGRES'];
  if (given !== undefined) {
    project.provide('postgres', given);
    return () => undefined;
  }
  const server = startPostgres(await keptPort(), [
    'autovacuum=off',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    // Small databases, of which many are created and deleted.
    'shared_buffers=16MB',
  ]);
  project.provide('postgres', server.url);
  return server.stop;
}
