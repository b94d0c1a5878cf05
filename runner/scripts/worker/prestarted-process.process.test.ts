import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { type ChildProcessStart, prestartProcess } from './prestarted-process.ts';

it('is taken once, and then ended by whoever has it', async () => {
  const { spare, start, pid } = await startSpare('setInterval(() => {}, 1_000);');
  const taken = spare.take(start);
  expect([taken?.child.pid, taken?.lacking]).toEqual([pid, {}]);
  expect([spare.fits(start), spare.take(start)]).toEqual([false, undefined]);
  await spare.close();
  expect(isRunning(pid)).toBe(true);
  taken?.child.kill('SIGKILL');
});

it('can be given more variables, but nothing else that differs', async () => {
  const { spare, start } = await startSpare('setInterval(() => {}, 1_000);');
  const { variables, program } = start;
  const others: ChildProcessStart[] = [
    { ...start, memoryMb: 128 },
    { ...start, cwd: '/' },
    { ...start, program: new URL('other.mjs', program) },
    { ...start, variables: { ...variables, ID_FILE: 'other' } },
    { ...start, variables: { ...variables, ID_FILE: undefined } },
  ];
  expect(others.map(spare.fits)).toEqual(others.map(() => false));
  expect(others.map(spare.take)).toEqual(others.map(() => undefined));
  const taken = spare.take({ ...start, variables: { ...variables, MORE: 'yes', NONE: undefined } });
  expect(taken?.lacking).toEqual({ MORE: 'yes' });
  taken?.child.kill('SIGKILL');
});

it('is ended if nobody took it', async () => {
  const { spare, start, pid } = await startSpare('setInterval(() => {}, 1_000);');
  await spare.close();
  expect(isRunning(pid)).toBe(false);
  expect(spare.take(start)).toBeUndefined();
});

it('is not taken when it has ended', async () => {
  const { spare, start, pid } = await startSpare('');
  await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 });
  await nextRound();
  expect(spare.take(start)).toBeUndefined();
  await spare.close();
});

it('keeps nobody waiting who does not take it', async () => {
  const { root } = await startSpare('');
  const ownFile = new URL('./prestarted-process.ts', import.meta.url);
  const program = new URL('./worker-main.ts', import.meta.url);
  const code = `import { prestartProcess } from '${ownFile}';
    prestartProcess({ program: new URL('${program}'), variables: process.env, memoryMb: 64 });`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  expect(stderr).toBe('');
});

/** Starts a process and waits until its program runs: the program writes its id and then continues with `rest`. */
async function startSpare(rest: string) {
  const root = await createTemporaryWorkspace({
    'program.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.ID_FILE, process.pid + ';');${rest}`,
  });
  const file = path.join(root, 'id');
  const program = pathToFileURL(path.join(root, 'program.mjs'));
  const start: ChildProcessStart = { program, variables: { ID_FILE: file }, memoryMb: 64 };
  const spare = prestartProcess(start);
  const readPid = () => {
    try {
      return /^(\d+);$/.exec(readFileSync(file, 'utf8'))?.[1];
    } catch {
      return undefined;
    }
  };
  return { root, spare, start, pid: Number(await vi.waitUntil(readPid, { timeout: 60_000 })) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
