import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite plugin, to be listed before `pathsOfSources`: replaces the password hashing thread by the fast one for tests.
 */
export const quickHashing: Plugin = {
  name: 'quick-hashing',
  enforce: 'pre',
  buildStart: () => {
    // Without this, renaming the thread's file would silently bring back the full cost of every password.
    for (const path of [HASH_WORKER, QUICK_HASH_WORKER])
      if (!existsSync(path)) throw new Error(`quick-hashing.ts names a file that does not exist: ${path}`);
  },
  load: (id) =>
    id === `${HASH_WORKER}?modulePath` ? `export default ${JSON.stringify(QUICK_HASH_WORKER)}` : undefined,
};

const HASH_WORKER = join(import.meta.dirname, '../../../electron/passwords/hash-worker.ts');
const QUICK_HASH_WORKER = join(import.meta.dirname, 'quick-hasher.ts');
