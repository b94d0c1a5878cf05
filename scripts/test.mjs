import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { runStep } from './run-step.mjs';

// Everything there is to prove: what `npm run verify` does and leaves out, tests that start processes, browser tests.
// A test that fails is tried once more; one that needed it is named at the end.
rmSync('test-results', { recursive: true, force: true });
const verified = await runStep('node', ['scripts/verify.mjs', '--thorough', '--retry=1']);
const reporters = ['--reporter=minimal', '--reporter=json', '--outputFile.json=test-results/process.json'];
// The servers that queues are tested with; without them these tests fail, and say so.
await runStep('node', ['scripts/ensure-queues.mjs']);
const processed = await runStep('vitest', ['run', '--project=process', '--retry=1', ...reporters]);
await ensureBuild();
await ensureBrowser();
const browsed = await runStep('playwright', ['test', '--retries=1'], {
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'test-results/browser.json' },
});

const reports = [...['unit', 'components', 'process'].map(readVitest), readPlaywright('browser')];
const passed = reports.reduce((sum, report) => sum + report.passed, 0);
const failedTests = reports.flatMap((report) => report.failures);
const isGood = [verified, processed, browsed].every((code) => code === 0);
// A step can fail without a failed test: lint, types, a test file that does not load.
const failed = isGood ? 0 : Math.max(1, failedTests.length);
// Said once more, where whoever reads the end of a long log finds it.
for (const retried of reports.flatMap((report) => report.retried))
  console.log(`↻ passed on the second try: ${retried}`);
for (const failure of failedTests) console.log(`✗ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = isGood ? 0 : 1;

function readVitest(name) {
  const { numPassedTests = 0, testResults = [] } = readReport(name) ?? {};
  const files = testResults.map((file) => ({ ...file, place: path.relative(process.cwd(), file.name) }));
  const tests = files.flatMap(({ place, assertionResults }) => assertionResults.map((test) => ({ ...test, place })));
  // A file that does not load has no tests.
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failures: [
      ...broken.map(({ place, message }) => `${place}: ${firstLine(message)}`),
      ...tests.filter(({ status }) => status === 'failed').map(testLine),
    ],
    retried: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(testLine),
  };
}

function readPlaywright(name) {
  const { stats: { expected = 0, flaky = 0 } = {}, suites = [] } = readReport(name) ?? {};
  const tests = suites.flatMap(specsIn).flatMap(({ file, title, tests: runs }) =>
    runs.map(({ status, results }) => {
      const failed = results.findLast((result) => result.error !== undefined);
      return { place: `e2e/${file}`, fullName: title, status, failureMessages: [failed?.error.message] };
    }),
  );
  return {
    passed: expected + flaky,
    failures: tests.filter(({ status }) => status === 'unexpected').map(testLine),
    retried: tests.filter(({ status }) => status === 'flaky').map(testLine),
  };
}

function testLine({ place, fullName, failureMessages }) {
  return `${place}: ${fullName}: ${firstLine(failureMessages[0])}`;
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
}

function firstLine(text = '') {
  return stripVTControlCharacters(text).split('\n', 1)[0];
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}
