import type { Broker, SharedList } from './broker.ts';
import type { ConnectionPulse } from './connection-pulse.ts';
import { WORKSPACES_LIST } from './messages.ts';
import { pause, retryAction } from './pause.ts';
import type { OpenedSeal } from './seal.ts';

const LOOK_MS = 500;

type RunInQueue = { broker: Broker; runs: SharedList; pulse: ConnectionPulse; id: string };

/** Returns the files of a run, or undefined if they are missing although its record exists. */
export async function readRunFiles(
  { broker, runs, pulse, id }: RunInQueue,
  signal: AbortSignal,
): Promise<OpenedSeal | undefined> {
  const workspaces = broker.list(WORKSPACES_LIST);
  const readWorkspace = () => retryAction(() => workspaces.read(id), signal);
  try {
    while (!signal.aborted) {
      const files = await readWorkspace();
      if (files !== undefined) return files;
      // A run puts its files into the queue before its record, and puts both again if the queue loses them.
      const record = await retryAction(() => runs.read(id), signal);
      if (record !== undefined || !pulse.isAlive(id, undefined)) return await readWorkspace();
      await pause(LOOK_MS, signal);
    }
    return undefined;
  } finally {
    await workspaces.close();
  }
}
