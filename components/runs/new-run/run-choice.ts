import type { WorkspaceContents, WorkspaceSuite } from '@/lib/queries';

/** Whom a run asks, and on which model; nothing where the suite and the agent say so themselves. */
export type RunChoice = { agentId?: string; connector?: string };

/** Chosen in place of an agent or a connector. No id begins with a space. */
export const OWN = ' own';

/** What is asked for when a person chose nothing: a suite that lies around no agent needs one. */
export function completeChoice(
  { agentId, ...choice }: RunChoice,
  { workspace, suite }: { workspace: WorkspaceContents; suite: WorkspaceSuite | undefined },
): RunChoice {
  const chosen = agentId ?? (suite?.agentId === undefined ? workspace.agents[0]?.id : undefined);
  return chosen === undefined || chosen === OWN ? choice : { ...choice, agentId: chosen };
}

/** What was chosen in the fields. */
export function choiceOf(agentId: string | undefined, connector: string | undefined): RunChoice {
  return {
    ...(agentId === undefined ? {} : { agentId }),
    ...(connector === undefined || connector === OWN ? {} : { connector }),
  };
}
