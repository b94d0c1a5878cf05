import { chooseConnector } from '../models/choose-connector.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { AgentSource } from './agent-catalog.ts';
import { findAgentType } from './agent-types.ts';

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

export function summaryOf(source: AgentSource, root: string): AgentSummary {
  switch (source.type) {
    case 'found':
      return source.agent.summary();
    case 'model':
      return { id: source.id, type: 'model', connector: source.connector, prompt: '' };
    case 'entry':
      return summaryOfEntry(source, root);
    default:
      return source satisfies never;
  }
}

/** The same with the connector that its role or variable stands for. One that cannot be chosen is complained about when asked. */
export function onConnector(
  summary: AgentSummary,
  workspace: { connectors: Connectors; variables: Variables },
): AgentSummary {
  const { id, connector } = summary;
  if (connector === undefined) return summary;
  try {
    return { ...summary, connector: chooseConnector({ id, connector }, workspace) };
  } catch {
    return summary;
  }
}

function summaryOfEntry({ id, entry }: Extract<AgentSource, { type: 'entry' }>, root: string): AgentSummary {
  const { type, name, description } = entry;
  const agentType = findAgentType(entry);
  const priced = 'cost' in entry && entry.cost !== undefined;
  return {
    id,
    type,
    ...present({ ...agentType.address(entry, root), name, description }),
    ...(priced ? { priced } : {}),
    ...(agentType.takesConnector ? {} : { noConnector: true }),
    ...(entry.type === 'openai' ? { prompt: entry.system ?? '' } : {}),
  };
}

/** The fields that say something. */
export function present(fields: Record<string, string | undefined>): Partial<AgentSummary> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
