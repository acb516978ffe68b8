import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite plugin, to be listed before `pathsOfSources`: replaces the threads that hash passwords and derive keys from
 * passphrases by the fast ones for tests.
 */
export const quickHashing: Plugin = {
  name: 'quick-hashing',
  enforce: 'pre',
  buildStart: () => {
    // Without this, renaming the thread's file would silently bring back the full cost of every password.
    for (const path of [...quickWorkers].flat())
      if (!existsSync(path)) throw new Error(`quick-hashing.ts names a file that does not exist: ${path}`);
  },
  load: (id) => {
    const quick = id.endsWith('?modulePath') && quickWorkers.get(id.slice(0, -'?modulePath'.length));
    return quick ? `export default ${JSON.stringify(quick)}` : undefined;
  },
};

const at = (path: string) => join(import.meta.dirname, path);
const quickWorkers = new Map([
  [at('../../../electron/passwords/hash-worker.ts'), at('quick-hasher.ts')],
  [at('../../../electron/backup/folder/folder-worker.ts'), at('quick-folder-worker.ts')],
]);
