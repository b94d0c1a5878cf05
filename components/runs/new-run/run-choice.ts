import type { SuiteSummary, WorkspaceContents } from '@/lib/queries';

/**
 * The agent and the connector that the user has chosen for a run. Without a choice, the suite determines the agent, and
 * the agent the connector.
 */
export type RunChoice = { agentId?: string; connector?: string };

/** The value of the menu option for no choice. It cannot be equal to an id, because no id begins with a space. */
export const OWN_CONNECTOR_VALUE = ' own';

type ChoiceContext = { workspace: WorkspaceContents; suite: SuiteSummary | undefined };

/**
 * Chooses the first usable agent if none was chosen and the suite belongs to no agent. Removes the connector if the
 * agent does not use one.
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

/** Returns false for an agent that uses none of the connectors of the workspace. */
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

/** Returns the other connectors on which the same cases could run; empty if the agent uses no connector. */
export function listOtherConnectors({ workspace, agentId, connector }: OtherConnectorsOptions): string[] {
  if (!acceptsConnector({ workspace, agentId })) return [];
  return workspace.connectors.flatMap(({ id, keyPresent }) => (keyPresent && id !== connector ? [id] : []));
}
