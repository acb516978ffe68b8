import type { Plugin } from 'vite';

/** Vite plugin: reads what the build puts beside the program, and the modules of its threads, from their source files. */
export const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  load: (id) => {
    const path = /^(.+)\?(asset|modulePath)$/.exec(id)?.[1];
    return path === undefined ? undefined : `export default ${JSON.stringify(path)}`;
  },
};
