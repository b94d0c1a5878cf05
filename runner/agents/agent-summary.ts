/**
 * An agent as shown in lists. `path` is relative to the workspace; `address` is the server or program that answers, if
 * it is outside the workspace.
 */
export type AgentSummary = {
  id: string;
  /** The type in its config entry, or the name of its file format. */
  type: string;
  path?: string;
  connector?: string;
  /** True when the agent uses no model of the workspace, so that its connector cannot be replaced by another. */
  noConnector?: boolean;
  address?: string;
  name?: string;
  description?: string;
  /** The system prompt of an agent that is only a model with a prompt; empty when it has none. */
  prompt?: string;
  /** The reason why the agent cannot be called in its present state. */
  problem?: string;
  /** True when the price is known for the tokens of the agent's own model calls. */
  priced?: boolean;
};

/** Drops empty and undefined fields. */
export function omitEmptySummaryFields(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
