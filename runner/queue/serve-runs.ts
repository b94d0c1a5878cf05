import { RUNS } from './messages.ts';
import { pause, persist } from './pause.ts';
import { createPulse } from './pulse.ts';
import { removeRun } from './remove-run.ts';
import { type Serving, serveRun } from './serve-run.ts';

const LOOK_MS = 500;

/** Works on the runs of a queue, the oldest first, one after the other, until it is stopped: then it ends what it has. */
export async function serveRuns(serving: Serving, signal: AbortSignal): Promise<void> {
  const { broker } = serving;
  const runs = broker.list(RUNS);
  const pulse = createPulse();
  const done = new Set<string>();
  while (!signal.aborted) {
    const records = (await persist(() => runs.waiting(), signal)) ?? [];
    const alive = records.filter(({ id, data }) => pulse.isAlive(id, data));
    const next = alive.find(({ id }) => !done.has(id));
    for (const { id } of records.filter((record) => pulse.isGone(record.id))) {
      // Should it come back after all, its run notices, and offers everything again.
      await persist(() => removeRun(broker, id), signal);
    }
    if (next === undefined) {
      await pause(LOOK_MS, signal);
      continue;
    }
    const isOver = await serveRun(serving, { runs, pulse, ...next }, signal);
    if (isOver) done.add(next.id);
  }
}
