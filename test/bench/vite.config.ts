import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { pathsOfSources } from '../support/vitest/paths-of-sources.ts';

const at = (path: string) => resolve(import.meta.dirname, path);

/** Builds the processes of `npm run bench`. They measure the ordinary build of the program. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [pathsOfSources],
  build: {
    ssr: true,
    outDir: at('../../out/bench'),
    emptyOutDir: true,
    rollupOptions: {
      input: {
        bench: at('bench.ts'),
        appending: at('processes/appending.ts'),
        bare: at('processes/bare.ts'),
        bytes: at('processes/bytes.ts'),
        drain: at('processes/drain.ts'),
        replica: at('processes/replica.ts'),
        floor: at('processes/floor.ts'),
        'floor-postgres': at('processes/floor-postgres.ts'),
        load: at('processes/load.ts'),
        pages: at('processes/pages.ts'),
        probe: at('processes/probe.ts'),
        sockets: at('processes/sockets.ts'),
        xmpp: at('processes/xmpp.ts'),
        watch: at('processes/watch.ts'),
      },
    },
  },
});
