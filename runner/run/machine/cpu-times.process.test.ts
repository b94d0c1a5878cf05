import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { readCpuTimes } from './cpu-times.ts';

const burn = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';

it.runIf(process.platform === 'linux')(
  'counts what a process used that was started here, also when it has ended',
  async () => {
    const before = readCpuTimes();
    const child = spawn(process.execPath, ['-e', `${burn} process.stdin.resume(); console.log('burnt');`]);
    await once(child.stdout, 'data');
    const during = readCpuTimes();
    child.stdin.end();
    await once(child, 'exit');
    const after = readCpuTimes();
    if (before === undefined || during === undefined || after === undefined) throw new Error('no CPU times');
    for (const { startedMs, busyMs } of [during, after]) {
      expect(startedMs - before.startedMs).toBeGreaterThanOrEqual(250);
      expect(busyMs - before.busyMs).toBeGreaterThanOrEqual(250);
    }
  },
);
