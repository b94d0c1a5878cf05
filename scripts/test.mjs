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
const failed =
  (unit?.numFailedTests ?? 1) +
  (unit?.numFailedTestSuites ?? 0) +
  (browser?.stats.unexpected ?? 1) +
  (verified === 0 ? 0 : 1);
console.log(`\n${passed} passed, ${verified === 0 && browsed === 0 ? 0 : failed} failed`);
process.exitCode = verified === 0 && browsed === 0 ? 0 : 1;

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
