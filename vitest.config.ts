import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** What the build puts beside the program, and the modules of its threads, are read from where they lie. */
const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  load: (id) => {
    const path = /^(.+)\?(asset|modulePath)$/.exec(id)?.[1];
    return path === undefined ? undefined : `export default ${JSON.stringify(path)}`;
  },
};

export default defineConfig({
  plugins: [pathsOfSources],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: './test/support/setup.ts',
    reporters: ['default', './test/support/closing-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as expectOf waits; the usual second is too short for a program that has to be asked.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // One less than there are cores, as is usual, leaves a machine of two half idle.
    maxWorkers: '100%',
  },
});
