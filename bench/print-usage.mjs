import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    try {
      writeSync(3, `${JSON.stringify({ maxRSS, cpu: userCPUTime + systemCPUTime })}\n`);
    } catch {
      // Without an IPC channel, no benchmark started this program, so nothing is sent.
    }
  });
}
