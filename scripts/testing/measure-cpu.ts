import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { measureTreeCpuMs } from './tree-cpu.ts';

// The CPU time before the test file: if a process runs several test files, each file is charged only the time that it
// added.
const before = measureTreeCpuMs(process.pid);

afterAll(() => {
  const after = measureTreeCpuMs(process.pid);
  const folder = process.env.TURNTREE_TEST_CPU;
  const { testPath } = expect.getState();
  if (folder === undefined || testPath === undefined || before === undefined || after === undefined) return;
  const file = path.relative(process.cwd(), testPath);
  mkdirSync(folder, { recursive: true });
  const name = `${file.replaceAll(path.sep, '+')}.json`;
  writeFileSync(path.join(folder, name), JSON.stringify({ file, cpuMs: after - before }));
});
