import type { Broker, BrokerList } from './broker.ts';
import type { SignatureCheck } from './entry-signer.ts';
import { WORKSPACES_LIST } from './messages.ts';
import type { RunHeartbeats } from './run-heartbeats.ts';
import { retryAction, waitMs } from './wait-ms.ts';

const POLL_INTERVAL_MS = 500;

type RunInQueue = { broker: Broker; runs: BrokerList; heartbeats: RunHeartbeats; id: string };

/** Returns the digests of a run's files; undefined if the run has a record in the queue but no files. */
export async function readRunFiles(
  { broker, runs, heartbeats: pulse, id }: RunInQueue,
  signal: AbortSignal,
): Promise<SignatureCheck | undefined> {
  const workspaces = broker.openList(WORKSPACES_LIST);
  const readWorkspace = () => retryAction(() => workspaces.readEntry(id), signal);
  try {
    while (!signal.aborted) {
      const files = await readWorkspace();
      if (files !== undefined) return files;
      // A run stores its files in the queue before its record, and stores both again if the queue loses them. So if
      // there is a record but no files, the run has none.
      const record = await retryAction(() => runs.readEntry(id), signal);
      if (record !== undefined || !pulse.isRunAlive(id, undefined)) return await readWorkspace();
      await waitMs(POLL_INTERVAL_MS, signal);
    }
    return undefined;
  } finally {
    await workspaces.close();
  }
}
