import { chooseConnector } from '../models/choose-connector.ts';
import type { Connectors, Variables } from '../models/connectors.ts';
import type { AgentSource } from './agent-catalog.ts';
import { type AgentSummary, omitEmptySummaryFields } from './agent-summary.ts';
import { findAgentType } from './agent-types.ts';
import { builtInAgents } from './built-in-agents.ts';

export function summarizeAgent(source: AgentSource, root: string): AgentSummary {
  switch (source.type) {
    case 'found':
      return source.agent.summary();
    case 'model':
      return { id: source.id, type: 'model', connector: source.connector, prompt: '' };
    case 'built_in':
      return { id: source.id, type: 'model', prompt: builtInAgents[source.role].system };
    case 'entry':
      return summarizeEntry(source, root);
    default:
      return source satisfies never;
  }
}

/**
 * Returns the summary with the id of a connector where it contained a role or a variable. If no connector can be
 * chosen, the summary is returned unchanged, because the problem is reported when the agent is called.
 */
export function resolveConnectorOfSummary(
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

function summarizeEntry({ id, entry }: Extract<AgentSource, { type: 'entry' }>, root: string): AgentSummary {
  const { type, name, description } = entry;
  const agentType = findAgentType(entry);
  const isPriced = 'cost' in entry && entry.cost !== undefined;
  return {
    id,
    type,
    ...omitEmptySummaryFields({ ...agentType.address(entry, root), name, description }),
    ...(isPriced ? { priced: isPriced } : {}),
    ...(agentType.takesConnector ? {} : { noConnector: true }),
    ...(entry.type === 'openai' ? { prompt: entry.system ?? '' } : {}),
  };
}
