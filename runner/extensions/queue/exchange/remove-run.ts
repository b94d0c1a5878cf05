import type { Broker } from './broker.ts';
import { messageListName, orderListName, RUNS_LIST, WORKSPACES_LIST } from './messages.ts';

/** Removes a run from the queue, together with all its offered attempts. Its workers then leave the run. */
export async function removeRun(broker: Broker, runId: string): Promise<void> {
  for (const name of [RUNS_LIST, WORKSPACES_LIST]) {
    const list = broker.openList(name);
    await list.removeEntry(runId);
    await list.close();
  }
  await dropLists(broker, runId);
}

/** Removes the lists of orders and messages of a run that has ended. */
export async function dropLists(broker: Broker, runId: string): Promise<void> {
  for (const name of [orderListName(runId), messageListName(runId)]) {
    const list = broker.openList(name);
    await list.deleteList();
    await list.close();
  }
}
