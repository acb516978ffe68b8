import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { pathsOfSources } from './test/support/paths-of-sources.ts';

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-reporter.ts'],
    pool: 'forks',
    // One less than there are cores, as is usual, leaves a machine of two half idle.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [svelte(), pathsOfSources],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: './test/support/page-setup.ts',
          // Node itself would load Svelte as a server has it, where nothing is reactive.
          server: { deps: { inline: ['svelte'] } },
        },
      },
      {
        plugins: [pathsOfSources],
        test: {
          name: 'rest',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**'],
          globalSetup: './test/support/setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as expectOf waits; the usual second is too short for a program that has to be asked.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
