import type { Message, ToolCall } from '../../contract/index.ts';
import type { AgentResponse } from '../../ports/index.ts';

/** The answer of an agent as the messages that later turns see: tool calls, their results, then the text. */
export function messagesOfResponse({ content, toolCalls }: AgentResponse, turn: number): Message[] {
  const text: Message[] = content === '' ? [] : [{ role: 'assistant', content }];
  if (toolCalls.length === 0) return text;
  const calls = toolCalls.map((call, position) => ({ call, id: call.id ?? `call_${turn}_${position + 1}` }));
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map(({ call, id }) => ({
        id,
        type: 'function',
        function: { name: qualifiedToolName(call), arguments: JSON.stringify(call.arguments ?? {}) },
      })),
    },
    ...calls.map(({ call, id }): Message => ({ role: 'tool', tool_call_id: id, content: resultText(call) })),
    ...text,
  ];
}

/** Models take no dots in the names of tools. */
function qualifiedToolName({ server, tool }: ToolCall): string {
  return server === undefined ? tool : `${server.replaceAll('.', '_')}__${tool}`;
}

function resultText({ result, error }: ToolCall): string {
  if (error !== undefined) return JSON.stringify({ error });
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}
