import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const rooms = '{runner,lib,app,components,scripts,examples,docs,bin,fuzz}';

/** Tests that start processes or threads: those that are named so, and all of these folders. */
const processTests = [`${rooms}/**/*.process.test.ts`, '{runner/cli,scripts,examples,docs,bin}/**/*.test.ts'];

/** One more than there are cores: many tests wait for servers of their own. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    passWithNoTests: false,
    // A test that waits for something waits for it on a busy machine, too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    tags: [{ name: 'thorough', description: 'Tries many inputs, or large ones: left out by "npm run verify".' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${rooms}/**/*.test.ts`, 'proxy.test.ts'],
          exclude: processTests,
          setupFiles: ['scripts/testing/refuse-processes.ts', 'scripts/testing/refuse-heavy-tests.ts'],
          // They share nothing, so that one process can take file after file.
          isolate: false,
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['{app,components}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['scripts/testing/refuse-processes.ts', 'scripts/testing/render.ts'],
          isolate: false,
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: processTests,
          globalSetup: 'scripts/testing/build-cli.ts',
          // Many tests wait for processes of their own.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
