import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { pathsOfSources } from './test/support/paths-of-sources.ts';
import { quickHashing } from './test/support/quick-hashing.ts';

const setup = (name: string) => `./test/support/setup/${name}.ts`;

/** Programs and browsers are waited for as long as a busy machine takes. */
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // As long as expectOf waits; the usual second is too short for a program that has to be asked.
  expect: { poll: { timeout: 60_000 } },
};

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
          testTimeout: 60_000,
          // Node itself would load Svelte as a server has it, where nothing is reactive.
          server: { deps: { inline: ['svelte'] } },
        },
      },
      {
        plugins: [quickHashing, pathsOfSources],
        test: {
          ...patient,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{unit,renderer,desktop,network,faults}/**'],
          // The modules of the service are loaded once, and its worlds made once, for all files of a worker.
          isolate: false,
          setupFiles: setup('undo-mocks'),
        },
      },
      {
        // Floods meet the true cost of hashing, and what a file does to its process ends with it.
        plugins: [pathsOfSources],
        test: { ...patient, name: 'faults', include: ['test/faults/**/*.test.ts'] },
      },
      {
        plugins: [quickHashing, pathsOfSources],
        test: {
          ...patient,
          name: 'browser',
          include: ['test/renderer/**/*.test.ts'],
          globalSetup: setup('chromium'),
          // One Chromium for all files of a worker.
          isolate: false,
          setupFiles: setup('undo-mocks'),
        },
      },
      {
        plugins: [quickHashing, pathsOfSources],
        test: {
          ...patient,
          name: 'desktop',
          include: ['test/desktop/**/*.test.ts'],
          globalSetup: [setup('chromium'), setup('desktop')],
        },
      },
      {
        plugins: [quickHashing, pathsOfSources],
        test: {
          ...patient,
          name: 'network',
          include: ['test/network/**/*.test.ts'],
          globalSetup: setup('networks'),
        },
      },
    ],
  },
});
