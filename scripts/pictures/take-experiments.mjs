import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureBuild, exitUnlessBuilt } from '../ensure-build.mjs';
import { findBrowser } from '../find-browser.mjs';
import { helpDesk } from './help-desk.mjs';
import { waitForAddress } from './wait-for-address.mjs';

// Takes the pictures of `infer`, `bisect` and `attack` for the documents again, in light and dark, with an agent that
// makes mistakes.
const home = path.resolve(import.meta.dirname, '..', '..');
const pictures = path.join(home, 'public', 'screenshots');
const runner = path.join(home, 'bin', 'turntree.cjs');
const suite = 'refunds.jsonl';
const caseId = 'broken-lamp';

exitUnlessBuilt(await ensureBuild());
const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-pictures-'));
for (const [name, text] of Object.entries(helpDesk)) writeFileSync(path.join(workspace, name), text);
await run('test', suite, '--name', 'desk', '--runs', '20', '--quiet', '--no-output');
const server = spawn(process.execPath, [runner, 'ui', '--port', '0', '--no-token'], { cwd: workspace });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const url = await waitForAddress(server);
  const [tested] = await listRuns(url);
  const { rows } = await (await fetch(`${url}/api/runs/${tested.runId}`)).json();
  const { attempt } = rows[0].attempts.find(({ status }) => status === 'failed');
  await run('bisect', tested.runId, `${caseId}#${attempt}`);
  await run('attack', suite, '--name', 'desk');
  const [attacked] = await listRuns(url);
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 760 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await takePicture(
      page,
      `${url}/cases/${suite}?case=${caseId}&panel=proposals`,
      `infer-${colorScheme}`,
      async () => {
        await page.getByRole('button', { name: 'Why' }).last().click();
      },
    );
    await takePicture(
      page,
      `${url}/runs/${tested.runId}?case=${caseId}&attempt=${attempt}`,
      `bisect-${colorScheme}`,
      async () => {
        await page.getByRole('link', { name: 'Show the rollouts' }).scrollIntoViewIfNeeded();
      },
    );
    await takePicture(page, `${url}/runs/${attacked.runId}`, `attack-${colorScheme}`, async () => {
      await page.getByText('Cases in which the agent obeyed').click();
      await page.getByRole('region', { name: 'Attack' }).getByRole('link').first().click();
      await page.getByText('Successes by template and field').click();
    });
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function takePicture(page, address, name, prepare) {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await prepare();
  await page.waitForLoadState('networkidle');
  const picture = sharp(await page.screenshot()).png({ palette: true, effort: 10 });
  await picture.toFile(path.join(pictures, `${name}.png`));
}

async function listRuns(url) {
  return (await (await fetch(`${url}/api/runs`)).json()).runs;
}

/** Runs a command until it ends, whatever its outcome. */
async function run(...args) {
  await once(spawn(process.execPath, [runner, ...args], { cwd: workspace, stdio: 'ignore' }), 'exit');
}
