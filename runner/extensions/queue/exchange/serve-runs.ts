import type { FoundEntry } from './broker.ts';
import { createPulse } from './connection-pulse.ts';
import { type Message, messageListName, RUNS_LIST } from './messages.ts';
import { pause, retryAction } from './pause.ts';
import { removeRun } from './remove-run.ts';
import { type ServeOptions, serveRun } from './serve-run.ts';

const LOOK_MS = 500;

/**
 * Works on the runs of a queue one after the other, oldest first, until it is stopped; then it finishes what it has
 * begun.
 */
export async function serveRuns(serving: ServeOptions, signal: AbortSignal): Promise<void> {
  const { broker } = serving;
  const runs = broker.list(RUNS_LIST);
  const pulse = createPulse();
  const doneRuns = new Set<string>();
  const refuse = createRefusals(serving);
  while (!signal.aborted) {
    const records = (await retryAction(() => runs.waiting(), signal)) ?? [];
    // A run with a refused record stays a candidate, because the run's own machine repairs a record that somebody has
    // overwritten.
    for (const record of records) if (!record.ok) await refuse(record, signal);
    const alive = records.flatMap((record) => (record.ok && pulse.isAlive(record.id, record.data) ? [record] : []));
    const next = alive.find(({ id }) => !doneRuns.has(id));
    for (const { id } of records.filter((record) => pulse.isGone(record.id))) {
      // If the run comes back after all, it notices the loss and offers everything again.
      await retryAction(() => removeRun(broker, id), signal);
    }
    if (next === undefined) {
      await pause(LOOK_MS, signal);
      continue;
    }
    const isOver = await serveRun(serving, { runs, pulse, id: next.id, data: next.data }, signal);
    if (isOver) doneRuns.add(next.id);
  }
}

/** Reports, once per run, why this worker takes none of its attempts: on this terminal and to the run. */
function createRefusals({ broker, id: own, worker, tell }: ServeOptions) {
  const refused = new Set<string>();
  return async ({ id, reason }: Extract<FoundEntry, { ok: false }>, signal: AbortSignal): Promise<void> => {
    if (refused.has(id)) return;
    refused.add(id);
    tell(`takes no attempts of run ${id}: ${reason}`);
    const messages = broker.list(messageListName(id));
    const message: Message = { kind: 'refused', worker, reasons: [reason] };
    await retryAction(() => messages.put([{ id: `refused-${own}`, data: message }]), signal);
    await messages.close();
  };
}
