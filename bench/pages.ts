import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { openDatabase } from '../lib/db/index.ts';
import { writeResults } from '../lib/testing/temporary-histories.ts';
import type { RunState } from '../runner/fold/index.ts';
import { caseResult } from '../runner/testing/finished-run.ts';
import { openDashboard } from './dashboard.ts';
import { type BenchWorkspace, benchWorkspace, entry, report } from './measure.ts';

const TRIES = 5;
const CONNECTORS = 8;
const CASES = 500;
const LIVE_CASES = 20_000;
const SAMPLES = 8;

/** Measures pages in a browser: the matrix of models, results while somebody types, and the memory of a tab beside a long run. */
export async function pages(): Promise<void> {
  const workspace = benchWorkspace();
  await fill(workspace);
  const { url, page, close } = await openDashboard(workspace.root);
  await matrix(page, url);
  await typing(page, url);
  await longRun(workspace, page, url);
  await close();
  workspace.remove();
}

/** One whole run of a suite on each connector. */
async function fill({ root }: BenchWorkspace): Promise<void> {
  const file = path.join(root, '.runner', 'history.db');
  mkdirSync(path.dirname(file), { recursive: true });
  openDatabase(file).close();
  for (let place = 0; place < CONNECTORS; place += 1) {
    const results = Array.from({ length: CASES }, (_, index) =>
      caseResult({
        id: `case-${index}`,
        output: `The parcel ${index} arrives on day ${place}.`,
        status: (index + place) % 7 === 0 ? 'failed' : 'passed',
      }),
    );
    await writeResults({ file }, { runId: randomUUIDv7(), at: place + 1, connector: `model-${place}`, results });
  }
}

/** To the first rows, and to the last one: it is drawn when somebody scrolls to it, so this is when the page answers. */
async function matrix(page: Page, url: string): Promise<void> {
  const times: { rows: number; last: number }[] = [];
  const header = (index: number) => page.getByRole('rowheader', { name: `case-${index}`, exact: true });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now();
    await page.goto(`${url}/compare/models?suite=tests/suite.jsonl&agent=shop`, { waitUntil: 'commit' });
    await header(0).waitFor();
    const rows = performance.now() - started;
    await page.getByRole('region', { name: 'Cases by connector' }).evaluate(scrollTo, `case-${CASES - 1}`);
    await header(CASES - 1).waitFor();
    times.push({ rows, last: performance.now() - started });
  }
  report(`matrix of ${CASES} cases and ${CONNECTORS} connectors`, {
    firstMs: times[0]?.last ?? 0,
    medianRowsMs: median(times.map(({ rows }) => rows)),
    medianLastRowMs: median(times.map(({ last }) => last)),
  });
}

/** Runs in the page: scrolls to the end of its list until the row is there. It is drawn once the page has come to life. */
function scrollTo(list: HTMLElement, row: string): Promise<void> {
  return new Promise((resolve) => {
    const scroll = (): void => {
      list.scrollTo(0, list.scrollHeight);
      if ([...list.querySelectorAll('tbody th')].some(({ textContent }) => textContent === row)) resolve();
      else requestAnimationFrame(scroll);
    };
    scroll();
  });
}

/** From the last key to the first result of the new word. */
async function typing(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/search`);
  await page.waitForLoadState('networkidle');
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first();
  const times: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const word = `parcel 4${attempt}`;
    await field.fill('');
    const started = performance.now();
    await field.pressSequentially(word);
    const typed = performance.now();
    await page
      .locator('mark', { hasText: `4${attempt}` })
      .first()
      .waitFor();
    times.push(performance.now() - typed);
    report('typing', { word, keysMs: typed - started, resultsMs: times.at(-1) ?? 0 });
  }
  report('results after the last key', { firstMs: times[0] ?? 0, medianMs: median(times) });
}

/** The heap of a page that watches a run from its first case to its last, each time after a collection. */
async function longRun(workspace: BenchWorkspace, page: Page, url: string): Promise<void> {
  const suite = workspace.suite('live', LIVE_CASES);
  workspace.write(
    'instant.ts',
    'export default async (request: { input: string }) => { await new Promise((done) => setTimeout(done, 60)); return request.input; };\n',
  );
  const runId = randomUUIDv7();
  const args = [entry, 'test', suite, '-n', 'instant', '--run-id', runId, '--parallel', '10', '--no-output', '-q'];
  const runner = spawn(process.execPath, args, { cwd: workspace.root, stdio: 'ignore' });
  const ended = once(runner, 'exit');
  while (!(await fetch(`${url}/api/runs/${runId}`)).ok) await page.waitForTimeout(50);
  await page.goto(`${url}/runs/${runId}`);
  const session = await page.context().newCDPSession(page);
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const done = await untilDone(url, runId, (LIVE_CASES * sample) / SAMPLES);
    report('memory of a tab beside a live run', { cases: done, heapMb: await heapMb(session) });
  }
  await ended;
}

/** Waits until so many cases have ended; returns how many have. */
async function untilDone(url: string, runId: string, wanted: number): Promise<number> {
  for (;;) {
    const state: RunState = await (await fetch(`${url}/api/runs/${runId}`)).json();
    const done = Object.values(state.counts).reduce((sum, count) => sum + count, 0);
    if (done >= wanted || state.status !== 'running') return done;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}
