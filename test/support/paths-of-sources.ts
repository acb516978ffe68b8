import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite plugin: reads what the build puts beside the program, and the modules of its threads, from their source files. The
 * thread that hashes passwords is the quick one of the tests.
 */
export const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  load: (id) => {
    const path = /^(.+)\?(asset|modulePath)$/.exec(id)?.[1];
    if (path === undefined) return undefined;
    return `export default ${JSON.stringify(path === HASHER ? QUICK_HASHER : path)}`;
  },
};

const HASHER = join(import.meta.dirname, '../../electron/passwords/hasher.ts');
const QUICK_HASHER = join(import.meta.dirname, 'quick-hasher.ts');
