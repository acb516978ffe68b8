import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite plugin, to be listed before `pathsOfSources`: replaces the password hashing thread by the fast one for tests.
 */
export const quickHashing: Plugin = {
  name: 'quick-hashing',
  enforce: 'pre',
  load: (id) =>
    id === `${HASHER}?modulePath` ? `export default ${JSON.stringify(QUICK_HASHER)}` : undefined,
};

const HASHER = join(import.meta.dirname, '../../electron/passwords/hasher.ts');
const QUICK_HASHER = join(import.meta.dirname, 'quick-hasher.ts');
