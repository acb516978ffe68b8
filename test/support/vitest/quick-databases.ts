import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite plugin: new databases in folders begin as copies of a migrated one. Running all migrations takes longer than
 * most tests of a service in a folder.
 */
export const quickDatabases: Plugin = {
  name: 'quick-databases',
  enforce: 'pre',
  buildStart: () => {
    // Without this, renaming the module would silently bring back all migrations.
    for (const path of [OPEN, CONNECT, QUICK_CONNECT])
      if (!existsSync(path)) throw new Error(`quick-databases.ts names a file that does not exist: ${path}`);
  },
  resolveId: (source, importer) => (source === './connect' && importer === OPEN ? QUICK_CONNECT : undefined),
};

const OPEN = join(import.meta.dirname, '../../../electron/database/open.ts');
const CONNECT = join(import.meta.dirname, '../../../electron/database/connect.ts');
const QUICK_CONNECT = join(import.meta.dirname, 'quick-connect.ts');
