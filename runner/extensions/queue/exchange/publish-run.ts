import type { Broker } from './broker.ts';
import { type LimitSharingState, RUNS_LIST, type RunRecord, runRecordSchema, WORKSPACES_LIST } from './messages.ts';
import type { OpenWorkOrderRanges } from './open-orders.ts';
import type { RemoteRunOptions } from './remote-run-options.ts';
import { dropLists } from './remove-run.ts';

/** A run's entry in the list of runs, in which workers find active runs. */
export type PublishedRun = {
  /** Updates the entry: the heartbeat of the run, the participating workers, and whether the run is cancelled. */
  updateRecord(): Promise<void>;
  /** Returns true if the queue contains other runs, which may keep workers busy. */
  hasOtherRuns(): Promise<boolean>;
  /** Marks the run as ended. A worker removes its record later. */
  markEnded(): Promise<void>;
};

type PublishState = {
  sharing(): LimitSharingState;
  orders(): OpenWorkOrderRanges;
  isCancelled(): boolean;
  /** Called when the queue has lost all entries of the run. */
  onLost(): Promise<void>;
};

export async function publishRun(
  { broker, record, files, resumes, printNotice }: RemoteRunOptions,
  { sharing, orders, isCancelled, onLost }: PublishState,
): Promise<PublishedRun> {
  const { runId } = record;
  const runs = broker.openList(RUNS_LIST);
  const workspaces = broker.openList(WORKSPACES_LIST);
  let beat = 0;
  let isEnded = false;
  let isLost = false;
  const createRunEntry = (): { id: string; data: RunRecord } => ({
    id: runId,
    data: { ...record, beat, cancelled: isCancelled(), ended: isEnded, sharing: sharing(), orders: orders() },
  });
  const addRunToQueue = async (): Promise<void> => {
    await workspaces.addEntries([{ id: runId, data: files }]);
    await runs.addEntries([createRunEntry()]);
  };
  // Marks the run that is being resumed as ended at once. Its process was killed, and otherwise its workers would wait
  // until they notice that.
  if (resumes !== undefined) await endAbandonedRun(broker, resumes);
  await addRunToQueue();
  return {
    async updateRecord() {
      beat += 1;
      const isListed = await runs.replaceEntry(createRunEntry());
      if (isListed && !isLost) return;
      if (!isLost) printNotice('the queue has lost this run: its attempts are offered again');
      // Stays true until all attempts are offered again, because the queue might lose the run again in the meantime.
      isLost = true;
      await addRunToQueue();
      await onLost();
      isLost = false;
    },
    async hasOtherRuns() {
      const all = await runs.readUntaken();
      return all.some(
        ({ id, ...found }) => id !== runId && found.ok && runRecordSchema.safeParse(found.data).data?.ended === false,
      );
    },
    async markEnded() {
      isEnded = true;
      beat += 1;
      if (!(await runs.replaceEntry(createRunEntry()))) await runs.addEntries([createRunEntry()]);
      await workspaces.removeEntry(runId);
    },
  };
}

/**
 * Ends a run whose own process can no longer end it: its workers leave it, and its entries are removed from the queue.
 */
async function endAbandonedRun(broker: Broker, runId: string): Promise<void> {
  const runs = broker.openList(RUNS_LIST);
  const workspaces = broker.openList(WORKSPACES_LIST);
  const foundRun = await runs.readEntry(runId);
  const record = runRecordSchema.safeParse(foundRun?.ok === true ? foundRun.data : undefined);
  if (record.success) {
    await runs.replaceEntry({ id: runId, data: { ...record.data, beat: record.data.beat + 1, ended: true } });
  }
  await workspaces.removeEntry(runId);
  await dropLists(broker, runId);
  await Promise.all([runs.close(), workspaces.close()]);
}
