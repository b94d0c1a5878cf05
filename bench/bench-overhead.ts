import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchWorkspace, cliProgram, fastestOf, measure, printMeasurement } from './measure.ts';

const CASES = 10_000;
const TRIES = 5;

/** Measures the overhead of a run, compared with `node:test` running as many empty tests at about the same time. */
export async function benchOverhead(): Promise<void> {
  const workspace = benchWorkspace();
  const suite = workspace.suite('ten-thousand', CASES);
  const one = workspace.suite('one', 1);
  const peer = path.join(workspace.root, 'empty.test.mjs');
  writeFileSync(
    peer,
    `import test from 'node:test';\nfor (let index = 0; index < ${CASES}; index += 1) test('test ' + index, () => {});\n`,
  );
  const runSuite = (file: string, parallel: number) =>
    measure(
      [...cliProgram, 'test', file, '-n', 'instant', '--no-output', '--parallel', String(parallel)],
      workspace.root,
    );

  const empty = await fastestOf(TRIES, () => measure([peer], workspace.root));
  printMeasurement('node:test, 10,000 empty tests', {
    wallMs: empty.wallMs,
    cpuMs: empty.cpuMs,
    perSecond: CASES / (empty.wallMs / 1000),
  });
  for (const parallel of [1, 8]) {
    const ours = await fastestOf(TRIES, () => runSuite(suite, parallel));
    printMeasurement('runner, 10,000 standard cases, history on', {
      parallel,
      wallMs: ours.wallMs,
      cpuMs: ours.cpuMs,
      peakMb: ours.peakMb,
      perSecond: CASES / (ours.wallMs / 1000),
      ratioToNodeTest: ours.wallMs / empty.wallMs,
    });
  }
  const single = await fastestOf(TRIES, () => runSuite(one, 1));
  printMeasurement('runner, 1 standard case', { wallMs: single.wallMs, peakMb: single.peakMb });
  workspace.remove();
}

/** Checks that memory does not grow with the number of cases. */
export async function benchMemory(): Promise<void> {
  const workspace = benchWorkspace();
  const peaks: number[] = [];
  for (const count of [CASES, CASES * 10]) {
    const suite = workspace.suite(`cases-${count}`, count);
    const { peakMb, wallMs } = await measure(
      [...cliProgram, 'test', suite, '-n', 'instant', '--no-output', '--parallel', '8'],
      workspace.root,
    );
    peaks.push(peakMb);
    printMeasurement('peak memory', { cases: count, peakMb, wallMs });
  }
  printMeasurement('peak memory, 100,000 against 10,000 cases', { ratio: (peaks[1] ?? 0) / (peaks[0] ?? 1) });
  workspace.remove();
}
