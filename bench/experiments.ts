import { benchWorkspace, best, entry, measure, report } from './measure.ts';

const ROWS = 10_000;
const TRIES = 3;

/** Measures the cost of a table row beside its scorer: loading, scoring in a worker, storing in history and results. */
export async function experiments(): Promise<void> {
  const workspace = benchWorkspace();
  const header =
    'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled,ground_truth,level';
  const row = (index: number): string =>
    `instant,row-${index},"Row ${index}, of many",input ${index},output ${index},0.8,1.0,"even,odd",TRUE,output ${index},easy`;
  const rows = (count: number): string => Array.from({ length: count }, (_, index) => row(index)).join('\n');
  const table = workspace.write('rows.csv', `${header}\n${rows(ROWS)}\n`);
  const one = workspace.write('one.csv', `${header}\n${row(0)}\n`);
  workspace.write('scorers/instant.ts', 'export default () => ({ score: 0.9, reason: "fine" });\n');
  const run = (file: string, ...more: string[]) =>
    measure(['--max-semi-space-size=4', entry, 'test', file, ...more], workspace.root);

  const startUp = await best(TRIES, () => run(one));
  for (const parallel of [1, 8]) {
    const { wallMs, cpuMs, peakMb, code } = await best(TRIES, () => run(table, '--parallel', String(parallel)));
    if (code !== 0) throw new Error(`the run of ${ROWS} rows ended with ${code}`);
    report('runner, 10,000 rows of a table, a scorer in a worker, history on', {
      ...{ parallel, wallMs, cpuMs, peakMb },
      startUpMs: startUp.wallMs,
      perSecond: ROWS / (wallMs / 1000),
    });
  }
  workspace.remove();
}
