import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuild } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';

// Takes the pictures of README.md and docs/dashboard.md anew, from the bundled examples, in light and dark.
const home = path.resolve(import.meta.dirname, '..');
const runner = path.join(home, 'bin', 'runner.cjs');
const failures = 'assistants/expense/tests/tour-failures.jsonl';

await ensureBuild();
const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-pictures-'));
cpSync(path.join(home, 'examples'), workspace, {
  recursive: true,
  filter: (file) => !/[\\/](node_modules|\.runner|test-results)$/.test(file),
});
const common = ['--app', workspace, '--db', path.join(workspace, '.runner', 'history.db')];
await run('assistants/expense/tests/conversations.jsonl', '--runs', '3');
await run(failures);
await run('experiments/replies.csv');
await run(failures, '--runs', '3');
const server = spawn(process.execPath, [runner, 'ui', '--port', '0', ...common], { cwd: workspace });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const url = await addressOf(server);
  const { runs } = await (await fetch(`${url}/api/runs`)).json();
  const { runId: after } = runs.find(({ suiteKey }) => suiteKey === failures);
  const { runId: table } = runs.find(({ suiteKey }) => suiteKey.includes('.csv'));
  await takePictures({
    runs: `${url}/runs`,
    run: `${url}/runs/${after}?case=F-12&tab=checkpoints`,
    compare: `${url}/compare?head=${after}`,
    scores: `${url}/runs/${table}/scores`,
  });
} finally {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Runs a suite to its end, whichever that is. */
async function run(suite, ...flags) {
  const args = ['test', suite, '--quiet', '--no-output', '--parallel', '6', ...common, ...flags];
  await once(spawn(process.execPath, [runner, ...args], { cwd: workspace, stdio: 'ignore' }), 'exit');
}

/** The address that the server prints once it listens. */
async function addressOf({ stdout }) {
  for await (const [chunk] of on(stdout, 'data', { close: ['end'] })) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk));
    if (found !== null) return found[0];
  }
  throw new Error('the server ended before it listened');
}

async function takePictures(addresses) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 760 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: path.join(home, 'public', 'screenshots', `${name}-${colorScheme}.png`) });
    }
    await page.close();
  }
}
