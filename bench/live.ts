import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { openDashboard } from './dashboard.ts';
import { benchWorkspace, entry, report } from './measure.ts';

/** Measures the delay of events from the engine of one process to a page in a browser: the age of each on arrival. */
export async function live(): Promise<void> {
  const workspace = benchWorkspace();
  const suite = workspace.suite('talk', 40, {
    simulator: 'user',
    max_turns: 5,
    checkpoints: [{ id: 'never', assert: { type: 'contains', value: 'never said' } }],
  });
  const { url, page, close } = await openDashboard(workspace.root);
  const runId = randomUUIDv7();
  await page.goto(`${url}/runs`);
  const runner = spawn(
    process.execPath,
    [
      '--max-semi-space-size=4',
      entry,
      'test',
      suite,
      '-n',
      'slow',
      '--run-id',
      runId,
      '--parallel',
      '4',
      '--no-output',
      '-q',
    ],
    { cwd: workspace.root, stdio: 'ignore' },
  );
  const ended = once(runner, 'exit');
  const ages = await page.evaluate(agesOfEvents, runId);
  await ended;
  await close();
  workspace.remove();
  const sorted = ages.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  report('event to browser', { events: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) });
}

/** Runs in the page: follows the run from when it appears to its end. */
async function agesOfEvents(runId: string): Promise<number[]> {
  const exists = async (): Promise<boolean> => (await fetch(`/api/runs/${runId}`)).ok;
  while (!(await exists())) await new Promise((done) => setTimeout(done, 20));
  return new Promise((resolve) => {
    const ages: number[] = [];
    const source = new EventSource(`/api/runs/${runId}/events?after=1`);
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      ages.push(Date.now() - event.at);
      if (event.type !== 'run.finished') return;
      source.close();
      // The first ones were written before anybody watched.
      resolve(ages.slice(20));
    };
  });
}
