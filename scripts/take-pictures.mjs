import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureBuild } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';

// Takes the pictures of README.md and docs anew, from the bundled examples, in light and dark.
const home = path.resolve(import.meta.dirname, '..');
const runner = path.join(home, 'bin', 'runner.cjs');
const conversations = 'assistants/expense/tests/conversations.jsonl';
const failures = 'assistants/expense/tests/tour-failures.jsonl';

await ensureBuild();
const checkout = mkdtempSync(path.join(os.tmpdir(), 'turntree-pictures-'));
const workspace = path.join(checkout, 'examples');
symlinkSync(path.join(home, 'node_modules'), path.join(checkout, 'node_modules'));
cpSync(path.join(home, 'examples'), workspace, {
  recursive: true,
  filter: (file) => !/[\\/](node_modules|\.runner|test-results)$/.test(file),
});
const common = ['--app', workspace, '--db', path.join(workspace, '.runner', 'history.db')];
for (let time = 0; time < 6; time += 1) await run(conversations, '--runs', '3');
await run('assistants/expense/tests/cases.jsonl');
await run('experiments/replies.csv');
await run(failures);
forgetTheDate();
await run(conversations, '--runs', '3');
const server = spawn(process.execPath, [runner, 'ui', '--port', '0', '--no-token', ...common], { cwd: workspace });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const url = await addressOf(server);
  const { runs } = await (await fetch(`${url}/api/runs`)).json();
  const idOf = (suite) => runs.find(({ suiteKey }) => suiteKey === suite).runId;
  await takePictures({
    runs: `${url}/runs`,
    run: `${url}/runs/${idOf(failures)}?case=F-12`,
    compare: `${url}/compare?head=${idOf(conversations)}`,
    cases: `${url}/cases/${conversations}?case=C-02&view=form&panel=dry-run`,
    trends: `${url}/trends?suite=${encodeURIComponent(conversations)}`,
  });
  await takeReport(idOf(conversations));
} finally {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(checkout, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function takeReport(runId) {
  const file = path.join(checkout, 'report.html');
  await once(spawn(process.execPath, [runner, 'report', runId, '-o', file, ...common], { stdio: 'ignore' }), 'exit');
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: path.join(home, 'public', 'screenshots', 'report.png') });
}

/** The assistant gets worse between two runs, so that there is a difference to show. */
function forgetTheDate() {
  const rules = path.join(workspace, 'connectors', 'rules', 'expense.jsonc');
  writeFileSync(rules, readFileSync(rules, 'utf8').replace('How much was it, and on which date?', 'How much was it?'));
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
