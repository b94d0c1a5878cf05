/** An agent as lists show it; `path` is relative to the workspace, `address` what answers outside of it. */
export type AgentSummary = {
  id: string;
  /** What its config entry or the format of its files calls it. */
  type: string;
  path?: string;
  connector?: string;
  /** It asks no model of ours: no connector can take the place of another. */
  noConnector?: boolean;
  address?: string;
  name?: string;
  description?: string;
  /** What it is told before every conversation, where it is a model behind a prompt; empty where it is told nothing. */
  prompt?: string;
  /** Why it cannot be asked as it is. */
  problem?: string;
  /** It says what the tokens cost that it spends itself. */
  priced?: boolean;
};

/** The fields that say something. */
export function withoutEmpty(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
