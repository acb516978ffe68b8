import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Vite plugin: the program's connections to PostgreSQL last beyond a test, to databases for which that was said. */
export const quickConnections: Plugin = {
  name: 'quick-connections',
  enforce: 'pre',
  buildStart: () => {
    // Without this, renaming a module would silently bring back a new connection for each test.
    for (const path of [...IMPORTERS, QUICK_CLIENT])
      if (!existsSync(path))
        throw new Error(`quick-connections.ts names a file that does not exist: ${path}`);
  },
  resolveId: (source, importer) =>
    source === 'pg' && importer !== undefined && IMPORTERS.includes(importer) ? QUICK_CLIENT : undefined,
};

const at = (path: string) => join(import.meta.dirname, '../../..', path);
const IMPORTERS = ['connection', 'response-timeout-client'].map((name) =>
  at(`electron/database/postgres/${name}.ts`),
);
const QUICK_CLIENT = at('test/support/vitest/quick-client.ts');
