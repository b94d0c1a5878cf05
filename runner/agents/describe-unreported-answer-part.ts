import type { AgentEntry } from '../contract/index.ts';
import type { ReportedAnswerPartKind } from '../ports/index.ts';
import { findAgentType } from './agent-types.ts';
import { pathKeyByAnswerPart } from './http/path-keys.ts';

const partLabels: Record<ReportedAnswerPartKind, string> = {
  tools: 'the tools that it calls',
  usage: 'the tokens that it spends',
};
const examplePathByPart: Record<ReportedAnswerPartKind, string> = { tools: 'reply.tool_calls', usage: 'reply.usage' };

/**
 * Returns why a part of an agent's answers, such as its tool calls, cannot be checked, and what to add to the config.
 * Undefined if the agent may report the part.
 */
export function describeUnreportedAnswerPart(
  id: string,
  entry: AgentEntry,
  part: ReportedAnswerPartKind,
): string | undefined {
  const pathAdvice = findAgentType(entry).reports(entry)[part];
  if (pathAdvice === 'may') return undefined;
  const unreportedText = `the agent "${id}" does not report ${partLabels[part]}, so they cannot be checked`;
  if (pathAdvice === 'path') {
    const snippet = `"${pathKeyByAnswerPart[part]}": "${examplePathByPart[part]}"`;
    const alternative = part === 'tools' ? ', or mock its tools' : '';
    return `${unreportedText}: in the workspace config, give the entry of this agent the JSON path of these values in the answer, such as ${snippet}${alternative}`;
  }
  const alternative = part === 'tools' ? 'mock its tools, or test it' : 'test it';
  return `${unreportedText}: its protocol (${entry.type}) cannot carry them; ${alternative} over another protocol`;
}
