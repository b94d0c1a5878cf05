import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const workerSchema = z.object({
  /** Of this worker alone; several may have one name. */
  id: z.string(),
  name: z.string(),
  /** How many attempts it takes at once, how many it has, and how many have ended. */
  parallel: z.number(),
  busy: z.number(),
  done: z.number(),
  /** Attempts that ended in the last minute, or as many as there would be at the pace until now. */
  aMinute: z.number(),
  /** How long the oldest attempt takes that it has, and whether that is longer than any may. */
  longestMs: z.number(),
  isStuck: z.boolean(),
});

/** The queue of a run that goes on. `at` is milliseconds since 1970, `waiting` attempts that nobody has begun. */
const runQueueSchema = z.object({ at: z.number(), waiting: z.number(), workers: z.array(workerSchema) });
export type RunQueue = z.infer<typeof runQueueSchema>;

/** Workers come and go with their run: what is seen of them lies beside the history, and not in it. */
export function keepRunQueue(history: string, runId: string, queue: RunQueue): void {
  const file = queueFile(history, runId);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(queue));
  renameSync(`${file}.new`, file);
}

export function forgetRunQueue(history: string, runId: string): void {
  const file = queueFile(history, runId);
  for (const each of [file, `${file}.new`]) rmSync(each, { force: true });
}

/** Answers nothing for a run that has no queue. */
export function readRunQueue(history: string, runId: string): RunQueue | undefined {
  const file = queueFile(history, runId);
  if (!existsSync(/* turbopackIgnore: true */ file)) return undefined;
  try {
    return runQueueSchema.parse(JSON.parse(readFileSync(/* turbopackIgnore: true */ file, 'utf8')));
  } catch {
    // It is gone by now, or of another version.
    return undefined;
  }
}

/** The dot keeps it out of what workers compare of a workspace. */
function queueFile(history: string, runId: string): string {
  return path.join(path.dirname(history), '.queues', `${runId}.json`);
}
