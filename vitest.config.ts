import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** What the build puts beside the program is read from where it lies. */
const assetPaths: Plugin = {
  name: 'asset-paths',
  enforce: 'pre',
  load: (id) => (id.endsWith('?asset') ? `export default ${JSON.stringify(id.slice(0, -6))}` : undefined),
};

export default defineConfig({
  plugins: [assetPaths],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: './test/support/setup.ts',
    reporters: ['default', './test/support/closing-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
});
