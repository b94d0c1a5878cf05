import type { Message } from '../contract/index.ts';
import { formatContentText } from '../fold/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/index.ts';

/** A conversation in the form that the rules of a scripted model see. */
export type ScriptedRuleInput = {
  role: Message['role'] | undefined;
  text: string;
  spoken: string[];
  system: string[];
  turn: number;
  /** The number of the sample, counted from 1. */
  sample: number;
  input: string;
  /** The tool results at the end of the conversation. */
  toolResults: { name: string; text: string }[];
  /** The last message of the conversation, if it is a JSON object, as in requests to simulators and validators. */
  request: JsonObject;
  /** The agent's last text in the `conversation` field of `request`. */
  reply: string | undefined;
  toolCallCount: number;
};

export function createScriptedRuleInput(messages: readonly Message[], sample: number): ScriptedRuleInput {
  const last = messages.at(-1);
  const text = getMessageText(last);
  const users = messages.filter((message) => message.role === 'user');
  const request = parseJsonObjectOrEmpty(text);
  return {
    role: last?.role,
    text,
    spoken: messages.filter((message) => !isSystemMessage(message)).map(getMessageText),
    system: messages.filter(isSystemMessage).map(getMessageText),
    turn: users.length,
    sample,
    input: getMessageText(users.at(-1)),
    toolResults: listTrailingToolResults(messages),
    request,
    reply: findLastReply(request.conversation),
    toolCallCount: messages.reduce((count, message) => count + (message.tool_calls?.length ?? 0), 0),
  };
}

function isSystemMessage(message: Message): boolean {
  return message.role === 'system' || message.role === 'developer';
}

function getMessageText(message: Message | undefined): string {
  return formatContentText(message?.content ?? null);
}

function listTrailingToolResults(messages: readonly Message[]): ScriptedRuleInput['toolResults'] {
  const firstOther = messages.findLastIndex((message) => message.role !== 'tool');
  return messages
    .slice(firstOther + 1)
    .map((message) => ({ name: findToolName(message, messages), text: getMessageText(message) }));
}

function findToolName(result: Message, messages: readonly Message[]): string {
  if (result.name !== undefined) return result.name;
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  return calls.find((call) => call.id === result.tool_call_id)?.function.name ?? '';
}

function parseJsonObjectOrEmpty(text: string): JsonObject {
  if (!text.trimStart().startsWith('{')) return {};
  const value = tryParseJson(text);
  return isJsonObject(value) ? value : {};
}

function findLastReply(conversation: Json | undefined): string | undefined {
  if (!Array.isArray(conversation)) return undefined;
  const last = conversation.findLast((message) => isJsonObject(message) && message.role === 'assistant');
  if (!isJsonObject(last)) return undefined;
  return typeof last.content === 'string' ? last.content : JSON.stringify(last.content ?? '');
}
