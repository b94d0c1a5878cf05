/**
 * What lists show of an agent. `path` is relative to the workspace; `address` is the server or program that answers, if
 * it is outside the workspace.
 */
export type AgentSummary = {
  id: string;
  /** The agent's type in the config, or the name of its file format. */
  type: string;
  path?: string;
  connector?: string;
  /** True if the agent uses no model of the workspace, so no other connector can be chosen for it. */
  noConnector?: boolean;
  address?: string;
  name?: string;
  description?: string;
  /** The system prompt of an agent that consists only of a model and a prompt; empty if it has no prompt. */
  prompt?: string;
  /** The reason why the agent cannot be called at present. */
  problem?: string;
  /** True if the price of the agent's own model calls is known. */
  priced?: boolean;
};

/** Removes empty and undefined fields. */
export function omitEmptySummaryFields(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
