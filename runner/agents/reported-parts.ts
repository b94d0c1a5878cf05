import type { AgentEntry } from '../contract/index.ts';
import type { ReportedAnswerPartKind } from '../ports/index.ts';
import { findAgentType } from './agent-types.ts';
import { pathKeys } from './http/path-keys.ts';

const words: Record<ReportedAnswerPartKind, string> = {
  tools: 'the tools that it calls',
  usage: 'the tokens that it spends',
};
const examples: Record<ReportedAnswerPartKind, string> = { tools: 'reply.tool_calls', usage: 'reply.usage' };

/**
 * Returns why a part of an agent's answers cannot be checked, and what to add to the config; undefined if the agent may
 * report the part.
 */
export function describeUnreportedAnswerPart(
  id: string,
  entry: AgentEntry,
  part: ReportedAnswerPartKind,
): string | undefined {
  const how = findAgentType(entry).reports(entry)[part];
  if (how === 'may') return undefined;
  const blind = `the agent "${id}" does not report ${words[part]}, so they cannot be checked`;
  if (how === 'path') {
    const snippet = `"${pathKeys[part]}": "${examples[part]}"`;
    const instead = part === 'tools' ? ', or mock its tools' : '';
    return `${blind}: in the workspace config, give this agent their path in its answer, such as ${snippet}${instead}`;
  }
  const instead = part === 'tools' ? 'mock its tools, or test it' : 'test it';
  return `${blind}: its protocol (${entry.type}) cannot carry them; ${instead} over another protocol`;
}
