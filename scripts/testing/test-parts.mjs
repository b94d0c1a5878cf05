import { existsSync, readFileSync } from 'node:fs';
import { ensureBrowser } from '../ensure-browser.mjs';
import { ensureBuild } from '../ensure-build.mjs';
import { ensureGit } from '../ensure-git.mjs';
import { runBeside, runStep } from '../run-step.mjs';

/** Test files that a change must pass before it is merged, in addition to `npm test`: `{ files, why, waits }`. */
const landing = JSON.parse(readFileSync('scripts/landing.json', 'utf8')).flatMap(({ files }) => files);
const landingSpecs = landing.filter((file) => file.endsWith('.spec.ts'));

/**
 * All parts of the tests in order. `scope`: `test` parts always run, `landing` parts also before a merge, `all` parts
 * only in `test:all`. `run` returns an exit code; `vitest` and `playwright` name the reports in `test-results`.
 */
export const testParts = [
  {
    name: 'checks',
    scope: 'test',
    vitest: ['unit', 'components', 'extensions'],
    run: async () => ensureGit() || runStep('node', ['scripts/verify.mjs', '--thorough', '--retry=1']),
  },
  { name: 'process', scope: 'test', vitest: ['process'], run: () => withPrograms(() => runVitest('process')) },
  { name: 'build', scope: 'test', run: ensureBuild },
  {
    name: 'browser',
    scope: 'test',
    playwright: ['browser'],
    run: () => runPlaywright('browser', ['--grep-invert=@long'], { without: landingSpecs }),
  },
  { name: 'landing', scope: 'landing', vitest: ['landing', 'waiting'], run: () => withPrograms(runLanding) },
  {
    name: 'landing-browser',
    scope: 'landing',
    playwright: ['landing-browser'],
    run: () => withPrograms(() => runPlaywright('landing-browser', ['--grep-invert=@long', ...landingSpecs])),
  },
  { name: 'long', scope: 'all', vitest: ['long'], run: () => withPrograms(() => runVitest('long')) },
  {
    name: 'long-browser',
    scope: 'all',
    playwright: ['long-browser'],
    run: () => withPrograms(() => runPlaywright('long-browser', ['--grep=@long'])),
  },
  {
    name: 'conformance',
    scope: 'all',
    vitest: ['conformance'],
    run: () => runStep('node', ['scripts/test-sdks.mjs', '--retry=1', ...reportersFor('conformance')]),
  },
];

// Throws for missing files here, because Vitest and Playwright do not report them.
const missing = landing.find((file) => !existsSync(file));
if (missing !== undefined) throw new Error(`scripts/landing.json names ${missing}, which does not exist`);

/** Runs tests that start Redis and PostgreSQL and sign with GnuPG; first makes sure that these programs are there. */
async function withPrograms(run) {
  const code = await runStep('node', ['scripts/ensure-programs.mjs']);
  return code === 0 ? run() : code;
}

/**
 * Runs the tests before a merge. Tests that mostly wait for queues and lost workers run beside tests that use the
 * processor.
 */
async function runLanding() {
  const [waiting, code] = await Promise.all([runBeside('vitest', vitestArgs('waiting')), runVitest('landing')]);
  process.stdout.write(waiting.output);
  return code || waiting.code;
}

function runVitest(project) {
  return runStep('vitest', vitestArgs(project));
}

function vitestArgs(project) {
  return ['run', `--project=${project}`, '--retry=1', ...reportersFor(project)];
}

function reportersFor(report) {
  return ['--reporter=minimal', '--reporter=json', `--outputFile.json=test-results/${report}.json`];
}

/** Runs Playwright. `without` has files that another part of the tests runs. */
async function runPlaywright(report, options, { without = [] } = {}) {
  const code = (await ensureBuild()) || (await ensureBrowser());
  if (code !== 0) return code;
  const variables = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: `test-results/${report}.json`,
    TURNTREE_BROWSER_WITHOUT: without.join(','),
  };
  return runStep('playwright', ['test', '--retries=1', ...options], { env: { ...process.env, ...variables } });
}
