import { benchWorkspace, entry, measure, report } from './measure.ts';

const CASES = 1_000;
const ATTEMPTS = 10;
const turns = ['find my order', 'the second one', 'refund it', 'thanks'];
const never = [{ type: 'contains', value: 'password' }];

/** Judges 10,000 stored conversations of four turns again. */
export async function regrade(): Promise<void> {
  const workspace = benchWorkspace();
  const assert = [
    { type: 'contains', value: 'echo' },
    { type: 'limits', turns: 4 },
  ];
  const suite = workspace.suite('talks', CASES, { input: undefined, turns, never, assert });
  const runs = ['--runs', String(ATTEMPTS), '--parallel', '20', '-q'];
  await measure([entry, 'test', suite, '-n', 'instant', ...runs], workspace.root);
  const { wallMs, cpuMs, peakMb } = await measure([entry, 'regrade', 'latest', suite], workspace.root);
  report(`regrade of ${CASES * ATTEMPTS} stored conversations`, { wallMs, cpuMs, peakMb });
  workspace.remove();
}
