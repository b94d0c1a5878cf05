import type { ToolCall } from '../../../contract/index.ts';
import type { ModelCall } from '../../../ports/index.ts';
import type { Span } from '../../../traces/index.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonOrKeepText,
  toJsonText,
  tryParseJson,
  withoutUndefined,
} from '../../../values/index.ts';
import type { ImportedTurn } from './conversation.ts';

/** The parts of a message in a model request that are needed for conversations. */
export type PlainMessage = { role: string; text: string; toolCallId?: string | undefined; calls: JsonObject[] };

/** Returns the messages of a model request, in order. */
export function listRequestMessages(call: ModelCall | undefined): PlainMessage[] {
  return (call?.request?.messages ?? []).filter(isJsonObject).map(toPlainMessage);
}

function toPlainMessage(message: JsonObject): PlainMessage {
  const { role, content, tool_call_id: id, tool_calls: calls } = message;
  return {
    role: String(role ?? 'user'),
    text: joinContentText(content ?? message.parts ?? null),
    toolCallId: typeof id === 'string' ? id : undefined,
    calls: Array.isArray(calls) ? calls.filter(isJsonObject) : [],
  };
}

function joinContentText(content: Json): string {
  if (content === null) return '';
  if (!Array.isArray(content)) return toJsonText(content);
  return content
    .map((part) => {
      if (!isJsonObject(part)) return toJsonText(part);
      const text = part.text ?? part.content;
      return typeof text === 'string' ? text : `[${String(part.type ?? 'data')}]`;
    })
    .join('\n');
}

/** Returns the turns before the last user message. A user message without an answer is not a turn. */
export function listTurnsInHistory(messages: readonly PlainMessage[]): ImportedTurn[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const turns: (ImportedTurn & { response: { content: string; toolCalls: ToolCall[] } })[] = [];
  const calls = new Map<string, ToolCall>();
  for (const { role, text, toolCallId, calls: requestedCalls } of messages.slice(0, Math.max(0, last))) {
    const turn = turns.at(-1);
    if (role === 'user') turns.push({ input: text, response: { content: '', toolCalls: [] } });
    else if (turn !== undefined && role === 'assistant') {
      if (text !== '') turn.response.content = text;
      const toolCalls = requestedCalls.map(toToolCall);
      turn.response.toolCalls.push(...toolCalls);
      for (const call of toolCalls) calls.set(call.id ?? '', call);
    } else if (role === 'tool') {
      const call = calls.get(toolCallId ?? '');
      if (call !== undefined) call.result = parseJsonOrKeepText(text);
    }
  }
  return turns.filter(({ response }) => response.content !== '' || response.toolCalls.length > 0);
}

function toToolCall(call: JsonObject): ToolCall {
  const named = isJsonObject(call.function) ? call.function : call;
  const rawArguments = named.arguments;
  return {
    tool: String(named.name ?? named.tool ?? 'unknown'),
    ...withoutUndefined({
      id: typeof call.id === 'string' ? call.id : undefined,
      arguments: typeof rawArguments === 'string' ? parseJsonOrKeepText(rawArguments) : rawArguments,
    }),
  };
}

type AgentTurn = { span: Span; input: string; output: string };

/**
 * Returns the inputs and answers of the outermost agents of a trace. Used if the trace's model calls do not contain
 * them.
 */
export function listOutermostAgentTurns(spans: readonly Span[]): AgentTurn[] {
  const agentSpans = spans.flatMap((span): AgentTurn[] => {
    const texts = findInputAndOutputTexts(span.attributes);
    return texts === undefined ? [] : [{ span, ...texts }];
  });
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  const ids = new Set(agentSpans.map(({ span }) => span.spanId));
  const isInsideAnotherAgent = ({ span }: AgentTurn): boolean => {
    const visited = new Set<string>();
    let parentId = span.parentSpanId;
    while (parentId !== undefined && !visited.has(parentId)) {
      if (ids.has(parentId)) return true;
      visited.add(parentId);
      parentId = parents.get(parentId);
    }
    return false;
  };
  return agentSpans
    .filter((turn) => !isInsideAnotherAgent(turn))
    .sort((one, other) => one.span.startedAt - other.span.startedAt);
}

function findInputAndOutputTexts(attributes: JsonObject): { input: string; output: string } | undefined {
  const kind = String(attributes['openinference.span.kind'] ?? '').toUpperCase();
  const operation = String(attributes['ai.operationId'] ?? '');
  const isAgent = kind === 'AGENT' || kind === 'CHAIN' || attributes['gen_ai.operation.name'] === 'invoke_agent';
  if (isAgent) {
    return findTextsByAttributeNames(
      attributes,
      ['gen_ai.input.messages', 'input.value'],
      ['gen_ai.output.messages', 'output.value'],
    );
  }
  if (!/^ai\.(?:generate|stream)(?:Text|Object)$/.test(operation)) return undefined;
  return findTextsByAttributeNames(attributes, ['ai.prompt'], ['ai.response.text', 'ai.response.object']);
}

function findTextsByAttributeNames(attributes: JsonObject, inputNames: string[], outputNames: string[]) {
  const input = findMessageTextByRole(attributes, inputNames, 'user');
  const output = findMessageTextByRole(attributes, outputNames, 'assistant');
  return input === undefined || output === undefined ? undefined : { input, output };
}

/**
 * Returns the text of an attribute. Some exporters write a text, others messages or an object that contains one of
 * these.
 */
function findMessageTextByRole(attributes: JsonObject, names: string[], role: string): string | undefined {
  const rawMessages = names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null);
  if (rawMessages === undefined) return undefined;
  const value = typeof rawMessages === 'string' ? (tryParseJson(rawMessages) ?? rawMessages) : rawMessages;
  const inner = isJsonObject(value) ? (value.messages ?? value.prompt ?? value.input ?? value) : value;
  if (!Array.isArray(inner)) return toJsonText(inner);
  const messages = inner.filter(isJsonObject).map(toPlainMessage);
  return (messages.findLast((message) => message.role === role) ?? messages.at(-1))?.text;
}
