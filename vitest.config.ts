import { defineConfig } from 'vitest/config';
import { pathsOfSources } from './test/support/paths-of-sources.ts';

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
