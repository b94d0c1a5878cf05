import type { SuiteSummary, WorkspaceContents } from '@/lib/queries';

/** The agent of a run, and its connector; absent if the suite and the agent set them. */
export type RunChoice = { agentId?: string; connector?: string };

/** Chosen in place of an agent or a connector. No id begins with a space. */
export const OWN = ' own';

/** Adds the agent that is required if none was chosen: a suite outside of any agent's folder needs one. */
export function completeChoice(
  { agentId, ...choice }: RunChoice,
  { workspace, suite }: { workspace: WorkspaceContents; suite: SuiteSummary | undefined },
): RunChoice {
  const chosen = agentId ?? (suite?.agentId === undefined ? workspace.agents[0]?.id : undefined);
  return chosen === undefined || chosen === OWN ? choice : { ...choice, agentId: chosen };
}

/** Returns the choice made in the fields. */
export function choiceOf(agentId: string | undefined, connector: string | undefined): RunChoice {
  return {
    agentId,
    ...(connector === undefined || connector === OWN ? {} : { connector }),
  };
}

type Started = { workspace: WorkspaceContents; agentId: string | undefined; connector: string | undefined };

/** Returns the connectors that the same cases can run on as well; none where the agent has none to replace. */
export function otherConnectors({ workspace, agentId, connector }: Started): string[] {
  const isFixed = workspace.agents.find(({ id }) => id === agentId)?.noConnector === true;
  if (isFixed) return [];
  return workspace.connectors.flatMap(({ id, keyPresent }) => (keyPresent && id !== connector ? [id] : []));
}
