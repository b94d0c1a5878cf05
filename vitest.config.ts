import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import extensions from './scripts/extensions.json' with { type: 'json' };
import landing from './scripts/landing.json' with { type: 'json' };

const rooms = '{runner,lib,app,components,scripts,examples,bin,bench}';

/** Tests that start processes or threads: `*.process.test.ts`, and all tests of these folders. */
const processTests = [`${rooms}/**/*.process.test.ts`, '{runner/cli,examples,bin}/**/*.test.ts'];

/** The pattern of slow tests of code that hardly ever breaks; only `npm run test:all` runs them. */
const longTests = `${rooms}/**/*.long.test.ts`;

/** Patterns for tests that must pass before a change is merged, in addition to those of `npm test`. */
const landingTests = testsIn(landing);

/** Tests before a merge that wait most of the time; they run beside the other tests. */
const waitingTests = testsIn(landing.filter(({ waits }) => waits));

/** Each extension has a project for its unit tests: `npm run verify` leaves them out, `npm test` runs them. */
const extensionTests = extensions.map((name) => `runner/extensions/${name}/**/*.test.ts`);

/** Patterns for tests of separate packages, which have their own test runner. */
const foreignTests = ['**/node_modules/**', 'examples/conformance/**', 'examples/vitest/**'];

/** One worker more than there are cores, because many tests wait for servers. */
const maxWorkers = availableParallelism() + 1;

/**
 * Setup files: they measure the CPU time of each test file for the report of `npm test`, and delete the file's
 * temporary folders.
 */
const aroundFiles = ['scripts/testing/measure-cpu.ts', 'scripts/testing/remove-workspaces.ts'];

/**
 * The settings for tests that start the built command line: it is built before the first test if the sources have
 * changed.
 */
const withBuild = {
  globalSetup: 'scripts/testing/build-cli.ts',
  setupFiles: [...aroundFiles, 'scripts/testing/use-build.ts'],
  // This setting keeps Vite from transforming the built program.
  server: { deps: { external: [/\/dist\//] } },
};

/** The settings of unit tests. These tests share no state, so one process can run several files without isolation. */
const unitTests = {
  setupFiles: [...aroundFiles, 'scripts/testing/refuse-processes.ts', 'scripts/testing/refuse-heavy-tests.ts'],
  isolate: false,
  maxWorkers,
};

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    passWithNoTests: false,
    // The timeout is generous, because tests also run on busy machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    tags: [{ name: 'thorough', description: 'Tries many inputs, or large ones: left out by "npm run verify".' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${rooms}/**/*.test.ts`, 'proxy.test.ts'],
          exclude: [...extensionTests, ...processTests, longTests, ...foreignTests],
          ...unitTests,
        },
      },
      ...extensions.map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`runner/extensions/${name}/**/*.test.ts`],
          exclude: [...processTests, longTests],
          ...unitTests,
        },
      })),
      {
        extends: true,
        test: {
          name: 'components',
          include: ['{app,components}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [...aroundFiles, 'scripts/testing/refuse-processes.ts', 'scripts/testing/render.ts'],
          isolate: false,
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: processTests,
          exclude: [longTests, ...landingTests, ...foreignTests],
          ...withBuild,
          // With a separate process for each test file, Vitest and the program would be loaded again every time.
          isolate: false,
          // There are more workers than cores, because many tests wait for processes that they start.
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'landing',
          include: landingTests,
          exclude: waitingTests,
          ...withBuild,
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'waiting',
          include: waitingTests,
          ...withBuild,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [longTests],
          exclude: [...landingTests, ...foreignTests],
          ...withBuild,
          maxWorkers,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});

function testsIn(groups: typeof landing): string[] {
  return groups.flatMap(({ files }) => files.filter((file) => file.endsWith('.test.ts')));
}
