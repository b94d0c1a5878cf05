import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const workerSchema = z.object({
  /** The unique id of a worker; several workers may share a name. */
  id: z.string(),
  name: z.string(),
  /** The worker's concurrency limit. `busy` and `done` count its attempts in progress and its finished attempts. */
  parallel: z.number(),
  busy: z.number(),
  done: z.number(),
  /**
   * The number of attempts that the worker finished in the last minute; for a younger worker, extrapolated from its
   * rate so far.
   */
  aMinute: z.number(),
  /** The duration of the worker's oldest attempt in progress, and whether it exceeds the time limit of attempts. */
  longestMs: z.number(),
  isStuck: z.boolean(),
});

/**
 * The queue of a run in progress. `at` is in milliseconds since 1970; `waiting` counts attempts that no worker has
 * started.
 */
const runQueueSchema = z.object({ at: z.number(), waiting: z.number(), workers: z.array(workerSchema) });
export type RunQueue = z.infer<typeof runQueueSchema>;

/** The queue is stored in a file next to the history, because workers exist only while their run is in progress. */
export function storeRunQueue(history: string, runId: string, queue: RunQueue): void {
  const file = queueFilePath(history, runId);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(queue));
  renameSync(`${file}.new`, file);
}

export function deleteRunQueue(history: string, runId: string): void {
  const file = queueFilePath(history, runId);
  for (const each of [file, `${file}.new`]) rmSync(each, { force: true });
}

/** Returns the queue of a run in progress; undefined for a run without a queue. */
export function readRunQueue(history: string, runId: string): RunQueue | undefined {
  const file = queueFilePath(history, runId);
  if (!existsSync(/* turbopackIgnore: true */ file)) return undefined;
  try {
    return runQueueSchema.parse(JSON.parse(readFileSync(/* turbopackIgnore: true */ file, 'utf8')));
  } catch {
    // The queue file was deleted in the meantime, or another version of Turntree wrote it.
    return undefined;
  }
}

/**
 * The name of the folder for queue files. Names with a leading dot are ignored when workers compare their workspaces.
 */
function queueFilePath(history: string, runId: string): string {
  return path.join(path.dirname(history), '.queues', `${runId}.json`);
}
