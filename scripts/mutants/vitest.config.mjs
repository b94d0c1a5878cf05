import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.join(import.meta.dirname, '..', '..');
const files = JSON.parse(readFileSync(process.env.MUTANTS_FILES, 'utf8'));
const { slowestMs, reportFile } = JSON.parse(readFileSync(process.env.MUTANTS_JOB, 'utf8'));
/** Only a test that waits for ever takes so much longer, also on a busy machine, than the CPU that it needs without a mutant. */
const patienceMs = 60_000 + 60 * slowestMs;
const mutated = new Map(files.map(({ name, content }) => [path.join(root, name), content]));

/** The last line of a report: which files were not run to their end, and what went wrong outside all tests. */
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
    // Its key is the file on the disk, not the mutated text.
    fsModuleCache: false,
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    reporters: ['dot', reporter],
  },
});
