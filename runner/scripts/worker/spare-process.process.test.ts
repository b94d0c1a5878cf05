import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { temporaryWorkspace } from '../../testing/workspace.ts';
import { startSpareProcess } from './spare-process.ts';

it('is taken once, and then ended by whoever has it', async () => {
  const { spare, pid } = await startSpare('setInterval(() => {}, 1_000);');
  const child = spare.take();
  expect(child?.pid).toBe(pid);
  expect(spare.take()).toBeUndefined();
  await spare.close();
  expect(isRunning(pid)).toBe(true);
  child?.kill('SIGKILL');
});

it('is ended if nobody took it', async () => {
  const { spare, pid } = await startSpare('setInterval(() => {}, 1_000);');
  await spare.close();
  expect(isRunning(pid)).toBe(false);
  expect(spare.take()).toBeUndefined();
});

it('is not taken when it has ended', async () => {
  const { spare, pid } = await startSpare('');
  await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 });
  await nextRound();
  expect(spare.take()).toBeUndefined();
  await spare.close();
});

it('keeps nobody waiting who does not take it', async () => {
  const { root } = await startSpare('');
  const ownFile = new URL('./spare-process.ts', import.meta.url);
  const program = new URL('./worker-main.ts', import.meta.url);
  const code = `import { startSpareProcess } from '${ownFile}';
    startSpareProcess({ program: new URL('${program}'), variables: process.env, memoryMb: 64 });`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  expect(stderr).toBe('');
});

/** Starts a process and waits until its program runs: the program writes its id and then continues with `rest`. */
async function startSpare(rest: string) {
  const root = await temporaryWorkspace({
    'program.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.ID_FILE, process.pid + ';');${rest}`,
  });
  const file = path.join(root, 'id');
  const program = pathToFileURL(path.join(root, 'program.mjs'));
  const spare = startSpareProcess({ program, variables: { ID_FILE: file }, memoryMb: 64 });
  const readPid = () => {
    try {
      return /^(\d+);$/.exec(readFileSync(file, 'utf8'))?.[1];
    } catch {
      return undefined;
    }
  };
  return { root, spare, pid: Number(await vi.waitUntil(readPid, { timeout: 60_000 })) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
