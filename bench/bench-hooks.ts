import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchWorkspace, cliEntry, fastestOf, measure, printMeasurement } from './measure.ts';

const CASES = 200;
const LIMIT_MS = 2_000;

const script = `
export const Before = (ctx, testCase) => ({ user: testCase.id });
export const After = (ctx, testCase, result, data) => { if (data.user !== result.id) throw new Error('not mine'); };
export const Greets = (output, input) => output === 'echo: ' + input;
`;

/** Measures what 200 pairs of hooks and 200 script assertions add to a run of 200 cases. */
export async function benchHooks(): Promise<void> {
  const workspace = benchWorkspace();
  mkdirSync(path.join(workspace.root, 'src'), { recursive: true });
  writeFileSync(path.join(workspace.root, 'src', 'env_test.ts'), script);
  const plain = workspace.suite('plain', CASES);
  const hooked = workspace.suite('hooked', CASES, {
    assert: { type: 'script', script: 'scripts.env_test.Greets' },
    before: 'env_test.Before',
    after: 'env_test.After',
  });
  const measureRun = (file: string) =>
    fastestOf(5, () => measure([cliEntry, 'test', file, '-n', 'instant', '--no-output'], workspace.root));
  const without = await measureRun(plain);
  const withHooks = await measureRun(hooked);
  if (withHooks.code !== 0) throw new Error('the run with hooks did not pass');
  const addedMs = withHooks.wallMs - without.wallMs;
  printMeasurement('200 pairs of hooks and 200 script assertions', {
    wallMs: withHooks.wallMs,
    withoutMs: without.wallMs,
    addedMs,
    limitMs: LIMIT_MS,
    ratioToLimit: addedMs / LIMIT_MS,
  });
  workspace.remove();
}
