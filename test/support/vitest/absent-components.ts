import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite plugin: no Svelte component is compiled. State classes reach components by way of index files, but their tests
 * render none, and compiling all of them costs more than the tests do.
 */
export const absentComponents: Plugin = {
  name: 'absent-components',
  enforce: 'pre',
  resolveId: (source, importer) =>
    // A file named `state.svelte.ts` is imported as `state.svelte` too.
    source.endsWith('.svelte') && importer !== undefined && existsSync(join(dirname(importer), source))
      ? ABSENT
      : undefined,
  load: (id) =>
    id === ABSENT
      ? "export default () => { throw new Error('Unit tests render no components: use a browser test.'); };"
      : undefined,
};

const ABSENT = '\0absent-component';
