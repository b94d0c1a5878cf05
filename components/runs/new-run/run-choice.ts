import type { SuiteSummary, WorkspaceContents } from '@/lib/queries';

/** The chosen agent of a run and its connector; absent if the suite and the agent determine them. */
export type RunChoice = { agentId?: string; connector?: string };

/**
 * The value of the option that leaves the choice of the agent or connector to the suite. It cannot equal an id, because
 * no id begins with a space.
 */
export const OWN_CONNECTOR_VALUE = ' own';

type ChoiceContext = { workspace: WorkspaceContents; suite: SuiteSummary | undefined };

/**
 * Adds the required agent if none was chosen, because a suite outside any agent's folder needs one. Removes the chosen
 * connector if the agent does not use one.
 */
export function resolveRunChoice({ agentId, connector }: RunChoice, { workspace, suite }: ChoiceContext): RunChoice {
  const chosenCases =
    agentId ??
    (suite?.agentId === undefined ? workspace.agents.find(({ problem }) => problem === undefined)?.id : undefined);
  const isOwn = chosenCases === undefined || chosenCases === OWN_CONNECTOR_VALUE;
  const takesIt = acceptsConnector({ workspace, agentId: isOwn ? suite?.agentId : chosenCases });
  return {
    ...(connector === undefined || !takesIt ? {} : { connector }),
    ...(isOwn ? {} : { agentId: chosenCases }),
  };
}

/** Returns false for an agent that uses no model of the workspace. */
export function acceptsConnector({
  workspace,
  agentId,
}: Pick<OtherConnectorsOptions, 'workspace' | 'agentId'>): boolean {
  return workspace.agents.find(({ id }) => id === agentId)?.noConnector !== true;
}

/** Returns the choice made in the fields. */
export function toRunChoice(agentId: string | undefined, connector: string | undefined): RunChoice {
  return {
    agentId,
    ...(connector === undefined || connector === OWN_CONNECTOR_VALUE ? {} : { connector }),
  };
}

type OtherConnectorsOptions = {
  workspace: WorkspaceContents;
  agentId: string | undefined;
  connector: string | undefined;
};

/** Returns the other connectors on which the same cases can run; empty if the agent uses no connector. */
export function listOtherConnectors({ workspace, agentId, connector }: OtherConnectorsOptions): string[] {
  if (!acceptsConnector({ workspace, agentId })) return [];
  return workspace.connectors.flatMap(({ id, keyPresent }) => (keyPresent && id !== connector ? [id] : []));
}
