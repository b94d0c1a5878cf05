import { readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { runStep } from './run-step.mjs';

// Everything there is to prove: lint, types, import rules, dead code, unit tests, then the browser tests.
rmSync('test-results', { recursive: true, force: true });
const verified = await runStep('node', ['scripts/verify.mjs']);
await ensureBuild();
await ensureBrowser();
const browsed = await runStep('playwright', ['test'], {
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'test-results/browser.json' },
});

const unit = readReport('test-results/unit.json');
const browser = readReport('test-results/browser.json');
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0);
const failedTests = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0);
const isGood = verified === 0 && browsed === 0;
// A step can fail without a failed test: lint, types, a test file that does not load.
const failed = isGood ? 0 : Math.max(1, failedTests);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = isGood ? 0 : 1;

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
