import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.join(import.meta.dirname, '..', '..');
const files = JSON.parse(readFileSync(process.env.MUTANTS_FILES, 'utf8'));
const { slowestMs, reportFile } = JSON.parse(readFileSync(process.env.MUTANTS_JOB, 'utf8'));
/**
 * Milliseconds until a test counts as hanging: so much longer than its CPU time without a mutant that, even on a busy
 * machine, only a test that waits forever takes this long.
 */
const patienceMs = 60_000 + 60 * slowestMs;
const mutated = new Map(files.map(({ name, content }) => [path.join(root, name), content]));

/** The last line of a report: files that were not finished, and errors outside of tests. */
const reporter = {
  onTestRunEnd(modules, errors) {
    const unfinished = modules.filter((each) => ['pending', 'queued'].includes(each.state()));
    const over = {
      unfinished: unfinished.map(({ relativeModuleId }) => relativeModuleId),
      errors: errors.map(({ message }) => message),
    };
    appendFileSync(reportFile, `${JSON.stringify({ over })}\n`);
  },
};

/**
 * Runs the tests of the mutated source folders ("rooms"), and of the code that uses these most, in one process. Each
 * mutated file takes the place of its original.
 */
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
    // The cache is off because its keys depend on the files on disk, so it would return the text without mutants.
    fsModuleCache: false,
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    reporters: ['dot', reporter],
  },
});
