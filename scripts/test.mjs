import { readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { runStep } from './run-step.mjs';

// Everything there is to prove: what `npm run verify` does, the tests that start processes, then the browser tests.
rmSync('test-results', { recursive: true, force: true });
const verified = await runStep('node', ['scripts/verify.mjs']);
const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/process.json'];
const processed = await runStep('vitest', ['run', '--project=process', ...reporters]);
await ensureBuild();
await ensureBrowser();
const browsed = await runStep('playwright', ['test'], {
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'test-results/browser.json' },
});

const counts = [...['unit', 'process'].map(countsOfVitest), countsOfPlaywright('browser')];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failedTests = counts.reduce((sum, count) => sum + count.failed, 0);
const isGood = [verified, processed, browsed].every((code) => code === 0);
// A step can fail without a failed test: lint, types, a test file that does not load.
const failed = isGood ? 0 : Math.max(1, failedTests);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = isGood ? 0 : 1;

function countsOfVitest(name) {
  const report = readReport(name);
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

function countsOfPlaywright(name) {
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(name)?.stats ?? {};
  return { passed: expected + flaky, failed: unexpected };
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}
