import { benchWorkspace, cliProgram, fastestOf, measure, printMeasurement } from './measure.ts';

/**
 * Measures 200 cases of 100 ms, 50 at once. Ideally, they take four waves, 400 ms, on top of the start-up of a run with
 * one instant case.
 */
export async function benchParallel(): Promise<void> {
  const workspace = benchWorkspace();
  const one = workspace.suite('one', 1);
  const suite = workspace.suite('slow', 200);
  const startUp = await fastestOf(5, () =>
    measure([...cliProgram, 'test', one, '-n', 'instant', '--no-output'], workspace.root),
  );
  const ours = await fastestOf(5, () =>
    measure([...cliProgram, 'test', suite, '-n', 'slow', '--no-output', '--parallel', '50'], workspace.root),
  );
  const workMs = ours.wallMs - startUp.wallMs;
  printMeasurement('200 cases of 100 ms at --parallel 50', {
    wallMs: ours.wallMs,
    startUpMs: startUp.wallMs,
    workMs,
    idealMs: 400,
    ratioToIdeal: workMs / 400,
  });
  workspace.remove();
}
