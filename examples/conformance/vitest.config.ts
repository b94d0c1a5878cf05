import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * The tests that normally use the AG-UI schemas of `runner/testing`. In this configuration, they use the schemas of the
 * SDK.
 */
const testsOfAgUi = ['runner/agents/protocols/ag-ui/*.test.ts', 'runner/cli/{played-protocol-run,url-flag}.test.ts'];

export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^.*\/testing\/ag-ui-schemas\.ts$/, replacement: path.join(import.meta.dirname, 'ag-ui-schemas.ts') },
      { find: '@', replacement: root },
    ],
  },
  test: {
    name: 'sdks',
    include: ['examples/conformance/*.test.ts', ...testsOfAgUi],
    globalSetup: 'scripts/testing/build-cli.ts',
    setupFiles: 'scripts/testing/use-build.ts',
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
