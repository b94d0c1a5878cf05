import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import extensions from './scripts/extensions.json' with { type: 'json' };
import landing from './scripts/landing.json' with { type: 'json' };

const rooms = '{runner,lib,app,components,scripts,examples,bin,bench}';

/** Tests that start processes or threads: those that are named so, and all of these folders. */
const processTests = [`${rooms}/**/*.process.test.ts`, '{runner/cli,examples,bin}/**/*.test.ts'];

/** Tests that take long and prove what hardly ever breaks: `npm run test:all` runs them. */
const longTests = `${rooms}/**/*.long.test.ts`;

/** Tests that every change passes before it lands, beside those of `npm test`. */
const landingTests = landing.flatMap(({ files }) => files.filter((file) => file.endsWith('.test.ts')));

/** Each extension has a project for its unit tests: `npm run verify` leaves them out, `npm test` runs them. */
const extensionTests = extensions.map((name) => `runner/extensions/${name}/**/*.test.ts`);

/** Examples have packages of their own, with tests. */
const foreignTests = ['**/node_modules/**', 'examples/conformance/**'];

/** One more than there are cores: many tests wait for servers of their own. */
const maxWorkers = availableParallelism() + 1;

/** The CPU of each file is in the report of `npm test`; what a file left in the temporary folder is gone after it. */
const aroundFiles = ['scripts/testing/measure-cpu.ts', 'scripts/testing/remove-workspaces.ts'];

/** These tests start the built command line, and threads and processes of it, which is brought up to date before. */
const withBuild = {
  globalSetup: 'scripts/testing/build-cli.ts',
  setupFiles: [...aroundFiles, 'scripts/testing/use-build.ts'],
  // The built program runs as it is: what Vite makes of it would be another program.
  server: { deps: { external: [/\/dist\//] } },
};

/** They share nothing, so that one process can take file after file. */
const unitTests = {
  setupFiles: [...aroundFiles, 'scripts/testing/refuse-processes.ts', 'scripts/testing/refuse-heavy-tests.ts'],
  isolate: false,
  maxWorkers,
};

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
          // A process for each file would load Vitest and the program anew.
          isolate: false,
          // Many tests wait for processes of their own.
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'landing', include: landingTests, ...withBuild, maxWorkers, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [longTests],
          exclude: [...landingTests, ...foreignTests],
          ...withBuild,
          maxWorkers,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
