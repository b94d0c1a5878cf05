import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{runner,lib,app,components,scripts,examples,docs}/**/*.test.{ts,tsx}', 'bin/*.test.ts'],
    environment: 'node',
    globalSetup: 'scripts/vitest-setup.ts',
    // Many tests wait for processes of their own.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ['default'],
    passWithNoTests: false,
  },
});
