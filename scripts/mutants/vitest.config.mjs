import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { patienceMs } from './patience.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const files = JSON.parse(readFileSync(process.env.MUTANTS_FILES, 'utf8'));
const { slowestMs } = JSON.parse(readFileSync(process.env.MUTANTS_JOB, 'utf8'));
const mutated = new Map(files.map(({ name, content }) => [path.join(root, name), content]));

/** The tests of the rooms and of those that use them most, in one process, with the mutated files in place of theirs. */
export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => mutated.get(id) }],
  test: {
    include: ['runner/{values,fold,verdict,assertions,reporters,inputs,kinds,run/report}/**/*.test.ts'],
    exclude: ['**/*.process.test.ts', '**/*.long.test.ts'],
    tags: [{ name: 'thorough' }],
    runner: path.join(import.meta.dirname, 'mutant-runner.mjs'),
    isolate: false,
    pool: 'forks',
    maxWorkers: 1,
    // Only a mutant that makes a test wait for ever needs it.
    testTimeout: patienceMs(slowestMs),
  },
});
