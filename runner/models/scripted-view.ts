import type { Message } from '../contract/index.ts';
import { textOfContent } from '../fold/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../values/index.ts';

/** A conversation as the rules of a scripted model see it. */
export type ScriptedRuleInput = {
  role: Message['role'] | undefined;
  text: string;
  spoken: string[];
  system: string[];
  turn: number;
  /** The number of the sample, from 1. */
  sample: number;
  input: string;
  /** The tool results at the end of the conversation. */
  toolResults: { name: string; text: string }[];
  /** The last message, if it is a JSON object, as in requests to simulators and validators. */
  request: JsonObject;
  /** The agent's last text in the `conversation` of `request`. */
  reply: string | undefined;
  toolCallCount: number;
};

export function createScriptedRuleInput(messages: readonly Message[], sample: number): ScriptedRuleInput {
  const last = messages.at(-1);
  const text = messageText(last);
  const users = messages.filter((message) => message.role === 'user');
  const request = jsonObjectIn(text);
  return {
    role: last?.role,
    text,
    spoken: messages.filter((message) => !isSystem(message)).map(messageText),
    system: messages.filter(isSystem).map(messageText),
    turn: users.length,
    sample,
    input: messageText(users.at(-1)),
    toolResults: trailingToolResults(messages),
    request,
    reply: lastReply(request.conversation),
    toolCallCount: messages.reduce((count, message) => count + (message.tool_calls?.length ?? 0), 0),
  };
}

function isSystem(message: Message): boolean {
  return message.role === 'system' || message.role === 'developer';
}

function messageText(message: Message | undefined): string {
  return textOfContent(message?.content ?? null);
}

function trailingToolResults(messages: readonly Message[]): ScriptedRuleInput['toolResults'] {
  const firstOther = messages.findLastIndex((message) => message.role !== 'tool');
  return messages
    .slice(firstOther + 1)
    .map((message) => ({ name: toolName(message, messages), text: messageText(message) }));
}

function toolName(result: Message, messages: readonly Message[]): string {
  if (result.name !== undefined) return result.name;
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  return calls.find((call) => call.id === result.tool_call_id)?.function.name ?? '';
}

function jsonObjectIn(text: string): JsonObject {
  if (!text.trimStart().startsWith('{')) return {};
  const value = jsonIn(text);
  return isJsonObject(value) ? value : {};
}

function lastReply(conversation: Json | undefined): string | undefined {
  if (!Array.isArray(conversation)) return undefined;
  const last = conversation.findLast((message) => isJsonObject(message) && message.role === 'assistant');
  if (!isJsonObject(last)) return undefined;
  return typeof last.content === 'string' ? last.content : JSON.stringify(last.content ?? '');
}
