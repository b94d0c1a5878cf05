import type { Broker, SharedList } from './broker.ts';
import { WORKSPACES } from './messages.ts';
import { pause, persist } from './pause.ts';
import type { Pulse } from './pulse.ts';
import type { Opened } from './seal.ts';

const LOOK_MS = 500;

type RunInQueue = { broker: Broker; runs: SharedList; pulse: Pulse; id: string };

/** Returns the files of a run, or undefined if they are missing although its record exists. */
export async function readRunFiles(
  { broker, runs, pulse, id }: RunInQueue,
  signal: AbortSignal,
): Promise<Opened | undefined> {
  const workspaces = broker.list(WORKSPACES);
  const readWorkspace = () => persist(() => workspaces.read(id), signal);
  try {
    while (!signal.aborted) {
      const files = await readWorkspace();
      if (files !== undefined) return files;
      // A run puts its files into the queue before its record, and puts both again if the queue loses them.
      const record = await persist(() => runs.read(id), signal);
      if (record !== undefined || !pulse.isAlive(id, undefined)) return await readWorkspace();
      await pause(LOOK_MS, signal);
    }
    return undefined;
  } finally {
    await workspaces.close();
  }
}
