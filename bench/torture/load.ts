import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Puts three busy processes on every core. Returns a function that stops them. */
export function keepBusy(): () => Promise<void> {
  return startBusyProcesses(3 * availableParallelism());
}

/** Starts processes that compute all the time. Returns a function that ends them and waits for their end. */
export function startBusyProcesses(count: number): () => Promise<void> {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const ends = processes.map((each) => once(each, 'exit'));
  return async () => {
    for (const each of processes) each.kill('SIGKILL');
    await Promise.all(ends);
  };
}
