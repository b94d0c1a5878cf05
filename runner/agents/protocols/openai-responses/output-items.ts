import type { ToolCall } from '../../../contract/index.ts';
import {
  castToJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonOrKeepText,
  toJsonText,
  withoutUndefined,
} from '../../../values/index.ts';
import type { OpenInterrupt } from '../protocol.ts';

/** Types of items that are not part of the answer: users do not see them, and they have no effect outside the agent. */
const ignoredItems = [
  ...['reasoning', 'compaction', 'mcp_list_tools', 'mcp_approval_response', 'additional_tools'],
  ...['tool_search_call', 'tool_search_output', 'program', 'program_output'],
];

/** The contents of an answer, which consists of several items. */
export type ParsedOutputItems = {
  texts: string[];
  toolCalls: ToolCall[];
  interrupts: OpenInterrupt[];
  /** The types of items that are unknown here, for a warning. */
  unknown: string[];
};

export function parseOutputItems(items: readonly JsonObject[]): ParsedOutputItems {
  const answer: ParsedOutputItems = { texts: [], toolCalls: [], interrupts: [], unknown: [] };
  const outputs = new Map(items.filter(isCallOutput).map(({ call_id: id, output }) => [id, output]));
  for (const item of items) {
    const type = typeof item.type === 'string' ? item.type : '';
    if (ignoredItems.includes(type) || isCallOutput(item)) continue;
    if (type === 'message') answer.texts.push(joinOutputTexts(item));
    else if (type === 'mcp_approval_request') answer.interrupts.push(toApprovalInterrupt(item));
    else if (type.endsWith('_call')) answer.toolCalls.push(toToolCall(type, item, outputs.get(item.call_id)));
    else answer.unknown.push(type);
  }
  return answer;
}

function isCallOutput({ type }: JsonObject): boolean {
  return typeof type === 'string' && /_call_output$/.test(type);
}

/** Returns the text of an item. A refusal is also text, because the user reads it. */
export function joinOutputTexts({ content }: JsonObject): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isJsonObject)
    .map(({ text, refusal }) => [text, refusal].find((each) => typeof each === 'string') ?? '')
    .join('');
}

function toApprovalInterrupt({ id, name, arguments: toolArguments }: JsonObject): OpenInterrupt {
  const tool = toJsonText(name ?? '');
  return {
    id: toJsonText(id ?? ''),
    reason: 'mcp_approval_request',
    message: `May ${tool} be called with ${toJsonText(toolArguments ?? {})}?`,
    tool,
    arguments: parseJsonOrKeepText(toJsonText(toolArguments ?? {})),
  };
}

/**
 * Returns the name of the called tool. A call of a built-in tool contains no name, so it is named after its item type.
 */
function toToolCall(type: string, item: JsonObject, output: Json | undefined): ToolCall {
  const { id, call_id: callId, name, server_label: server } = item;
  const isNamed = typeof name === 'string' && name !== '';
  const {
    arguments: callArguments,
    result,
    failure,
  } = isNamed ? parseNamedCallParts(item) : parseBuiltInCallParts(item);
  return withoutUndefined({
    id: [callId, id].find((each) => typeof each === 'string'),
    tool: isNamed ? name : type.replace(/_call$/, ''),
    server: typeof server === 'string' ? server : undefined,
    arguments: callArguments,
    result: output === undefined ? result : parseJsonOrKeepText(toJsonText(output)),
    error: failure ?? (item.status === 'failed' ? 'the call failed' : undefined),
  });
}

type ToolCallParts = { arguments: Json; result: Json | undefined; failure?: string | undefined };

function parseNamedCallParts({ arguments: callArguments, input, output, error }: JsonObject): ToolCallParts {
  const rawArguments = callArguments ?? input ?? {};
  return {
    arguments: rawArguments === '' ? {} : parseJsonOrKeepText(toJsonText(rawArguments)),
    result: typeof output === 'string' ? parseJsonOrKeepText(output) : undefined,
    failure: formatFailure(error ?? null),
  };
}

/** Returns the arguments of a built-in call: all fields of its item except the results. */
function parseBuiltInCallParts(item: JsonObject): ToolCallParts {
  const { id, call_id, type, status, results, outputs, output, result, action, ...rest } = item;
  const rawOutput = [results, outputs, output, result].find((each) => each !== undefined && each !== null);
  return { arguments: castToJson(isJsonObject(action) ? { ...action, ...rest } : rest), result: rawOutput };
}

function formatFailure(error: Json): string | undefined {
  if (error === null) return undefined;
  return isJsonObject(error) && typeof error.message === 'string' ? error.message : toJsonText(error);
}
