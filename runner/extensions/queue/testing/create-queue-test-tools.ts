import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type RunEvent, runEventSchema } from '../../../contract/index.ts';
import { type RunningCli, startCli } from '../../../testing/run-cli.ts';

/** Starts runs and workers of one queue, and waits for their output. */
export type QueueTestTools = {
  work(...args: string[]): RunningCli;
  testing(...args: string[]): RunningCli;
  /** Kills all processes that are still running. */
  endAll(): Promise<void>;
};

type WorkspaceWithQueue = { url: string; root: string; variables?: Record<string, string> };

export function createQueueTestTools(place: () => WorkspaceWithQueue): QueueTestTools {
  const running: RunningCli[] = [];
  const startQueueCli = (args: readonly string[]): RunningCli => {
    const { root, variables = {} } = place();
    const started = startCli(args, { cwd: root, variables });
    running.push(started);
    return started;
  };
  return {
    work: (...args) => startQueueCli(['work', place().url, '-a', place().root, ...args]),
    testing: (...args) =>
      startQueueCli(['test', ...args, '--queue', place().url, '--no-output', '-q', '--db', '.h.db']),
    async endAll() {
      const ended = running.splice(0);
      for (const { child } of ended) child.kill('SIGKILL');
      await Promise.all(ended.map(({ done }) => done));
    },
  };
}

/** Waits until a condition caused by another process holds. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, cli: RunningCli): Promise<void> {
  while (!(await isSo())) {
    if (cli.child.exitCode !== null) throw new Error(`ended first: ${cli.stderr()}`);
    await pause(20);
  }
}

export function waitForOutput(cli: RunningCli, text: string): Promise<void> {
  return waitUntil(() => cli.stderr().includes(text), cli);
}

/** Parses the output of a run with `--json`. */
export function parseEvents(stdout: string): RunEvent[] {
  const lines = stdout.split('\n').filter((text) => text !== '');
  return z.array(runEventSchema).parse(lines.map((line) => JSON.parse(line)));
}

/** Returns the `case.finished` events in the order in which they were printed. */
export function listFinishedEvents(events: readonly RunEvent[]): Extract<RunEvent, { type: 'case.finished' }>[] {
  return events.flatMap((event) => (event.type === 'case.finished' ? [event] : []));
}
