import type { ToolCall, Usage } from '../../../contract/index.ts';
import { findReportedUsage } from '../../../models/reported-usage.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, parseJsonOrKeepText, toJsonText } from '../../../values/index.ts';
import { parseToolCall } from '../../http/read-tool-call.ts';
import { createToolCallAssembler } from '../../http/tool-call-assembler.ts';
import { type AnswerReader, createReportedError, requireUniqueCallIds } from '../read-answer.ts';

export type CompletionReader = AnswerReader & {
  /**
   * Returns the tool calls of the answer.
   * @throws an `AgentError` for a call without a name, or for two calls with the same id
   */
  toolCalls(): ToolCall[];
  /** Returns the reason why the model stopped. */
  finish(): string | undefined;
};

/** Creates a reader for chat completions, streamed or not. Only the first choice counts. */
export function createCompletionReader(): CompletionReader {
  const calls = createToolCallAssembler();
  const results = new Map<string, string>();
  let text = '';
  let length = 0;
  let role: Json = 'assistant';
  let result = '';
  let finish: string | undefined;
  let usage: Usage | undefined;

  function applyMessage(message: JsonObject): void {
    role = message.role ?? role;
    result = typeof message.tool_call_id === 'string' ? message.tool_call_id : result;
    const messageText = joinContentTexts(message.content) + joinContentTexts(message.refusal);
    const messageCalls = listRawToolCalls(message);
    if (messageText === '' && messageCalls.length === 0) return;
    // `tool_calls` does not end the answer, because an agent may forward the tool calls of its model and then continue.
    if (finish !== undefined && finish !== 'tool_calls') throw new Error(`the answer had already ended (${finish})`);
    length += messageText.length;
    if (role === 'tool') results.set(result, (results.get(result) ?? '') + messageText);
    else text += messageText;
    for (const call of messageCalls) {
      length += toJsonText(call).length;
      calls.addItem(call);
    }
  }

  return {
    read(document) {
      if (!isJsonObject(document)) throw new Error('the answer is not an object');
      if ((document.error ?? null) !== null) throw createReportedError(document.error ?? null);
      usage = findReportedUsage(document, usage) ?? usage;
      const { choices } = document;
      if (!Array.isArray(choices)) throw new Error('the answer has no "choices"');
      const choice = choices.find((each) => isJsonObject(each) && (each.index ?? 0) === 0);
      if (!isJsonObject(choice)) return;
      const message = choice.delta ?? choice.message;
      if (isJsonObject(message)) applyMessage(message);
      if (isJsonObject(choice.message)) finish ??= 'stop';
      if (choice.finish_reason === 'error') throw createReportedError('finish_reason is "error"');
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason;
    },
    end: { name: 'its finish_reason', isRead: () => finish !== undefined, orDone: true },
    text: () => text,
    usage: () => usage,
    length: () => length,
    finish: () => finish,
    toolCalls() {
      const fullDocument = calls.toCompleteCalls().map(requireToolCall);
      requireUniqueCallIds(fullDocument);
      return fullDocument.map((call) => {
        const resultText = results.get(call.id ?? '');
        return resultText === undefined ? call : { ...call, result: parseJsonOrKeepText(resultText) };
      });
    },
  };
}

/** Returns the text of the content, which some servers send as a list of parts. */
function joinContentTexts(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) throw new Error('the content of the answer is neither a text nor a list of parts');
  return content.map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** Returns the calls of a message. `function_call` is an older format for a single call. */
function listRawToolCalls({ tool_calls: toolCalls, function_call: only }: JsonObject): Json[] {
  if (Array.isArray(toolCalls)) return toolCalls;
  if (toolCalls !== undefined && toolCalls !== null) throw new Error('the tool_calls of the answer are not a list');
  return isJsonObject(only) ? [{ index: 0, function: only }] : [];
}

function requireToolCall(item: Json): ToolCall {
  const call = parseToolCall(item);
  if (call !== undefined) return call;
  throw new AgentError(`answered with a tool call without a name: ${JSON.stringify(item).slice(0, 200)}`, 'agent');
}
