import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

it('kills two runs, which are resumed with nothing lost', async () => {
  const { printed, code } = await torture('--kills', '2', '--target', 'runner');
  const rows = printed.split('\n').slice(-2);
  expect(rows).toEqual(['calm', 'busy'].map((load) => expect.stringMatching(patternForRow(load))));
  expect(code).toBe(0);
});

it('kills workers of a queue and the machine of its run, which is resumed with nothing lost', async () => {
  const { printed, code } = await torture('--target', 'queue', '--cases', '200', '--every', '3000');
  expect(printed.split('\n').at(-1)).toMatch(/^\| redis \| 200 \| 4 \|( \d+ \|){3} 0 \|$/);
  expect(code).toBe(0);
});

async function torture(...args: string[]): Promise<{ printed: string; code: number }> {
  const child = spawn(process.execPath, ['bench/torture/main.ts', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { printed: printed.trimEnd(), code };
}

/** Returns a pattern for the table row of a run that was killed once, with an intact history afterwards. */
function patternForRow(load: string): RegExp {
  return new RegExp(`^\\| runner \\| ${load} \\| (1 \\| 0|0 \\| 1) \\|( 0 \\|){5}$`);
}
