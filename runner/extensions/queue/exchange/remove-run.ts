import type { Broker } from './broker.ts';
import { messageListName, orderListName, RUNS_LIST, WORKSPACES_LIST } from './messages.ts';

/** Removes a run from the queue with everything it has offered; its workers leave it. */
export async function removeRun(broker: Broker, runId: string): Promise<void> {
  for (const name of [RUNS_LIST, WORKSPACES_LIST]) {
    const list = broker.openList(name);
    await list.removeEntry(runId);
    await list.close();
  }
  await dropLists(broker, runId);
}

/** Removes the lists of a run that is over. */
export async function dropLists(broker: Broker, runId: string): Promise<void> {
  for (const name of [orderListName(runId), messageListName(runId)]) {
    const list = broker.openList(name);
    await list.deleteList();
    await list.close();
  }
}
