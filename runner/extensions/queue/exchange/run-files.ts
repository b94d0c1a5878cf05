import type { Broker, BrokerList } from './broker.ts';
import type { SignatureCheck } from './entry-signer.ts';
import { WORKSPACES_LIST } from './messages.ts';
import type { RunHeartbeats } from './run-heartbeats.ts';
import { retryAction, waitMs } from './wait-ms.ts';

const LOOK_MS = 500;

type RunInQueue = { broker: Broker; runs: BrokerList; pulse: RunHeartbeats; id: string };

/** Returns the files of a run, or undefined if they are missing although its record exists. */
export async function readRunFiles(
  { broker, runs, pulse, id }: RunInQueue,
  signal: AbortSignal,
): Promise<SignatureCheck | undefined> {
  const workspaces = broker.openList(WORKSPACES_LIST);
  const readWorkspace = () => retryAction(() => workspaces.readEntry(id), signal);
  try {
    while (!signal.aborted) {
      const files = await readWorkspace();
      if (files !== undefined) return files;
      // A run puts its files into the queue before its record, and puts both again if the queue loses them.
      const record = await retryAction(() => runs.readEntry(id), signal);
      if (record !== undefined || !pulse.isRunAlive(id, undefined)) return await readWorkspace();
      await waitMs(LOOK_MS, signal);
    }
    return undefined;
  } finally {
    await workspaces.close();
  }
}
