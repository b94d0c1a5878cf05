import { modelToolName } from '../../assertions/match-tool.ts';
import type { Message } from '../../contract/index.ts';
import { toolExchange, toolResultText } from '../../fold/index.ts';
import type { AgentResponse } from '../../ports/index.ts';

/** Converts the agent's answer to the messages that later turns contain: tool calls, their results, then the text. */
export function messagesOfResponse({ content, toolCalls }: AgentResponse, turn: number): Message[] {
  const text: Message[] = content === '' ? [] : [{ role: 'assistant', content }];
  if (toolCalls.length === 0) return text;
  const calls = toolCalls.map((call, position) => ({
    id: call.id ?? `call_${turn}_${position + 1}`,
    name: modelToolName(call),
    arguments: JSON.stringify(call.arguments ?? {}),
    result: toolResultText(call),
  }));
  return [...toolExchange('', calls), ...text];
}
