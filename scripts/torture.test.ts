import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

it('kills two runs, which are resumed with nothing lost', async () => {
  const child = spawn(process.execPath, ['bench/torture/main.ts', '--kills', '2', '--target', 'runner'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const rows = printed.trimEnd().split('\n').slice(-2);
  expect(rows).toEqual(['calm', 'busy'].map((load) => expect.stringMatching(rowOf(load))));
  expect(code).toBe(0);
});

/** One kill, of a run or of nothing, and no trouble. */
function rowOf(load: string): RegExp {
  return new RegExp(`^\\| runner \\| ${load} \\| (1 \\| 0|0 \\| 1) \\|( 0 \\|){5}$`);
}
