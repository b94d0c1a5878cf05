import type { VerifiedEntry } from './broker.ts';
import { messageListName, RUNS_LIST, type WorkerMessage } from './messages.ts';
import { removeRun } from './remove-run.ts';
import { createRunHeartbeats } from './run-heartbeats.ts';
import { joinRun, type ServeOptions } from './serve-run.ts';
import { retryAction, waitMs } from './wait-ms.ts';

const POLL_INTERVAL_MS = 500;

/**
 * Takes part in the runs of a queue one after the other, the oldest first, until the worker is stopped. Then the
 * attempts that it has started are finished.
 */
export async function serveRuns(serveOptions: ServeOptions, signal: AbortSignal): Promise<void> {
  const { broker } = serveOptions;
  const runs = broker.openList(RUNS_LIST);
  const heartbeats = createRunHeartbeats();
  const doneRuns = new Set<string>();
  const reportRefusal = createRefusalReporter(serveOptions);
  while (!signal.aborted) {
    const records = (await retryAction(() => runs.readUntaken(), signal)) ?? [];
    // A run whose record was rejected is not excluded from later checks: if somebody overwrote the record, the run
    // itself will write the right one again.
    for (const record of records) if (!record.ok) await reportRefusal(record, signal);
    const alive = records.flatMap((record) =>
      record.ok && heartbeats.isRunAlive(record.id, record.data) ? [record] : [],
    );
    const next = alive.find(({ id }) => !doneRuns.has(id));
    for (const { id } of records.filter((record) => heartbeats.isRunGone(record.id))) {
      // If the run is still alive, it will notice that its entries are missing and will offer all attempts again.
      await retryAction(() => removeRun(broker, id), signal);
    }
    if (next === undefined) {
      await waitMs(POLL_INTERVAL_MS, signal);
      continue;
    }
    const isOver = await joinRun(serveOptions, { runs, heartbeats, id: next.id, data: next.data }, signal);
    if (isOver) doneRuns.add(next.id);
  }
}

/**
 * Returns a function that reports, once per run, why this worker takes no attempts of the run. The report goes to this
 * terminal and to the run.
 */
function createRefusalReporter({ broker, id: own, worker, printNotice }: ServeOptions) {
  const reportedIds = new Set<string>();
  return async ({ id, reason }: Extract<VerifiedEntry, { ok: false }>, signal: AbortSignal): Promise<void> => {
    if (reportedIds.has(id)) return;
    reportedIds.add(id);
    printNotice(`takes no attempts of run ${id}: ${reason}`);
    const messages = broker.openList(messageListName(id));
    const message: WorkerMessage = { kind: 'refused', worker, reasons: [reason] };
    await retryAction(() => messages.addEntries([{ id: `refused-${own}`, data: message }]), signal);
    await messages.close();
  };
}
