import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';
import { benchWorkspace, entry, measure, report as print } from './measure.ts';

const CASES = 5000;
const TRIES = 5;

/** Measures the HTML report of 5,000 cases, from the click to a list that can be filtered. */
export async function report(): Promise<void> {
  const workspace = benchWorkspace();
  const suite = workspace.suite('large', CASES);
  const file = path.join(workspace.root, 'report.html');
  await measure([entry, 'test', suite, '-n', 'instant', '-o', file, '--parallel', '20', '-q'], workspace.root);
  const again = await measure([entry, 'report', 'latest', '-o', file], workspace.root);
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] });
  const openings: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const page = await browser.newPage();
    const started = performance.now();
    await page.goto(pathToFileURL(file).href);
    await page.getByText(`${CASES.toLocaleString('en')} cases`, { exact: true }).waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    openings.push(performance.now() - started);
    await page.close();
  }
  await browser.close();
  workspace.remove();
  const sorted = openings.toSorted((left, right) => left - right);
  print('HTML report of 5,000 cases', {
    openMs: sorted[0] ?? 0,
    slowestOpenMs: sorted.at(-1) ?? 0,
    writeMs: again.wallMs,
    writePeakMb: again.peakMb,
  });
}
