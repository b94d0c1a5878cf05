import { toModelToolName } from '../../assertions/match-tool.ts';
import type { Message } from '../../contract/index.ts';
import { formatToolResultForModel, toToolCallMessages } from '../../fold/index.ts';
import type { AgentResponse } from '../../ports/index.ts';

/** Converts the agent's answer to the messages that later turns contain: tool calls, their results, then the text. */
export function toConversationMessages({ content, toolCalls }: AgentResponse, turn: number): Message[] {
  const text: Message[] = content === '' ? [] : [{ role: 'assistant', content }];
  if (toolCalls.length === 0) return text;
  const calls = toolCalls.map((call, position) => ({
    id: call.id ?? `call_${turn}_${position + 1}`,
    name: toModelToolName(call),
    arguments: JSON.stringify(call.arguments ?? {}),
    result: formatToolResultForModel(call),
  }));
  return [...toToolCallMessages('', calls), ...text];
}
