import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { openDashboard } from './dashboard.ts';
import { benchWorkspace, entry, report } from './measure.ts';

const TURNS = 50;

/** Measures how long the first text of an answer takes from the code of an agent to what a person sees of it. */
export async function firstText(): Promise<void> {
  const workspace = benchWorkspace();
  workspace.write(
    'talker.ts',
    `const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
export default async function* () {
  await pause(60 + Math.random() * 60);
  yield \`at-\${Date.now()}-said \`;
  await pause(150);
  yield 'and done.';
};
`,
  );
  workspace.write('runner.config.json', JSON.stringify({ agents: { talker: { type: 'module', path: 'talker.ts' } } }));
  const turns = Array.from({ length: TURNS }, (_, turn) => `go on ${turn}`);
  const suite = workspace.write(
    'talk.jsonl',
    `${JSON.stringify({ id: 'talk', turns, max_turns: TURNS, assert: { type: 'contains', value: 'done' } })}\n`,
  );
  const { url, page, close } = await openDashboard(workspace.root);
  const runId = randomUUIDv7();
  const command = [entry, 'test', suite, '-n', 'talker', '--run-id', runId, '--no-output', '-q'];
  const runner = spawn(process.execPath, command, { cwd: workspace.root, stdio: 'ignore' });
  const ended = once(runner, 'exit');
  while ((await page.request.get(`${url}/api/runs/${runId}`)).status() !== 200) await page.waitForTimeout(20);
  await page.goto(`${url}/runs/${runId}?case=talk`);
  await page.locator('header').getByText('Live', { exact: true }).waitFor();
  const [heard, shown] = await Promise.all([page.evaluate(agesOfDeltas, runId), page.evaluate(agesOfTexts), ended]);
  await close();
  workspace.remove();
  const unseen = Object.keys(heard).filter((text) => shown[text] === undefined);
  reportAges('first text of an answer in the browser', heard, {});
  reportAges('first text of an answer on the screen', shown, { neverSeen: unseen.length });
}

/** How old a text was, in milliseconds. Each text of the bench says when it was given. */
type Ages = Record<string, number>;

function reportAges(name: string, ages: Ages, more: Record<string, number>): void {
  const sorted = Object.values(ages).toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  report(name, { texts: sorted.length, ...more, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) });
}

/** Runs in the page: the ages of the texts when they arrive, until the run is over; not of those that were there before. */
function agesOfDeltas(runId: string): Promise<Ages> {
  const ages: Ages = {};
  const began = Date.now();
  return new Promise((resolve) => {
    const source = new EventSource(`/api/runs/${runId}/events?after=1`);
    source.addEventListener('text.delta', ({ data }) => {
      const [said = '', at] = /at-(\d+)-said/.exec(data) ?? [];
      if (Number(at) > began) ages[said] ??= Date.now() - Number(at);
    });
    source.onmessage = ({ data }) => {
      if (JSON.parse(data).type !== 'run.finished') return;
      source.close();
      resolve(ages);
    };
  });
}

/** Runs in the page: the same in the frame in which they appear. */
function agesOfTexts(): Promise<Ages> {
  const ages: Ages = {};
  const began = Date.now();
  return new Promise((resolve) => {
    const look = (): void => {
      const text = document.querySelector('[aria-label=Conversation]')?.textContent ?? '';
      for (const [said, at] of text.matchAll(/at-(\d+)-said/g)) {
        if (Number(at) > began) ages[said] ??= Date.now() - Number(at);
      }
      const isOver = document.querySelector('main header')?.textContent?.includes('Run finished');
      if (isOver === true) resolve(ages);
      else requestAnimationFrame(look);
    };
    look();
  });
}
