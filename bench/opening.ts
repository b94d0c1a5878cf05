import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { openDashboard } from './dashboard.ts';
import { type BenchWorkspace, benchWorkspace, entry, measure, report } from './measure.ts';

const TRIES = 5;

/** Measures the page of a run: to the top of its list, to all of it, and from a command to its first live turn. */
export async function opening(): Promise<void> {
  const workspace = benchWorkspace();
  for (const cases of [100, 10_000, 100_000]) {
    const suite = workspace.suite(`cases-${cases}`, cases);
    const runId = randomUUIDv7();
    const args = [entry, 'test', suite, '-n', 'instant', '--run-id', runId, '--parallel', '20', '--no-output', '-q'];
    await measure(args, workspace.root);
    report(`opening a run of ${cases.toLocaleString('en')} cases`, await openingOf(workspace, runId));
  }
  report('opening a conversation of 1,000 turns with tool results of 200 KB', await longConversation(workspace));
  report('first live turn', { firstTurnMs: await firstTurn(workspace) });
  workspace.remove();
}

type Opening = { listMs: number; wholeMs: number; documentKb: number; heapMb: number };

async function openingOf(workspace: BenchWorkspace, runId: string): Promise<Opening> {
  const { url, page, close } = await openDashboard(workspace.root);
  const list = page.getByRole('list', { name: 'Cases' });
  let best: Opening | undefined;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now();
    const document = await page.goto(`${url}/runs/${runId}`, { waitUntil: 'commit' });
    await list.getByText('case-0', { exact: true }).waitFor();
    const listMs = performance.now() - started;
    await page.waitForLoadState('networkidle');
    // Half a second without requests is how the browser knows.
    const wholeMs = performance.now() - started - 500;
    const documentKb = ((await document?.body())?.length ?? 0) / 1000;
    const heapMb = (await page.evaluate(heapBytes)) / 1e6;
    if (best === undefined || listMs < best.listMs) best = { listMs, wholeMs, documentKb, heapMb };
  }
  await close();
  return best ?? { listMs: 0, wholeMs: 0, documentKb: 0, heapMb: 0 };
}

type Reading = { recordMs: number; firstTurnMs: number; lastTurnMs: number; findMs: number; heapMb: number };

async function longConversation(workspace: BenchWorkspace): Promise<Reading> {
  const suite = workspace.suite('long', 1, {
    simulator: 'user',
    max_turns: 1_000,
    timeout: '30m',
    checkpoints: [{ id: 'never', assert: { type: 'contains', value: 'never said' } }],
  });
  const runId = randomUUIDv7();
  const args = [entry, 'test', suite, '-n', 'looker', '--run-id', runId, '--no-output', '-q'];
  const { wallMs: recordMs } = await measure(args, workspace.root);
  const { url, page, close } = await openDashboard(workspace.root);
  const turn = (number: number) => page.getByRole('listitem', { name: `Turn ${number}`, exact: true });
  const began = performance.now();
  await page.goto(`${url}/runs/${runId}`, { waitUntil: 'commit' });
  await turn(1).waitFor();
  const opened = performance.now();
  await page.waitForLoadState('networkidle');
  const jumped = performance.now();
  await page.keyboard.press('G');
  await turn(1_000).waitFor();
  const arrived = performance.now();
  await page.getByRole('button', { name: 'Find in this conversation' }).click();
  await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('row 777-1999');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  const findMs = performance.now() - arrived;
  const heapMb = (await page.evaluate(heapBytes)) / 1e6;
  await close();
  return { recordMs, firstTurnMs: opened - began, lastTurnMs: arrived - jumped, findMs, heapMb };
}

async function firstTurn(workspace: BenchWorkspace): Promise<number> {
  const suite = workspace.suite('talk', 1, {
    simulator: 'user',
    max_turns: 20,
    checkpoints: [{ id: 'never', assert: { type: 'contains', value: 'never said' } }],
  });
  const { url, page, close } = await openDashboard(workspace.root);
  const runId = randomUUIDv7();
  const address = `${url}/api/runs/${runId}`;
  await page.goto(`${url}/runs`);
  const started = performance.now();
  const runner = spawn(process.execPath, [entry, 'test', suite, '-n', 'slow', '--run-id', runId, '--no-output', '-q'], {
    cwd: workspace.root,
    stdio: 'ignore',
  });
  const ended = once(runner, 'exit');
  while (!(await fetch(address)).ok) await new Promise((done) => setTimeout(done, 10));
  await page.goto(`${url}/runs/${runId}`, { waitUntil: 'commit' });
  await page.getByRole('listitem', { name: 'Turn 1' }).waitFor();
  const firstTurnMs = performance.now() - started;
  await ended;
  await close();
  return firstTurnMs;
}

/** Runs in the page; only Chromium tells. */
function heapBytes(): number {
  if (!('memory' in performance) || typeof performance.memory !== 'object' || performance.memory === null) return 0;
  return 'usedJSHeapSize' in performance.memory ? Number(performance.memory.usedJSHeapSize) : 0;
}
