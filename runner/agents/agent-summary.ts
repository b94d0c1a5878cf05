/** An agent as shown in lists; `path` is relative to the workspace, `address` is what answers outside the workspace. */
export type AgentSummary = {
  id: string;
  /** The type in its config entry, or the name of its file format. */
  type: string;
  path?: string;
  connector?: string;
  /** It uses none of our models, so another connector cannot be substituted. */
  noConnector?: boolean;
  address?: string;
  name?: string;
  description?: string;
  /** The system prompt of an agent that is only a model with a prompt; empty when it has none. */
  prompt?: string;
  /** Why it cannot be called as it is. */
  problem?: string;
  /** The price of the tokens that it spends itself is known. */
  priced?: boolean;
};

/** Drops empty and undefined fields. */
export function withoutEmpty(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
