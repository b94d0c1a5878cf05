import { benchWorkspace, best, entry, measure, report } from './measure.ts';

const ITEMS = 300;
const LANES = 10;
const MEDIAN_MS = 100;
const SIGMA = 0.8;

/** Rows whose scorer takes long and differently, as models do: a window that slides against batches that wait for their slowest. */
export async function slidingWindow(): Promise<void> {
  const workspace = benchWorkspace();
  const header = 'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags';
  const latencies = logNormal(ITEMS);
  const rows = latencies.map((ms, index) => `sleeper,row-${index},,wait,${ms},0.1,1,`);
  const table = workspace.write('rows.csv', [header, ...rows].join('\n'));
  const one = workspace.write('one.csv', [header, 'sleeper,one,,wait,0,0.1,1,'].join('\n'));
  workspace.write(
    'scorers/sleeper.ts',
    'export default async ({ output }: { output: string }) => { await new Promise((done) => setTimeout(done, Number(output))); return 1; };\n',
  );
  const run = (file: string) =>
    measure(['--max-semi-space-size=4', entry, 'test', file, '--parallel', String(LANES)], workspace.root);
  const startUp = await best(3, () => run(one));
  const ours = await best(3, () => run(table));
  const workMs = ours.wallMs - startUp.wallMs;
  const idealMs = slidingMs(latencies);
  report(`${ITEMS} rows of ${MEDIAN_MS} ms (median), ${LANES} at once`, {
    ...{ wallMs: ours.wallMs, startUpMs: startUp.wallMs, workMs, idealMs },
    ratioToIdeal: workMs / idealMs,
    batchesMs: batchesMs(latencies),
    batchesRatio: batchesMs(latencies) / idealMs,
  });
  workspace.remove();
}

/** The same on every machine: numbers from a linear congruential generator, made normal by Box and Muller. */
function logNormal(count: number): number[] {
  let seed = 20_261_121;
  const next = (): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (seed + 1) / (2 ** 32 + 1);
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  return Array.from({ length: count }, () => Math.round(MEDIAN_MS * Math.exp(SIGMA * normal())));
}

/** Each item begins as soon as one of the lanes is free. */
function slidingMs(latencies: readonly number[]): number {
  const lanes = Array.from({ length: LANES }, () => 0);
  for (const ms of latencies) {
    const free = lanes.indexOf(Math.min(...lanes));
    lanes[free] = (lanes[free] ?? 0) + ms;
  }
  return Math.max(...lanes);
}

function batchesMs(latencies: readonly number[]): number {
  let total = 0;
  for (let at = 0; at < latencies.length; at += LANES) total += Math.max(...latencies.slice(at, at + LANES));
  return total;
}
