import type { AgentEntry } from '../contract/index.ts';
import type { ReportedPart } from '../ports/index.ts';

/**
 * How a type of agent tells of a part beside its text: `may` (in its answers, where it has any), `path` (the entry says at
 * which path), `never` (its protocol has no place for it). The state of a case is the runner's own.
 */
type Reporting = 'may' | 'path' | 'never';

const reporting: Readonly<Record<AgentEntry['type'], Readonly<Record<ReportedPart, Reporting>>>> = {
  module: { tools: 'may', usage: 'may' },
  command: { tools: 'may', usage: 'may' },
  http: { tools: 'path', usage: 'path' },
  openai: { tools: 'may', usage: 'may' },
  scripted: { tools: 'may', usage: 'may' },
  replay: { tools: 'may', usage: 'may' },
  'openai-chat': { tools: 'may', usage: 'may' },
  'openai-responses': { tools: 'may', usage: 'may' },
  'ai-sdk-ui': { tools: 'may', usage: 'may' },
  'ag-ui': { tools: 'may', usage: 'may' },
  a2a: { tools: 'never', usage: 'never' },
  langgraph: { tools: 'may', usage: 'may' },
  yao: { tools: 'may', usage: 'may' },
  acp: { tools: 'may', usage: 'may' },
};

/** The key of an entry that says where a part is in an answer. */
export const pathKeys = { tools: 'tool_calls', usage: 'usage' } as const satisfies Record<ReportedPart, string>;

const words: Record<ReportedPart, string> = { tools: 'the tools that it calls', usage: 'the tokens that it spends' };
const examples: Record<ReportedPart, string> = { tools: 'reply.tool_calls', usage: 'reply.usage' };

/** Why a part of an agent's answers cannot be judged, with what to add to the config; nothing where it may be seen. */
export function unreported(id: string, entry: AgentEntry, part: ReportedPart): string | undefined {
  const how = reporting[entry.type][part];
  if (how === 'may' || (entry.type === 'http' && entry[pathKeys[part]] !== undefined)) return undefined;
  const blind = `the agent "${id}" does not tell ${words[part]}, so that nothing can be judged by them`;
  if (how === 'path') {
    const snippet = `"${pathKeys[part]}": "${examples[part]}"`;
    const instead = part === 'tools' ? ', or mock its tools' : '';
    return `${blind}: add where they are in its answer, such as ${snippet}, to it in the workspace config${instead}`;
  }
  const instead = part === 'tools' ? 'mock its tools, or test it' : 'test it';
  return `${blind}: its protocol (${entry.type}) has no place for them; ${instead} in another protocol`;
}
