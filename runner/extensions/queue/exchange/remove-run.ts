import type { Broker } from './broker.ts';
import { messageListName, orderListName, RUNS, WORKSPACES } from './messages.ts';

/** Removes a run from the queue with everything it has offered; its workers leave it. */
export async function removeRun(broker: Broker, runId: string): Promise<void> {
  for (const name of [RUNS, WORKSPACES]) {
    const list = broker.list(name);
    await list.remove(runId);
    await list.close();
  }
  await dropLists(broker, runId);
}

/** Removes the lists of a run that is over. */
export async function dropLists(broker: Broker, runId: string): Promise<void> {
  for (const name of [orderListName(runId), messageListName(runId)]) {
    const list = broker.list(name);
    await list.drop();
    await list.close();
  }
}
