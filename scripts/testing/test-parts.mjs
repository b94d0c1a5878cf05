import { existsSync, readFileSync } from 'node:fs';
import { ensureBrowser } from '../ensure-browser.mjs';
import { ensureBuild } from '../ensure-build.mjs';
import { ensureGit } from '../ensure-git.mjs';
import { runStep } from '../run-step.mjs';

/** Long test files that a change has to pass before it lands: `{ files, why }`. */
export const landing = JSON.parse(readFileSync('scripts/landing.json', 'utf8'));

/**
 * The parts of all tests in their order. `scope`: `test` is in every run, `landing` and `all` only in theirs. `run` answers
 * an exit code; `vitest` and `playwright` name the reports that it leaves in `test-results`.
 */
export const testParts = [
  {
    name: 'checks',
    scope: 'test',
    vitest: ['unit', 'components'],
    run: async () => ensureGit() || runStep('node', ['scripts/verify.mjs', '--thorough', '--retry=1']),
  },
  { name: 'process', scope: 'test', vitest: ['process'], run: () => withQueues(() => runVitest('process')) },
  { name: 'build', scope: 'test', run: ensureBuild },
  {
    name: 'browser',
    scope: 'test',
    playwright: ['browser'],
    run: () => runPlaywright('browser', ['--grep-invert=@long']),
  },
  {
    name: 'landing',
    scope: 'landing',
    vitest: ['landing'],
    run: () => withQueues(() => runVitest('long', { report: 'landing', files: landingFiles('.test.ts') })),
  },
  {
    name: 'landing-browser',
    scope: 'landing',
    playwright: ['landing-browser'],
    run: () => runPlaywright('landing-browser', ['--grep=@long', ...landingFiles('.spec.ts')]),
  },
  { name: 'long', scope: 'all', vitest: ['long'], run: () => withQueues(() => runVitest('long')) },
  {
    name: 'long-browser',
    scope: 'all',
    playwright: ['long-browser'],
    run: () => runPlaywright('long-browser', ['--grep=@long']),
  },
  {
    name: 'conformance',
    scope: 'all',
    vitest: ['conformance'],
    run: () => runStep('node', ['scripts/test-sdks.mjs', '--retry=1', ...reportersFor('conformance')]),
  },
];

function landingFiles(end) {
  const files = landing.flatMap((entry) => entry.files);
  const missing = files.find((file) => !existsSync(file));
  // Vitest and Playwright would run fewer files without a word.
  if (missing !== undefined) throw new Error(`scripts/landing.json names ${missing}, which does not exist`);
  return files.filter((file) => file.endsWith(end));
}

/** The tests of queues start their own Redis and PostgreSQL; without the programs they cannot pass. */
async function withQueues(run) {
  const code = await runStep('node', ['scripts/ensure-queues.mjs']);
  return code === 0 ? run() : code;
}

function runVitest(project, { report = project, files = [] } = {}) {
  return runStep('vitest', ['run', `--project=${project}`, '--retry=1', ...reportersFor(report), ...files]);
}

function reportersFor(report) {
  return ['--reporter=minimal', '--reporter=json', `--outputFile.json=test-results/${report}.json`];
}

async function runPlaywright(report, options) {
  const code = (await ensureBuild()) || (await ensureBrowser());
  if (code !== 0) return code;
  return runStep('playwright', ['test', '--retries=1', ...options], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: `test-results/${report}.json` },
  });
}
