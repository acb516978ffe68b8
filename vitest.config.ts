import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { absentComponents } from './test/support/vitest/absent-components.ts';
import { quickConnections } from './test/support/vitest/quick-connections.ts';
import { pathsOfSources } from './test/support/vitest/paths-of-sources.ts';
import { quickDatabases } from './test/support/vitest/quick-databases.ts';
import { quickFolders } from './test/support/vitest/quick-folders.ts';
import { quickHashing } from './test/support/vitest/quick-hashing.ts';

const setup = (name: string) => `./test/support/setup/${name}.ts`;

/** Longer runs of properties and kills, as many cases as somebody asked for. */
const isByHand = ['SEEDS', 'KILLS', 'ACTS'].some((name) => process.env[name] !== undefined);

/** Timeouts long enough for programs and browsers on a busy machine. */
const patient = {
  testTimeout: isByHand ? 0 : 300_000,
  hookTimeout: 300_000,
  // Programs and browsers share the machine with others. A test that passes only the second time is listed as flaky.
  retry: isByHand ? 0 : 1,
  // The same as expectOf; the default of one second is too short when each check queries another process.
  expect: { poll: { timeout: 60_000 } },
};

// Inherited by the workers, and by the programs that they start.
Object.assign(process.env, quickFolders());

export default defineConfig({
  test: {
    reporters: ['default', './test/support/vitest/closing-reporter.ts'],
    pool: 'forks',
    // One more than there are cores: tests of several machines and programs mostly wait for them.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [absentComponents, svelte(), pathsOfSources],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: './test/support/vitest/page-setup.ts',
          testTimeout: 60_000,
          // Otherwise Node would load the server build of Svelte, in which nothing is reactive.
          execArgv: ['--conditions=browser', '--conditions=development'],
          server: { deps: { external: [/node_modules\/svelte\//] } },
        },
      },
      {
        plugins: [quickHashing, quickDatabases, pathsOfSources],
        test: {
          ...patient,
          // Here a failure that comes and goes is a rule broken by rare input.
          retry: 0,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{unit,renderer,desktop,network,faults,postgres}/**'],
          // All files of a worker share the loaded service modules and the restored worlds.
          isolate: false,
          setupFiles: setup('undo-mocks'),
        },
      },
      {
        // The same rules, and the same answers over HTTP and WebSocket, on the other database.
        plugins: [quickHashing, quickDatabases, quickConnections, pathsOfSources],
        test: {
          ...patient,
          name: 'postgres',
          include: [
            'test/postgres/**/*.test.ts',
            'test/service/**/*.test.ts',
            'test/replica/**/*.test.ts',
            'test/remote/{joined,synced-uploads}.test.ts',
            'test/doors/{bot,client,content,file-names,live,operations,resumable,uploads}.test.ts',
          ],
          // What is about the files of a data folder, about a copy on SQLite, or refused before a database is asked.
          exclude: [
            'test/service/backups/**',
            'test/replica/{pending,privacy,replica,tables}.test.ts',
            'test/service/account/password-queue.test.ts',
            'test/service/{hosting-gate,read-only}.test.ts',
            'test/service/input/{bad-input,wrong-types}.test.ts',
            'test/service/search/{search-indexing,search-merging}.test.ts',
          ],
          globalSetup: setup('postgres'),
          isolate: false,
          setupFiles: [setup('undo-mocks'), setup('on-postgres')],
        },
      },
      {
        // Flood tests need the real cost of password hashing.
        plugins: [pathsOfSources],
        test: {
          ...patient,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          isolate: false,
          setupFiles: setup('undo-mocks'),
        },
      },
      {
        plugins: [quickHashing, quickDatabases, pathsOfSources],
        test: {
          ...patient,
          name: 'browser',
          // Without a locale Chromium saves downloads under names of Latin letters only.
          env: { LANG: 'C.UTF-8' },
          include: ['test/renderer/**/*.test.ts'],
          globalSetup: setup('chromium'),
          // All files of a worker share one Chromium.
          isolate: false,
          setupFiles: setup('undo-mocks'),
        },
      },
      {
        plugins: [quickHashing, quickDatabases, pathsOfSources],
        test: {
          ...patient,
          name: 'desktop',
          include: ['test/desktop/**/*.test.ts'],
          globalSetup: [setup('chromium'), setup('desktop')],
          // Loading the service anew for each file would cost as much as a short test.
          isolate: false,
          setupFiles: setup('undo-mocks'),
        },
      },
      {
        plugins: [quickHashing, quickDatabases, pathsOfSources],
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
