import type { Broker } from './broker.ts';
import { RUNS, runRecordSchema, WORKSPACES } from './messages.ts';
import { dropLists } from './remove-run.ts';

/** Ends a run whose own machine can no longer do so: its workers leave it, and its entries in the queue are removed. */
export async function endRun(broker: Broker, runId: string): Promise<void> {
  const runs = broker.list(RUNS);
  const workspaces = broker.list(WORKSPACES);
  const foundRun = await runs.read(runId);
  const record = runRecordSchema.safeParse(foundRun?.ok === true ? foundRun.data : undefined);
  if (record.success) {
    await runs.replace({ id: runId, data: { ...record.data, beat: record.data.beat + 1, ended: true } });
  }
  await workspaces.remove(runId);
  await dropLists(broker, runId);
  await Promise.all([runs.close(), workspaces.close()]);
}
