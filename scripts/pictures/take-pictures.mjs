import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureBuild, exitUnlessBuilt } from '../ensure-build.mjs';
import { findBrowser } from '../find-browser.mjs';
import { backdatedRun, runForThreeWeeks } from './three-weeks.mjs';
import { waitForAddress } from './wait-for-address.mjs';

// Takes the pictures for README.md and the documents again, in light and dark. They show three weeks of runs of the
// bundled examples.
const home = path.resolve(import.meta.dirname, '..', '..');
const pictures = path.join(home, 'public', 'screenshots');
const runner = path.join(home, 'bin', 'turntree.cjs');
const conversations = 'assistants/expense/tests/conversations.jsonl';
const SIZE = { width: 1440, height: 860 };
const failures = 'assistants/expense/tests/tour-failures.jsonl';

exitUnlessBuilt(await ensureBuild());
const checkout = mkdtempSync(path.join(os.tmpdir(), 'turntree-pictures-'));
const workspace = path.join(checkout, 'examples');
symlinkSync(path.join(home, 'node_modules'), path.join(checkout, 'node_modules'));
cpSync(path.join(home, 'examples'), workspace, {
  recursive: true,
  filter: (file) => !/[\\/](node_modules|\.runner|test-results)$/.test(file),
});
const quiet = ['--quiet', '--no-output'];
const common = ['--app', workspace, '--db', path.join(workspace, '.runner', 'history.db')];
await runForThreeWeeks(workspace, ({ agoMs }) => run(conversations, agoMs, '--runs', '3'));
await run('assistants/expense/tests/cases.jsonl', 3_600_000);
await run('experiments/replies.csv', 1_800_000);
await run(failures, 600_000);
const server = spawn(process.execPath, [runner, 'ui', '--port', '0', '--no-token', ...common], { cwd: workspace });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const url = await waitForAddress(server);
  const { runs } = await (await fetch(`${url}/api/runs`)).json();
  const idOf = (suite) => runs.find(({ suiteKey }) => suiteKey === suite).runId;
  await takePictures({
    today: `${url}/`,
    runs: `${url}/runs`,
    run: `${url}/runs/${idOf(failures)}?case=F-12`,
    review: `${url}/runs/${idOf(conversations)}/review`,
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
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await page.goto(pathToFileURL(file).href);
  await savePicture('report', await page.screenshot());
}

/** Saves a picture with only 256 colours, which makes the file a third as large. */
async function savePicture(name, picture) {
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(path.join(pictures, `${name}.png`));
}

/** Returns the part of the page to take a picture of; on a short page, it ends below the content. */
async function contentSize(page) {
  const bottom = await page.evaluate(() => document.querySelector('main > *')?.getBoundingClientRect().bottom);
  return { x: 0, y: 0, width: SIZE.width, height: Math.min(SIZE.height, Math.ceil(bottom ?? SIZE.height)) };
}

/** Runs a suite until it ends, whatever its outcome. */
async function run(suite, agoMs, ...flags) {
  const { nodeFlags, env, runId } = backdatedRun(agoMs);
  const args = [
    ...nodeFlags,
    runner,
    'test',
    suite,
    '--run-id',
    runId,
    ...quiet,
    '--parallel',
    '6',
    ...common,
    ...flags,
  ];
  await once(spawn(process.execPath, args, { cwd: workspace, stdio: 'ignore', env }), 'exit');
}

async function takePictures(addresses) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: SIZE,
      colorScheme,
      reducedMotion: 'reduce',
    });
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await savePicture(`${name}-${colorScheme}`, await page.screenshot({ clip: await contentSize(page) }));
    }
    await page.close();
  }
}
