import type { ToolCall } from '../../../contract/index.ts';
import { isJsonObject, type Json, jsonOrText } from '../../../values/index.ts';
import type { AgUiMessage } from './events.ts';

type CallAnswer = { content: Json; error?: string | null | undefined };
type PendingCall = { id: string; tool: string; pieces: string[]; answer?: CallAnswer };
/** A message of the agent: what it said, and the calls that it made with that. */
type AnswerMessage = { id: string; pieces: string[]; calls: PendingCall[] };

/** The messages that an answer is made of, put together from pieces. */
export function createAnswerMessages() {
  const messages = new Map<string, AnswerMessage>();
  const calls = new Map<string, PendingCall>();

  function openMessage(id: string): AnswerMessage {
    const message = messages.get(id) ?? { id, pieces: [], calls: [] };
    messages.set(id, message);
    return message;
  }

  return {
    say(id: string, text: string): void {
      openMessage(id).pieces.push(text);
    },
    textOf: (id: string) => messageText(messages.get(id)),
    texts: () => [...messages.values()].map(messageText).filter((text) => text !== ''),
    hasCall: (id: string) => calls.has(id),
    hasResult: (id: string) => calls.get(id)?.answer !== undefined,
    /** The pieces of a call's arguments; it begins if it has not. */
    argumentsOf({ id, tool, parent }: { id: string; tool: string; parent?: string | null | undefined }): string[] {
      const openCall = calls.get(id);
      if (openCall !== undefined) return openCall.pieces;
      const call: PendingCall = { id, tool, pieces: [] };
      calls.set(id, call);
      openMessage(parent ?? id).calls.push(call);
      return call.pieces;
    },
    goOn(id: string, text: string): void {
      calls.get(id)?.pieces.push(text);
    },
    answerCall(id: string, answer: CallAnswer): void {
      const call = calls.get(id);
      if (call !== undefined) call.answer = answer;
    },
    toolCalls: () => [...calls.values()].map(toToolCall),
    /** The ids of the messages that are more than a call. */
    ids: () => [...messages.values()].filter(({ pieces }) => pieces.length > 0).map(({ id }) => id),
    messages: () => [...messages.values()].flatMap(toAgUiMessages),
  };
}

function messageText(message: AnswerMessage | undefined): string {
  return message?.pieces.join('') ?? '';
}

function toToolCall({ id, tool, pieces, answer }: PendingCall): ToolCall {
  const argumentText = pieces.join('');
  const args = argumentText.trim() === '' ? {} : jsonOrText(argumentText);
  if (answer === undefined) return { id, tool, arguments: args };
  const { content, error } = answer;
  const failed = typeof error === 'string' && error !== '';
  return { id, tool, arguments: args, result: parseResult(content), ...(failed ? { error } : {}) };
}

/** What providers demand: the results of calls behind the message that made them. */
function toAgUiMessages(message: AnswerMessage): AgUiMessage[] {
  const { id, calls } = message;
  const content = messageText(message);
  if (content === '' && calls.length === 0) return [];
  const toolCalls = calls.map(({ id: callId, tool, pieces }) => ({
    id: callId,
    type: 'function' as const,
    function: { name: tool, arguments: pieces.join('') },
  }));
  const own: AgUiMessage = {
    id,
    role: 'assistant',
    ...(content === '' ? {} : { content }),
    ...(calls.length === 0 ? {} : { toolCalls }),
  };
  const results = calls.flatMap(({ id: toolCallId, answer }): AgUiMessage[] =>
    answer === undefined
      ? []
      : [{ id: `${toolCallId}-result`, role: 'tool', toolCallId, content: toContent(answer.content) }],
  );
  return [own, ...results];
}

function toContent(content: Json): Json {
  return typeof content === 'string' || Array.isArray(content) ? content : JSON.stringify(content);
}

/** A result is JSON where it can be, also where it came in parts of text. */
function parseResult(content: Json): Json {
  if (typeof content === 'string') return jsonOrText(content);
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => (isJsonObject(part) && part.type === 'text' ? part.text : undefined));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? jsonOrText(texts.join('')) : content;
}
