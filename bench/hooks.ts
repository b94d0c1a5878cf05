import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchWorkspace, best, entry, measure, report } from './measure.ts';

const CASES = 200;
const LIMIT_MS = 2_000;

const script = `
export const Before = (ctx, testCase) => ({ user: testCase.id });
export const After = (ctx, testCase, result, data) => { if (data.user !== result.id) throw new Error('not mine'); };
export const Greets = (output, input) => output === 'echo: ' + input;
`;

/** Measures what 200 pairs of hooks and 200 script assertions add to a run of 200 cases. */
export async function hooks(): Promise<void> {
  const workspace = benchWorkspace();
  mkdirSync(path.join(workspace.root, 'src'), { recursive: true });
  writeFileSync(path.join(workspace.root, 'src', 'env_test.ts'), script);
  const plain = workspace.suite('plain', CASES);
  const hooked = workspace.suite('hooked', CASES, {
    assert: { type: 'script', script: 'scripts.env_test.Greets' },
    before: 'env_test.Before',
    after: 'env_test.After',
  });
  const run = (file: string) =>
    best(5, () => measure([entry, 'test', file, '-n', 'instant', '--no-output'], workspace.root));
  const without = await run(plain);
  const withHooks = await run(hooked);
  if (withHooks.code !== 0) throw new Error('the run with hooks did not pass');
  const addedMs = withHooks.wallMs - without.wallMs;
  report('200 pairs of hooks and 200 script assertions', {
    wallMs: withHooks.wallMs,
    withoutMs: without.wallMs,
    addedMs,
    limitMs: LIMIT_MS,
    ratioToLimit: addedMs / LIMIT_MS,
  });
  workspace.remove();
}
