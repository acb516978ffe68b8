import type { Plugin } from 'vite';

/**
 * Vite plugin: loads files that the build copies next to the program, and the modules of its threads, from their
 * sources.
 */
export const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  load: (id) => {
    const path = /^(.+)\?(asset|modulePath)$/.exec(id)?.[1];
    return path === undefined ? undefined : `export default ${JSON.stringify(path)}`;
  },
};
