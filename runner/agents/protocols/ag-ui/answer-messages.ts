import type { ToolCall } from '../../../contract/index.ts';
import { isJsonObject, type Json, parseJsonOrKeepText } from '../../../values/index.ts';
import type { AgUiMessage } from './events.ts';

type CallAnswer = { content: Json; error?: string | null | undefined };
type PendingCall = { id: string; tool: string; pieces: string[]; answer?: CallAnswer };
/** A message of the agent: its text and the calls that it made. */
type AnswerMessage = { id: string; pieces: string[]; calls: PendingCall[] };

/** Builds the messages of an answer from streamed pieces. */
export function createAnswerMessages() {
  const messages = new Map<string, AnswerMessage>();
  const calls = new Map<string, PendingCall>();

  function getOrCreateMessage(id: string): AnswerMessage {
    const message = messages.get(id) ?? { id, pieces: [], calls: [] };
    messages.set(id, message);
    return message;
  }

  return {
    say(id: string, text: string): void {
      getOrCreateMessage(id).pieces.push(text);
    },
    textOf: (id: string) => joinMessageText(messages.get(id)),
    texts: () => [...messages.values()].map(joinMessageText).filter((text) => text !== ''),
    hasCall: (id: string) => calls.has(id),
    hasResult: (id: string) => calls.get(id)?.answer !== undefined,
    /** Adds a piece of a call's arguments; creates the call if it is new. */
    argumentsOf({ id, tool, parent }: { id: string; tool: string; parent?: string | null | undefined }): string[] {
      const openCall = calls.get(id);
      if (openCall !== undefined) return openCall.pieces;
      const call: PendingCall = { id, tool, pieces: [] };
      calls.set(id, call);
      getOrCreateMessage(parent ?? id).calls.push(call);
      return call.pieces;
    },
    appendArguments(id: string, text: string): void {
      calls.get(id)?.pieces.push(text);
    },
    answerCall(id: string, answer: CallAnswer): void {
      const call = calls.get(id);
      if (call !== undefined) call.answer = answer;
    },
    toolCalls: () => [...calls.values()].map(toToolCall),
    /** Returns the ids of the messages that contain text, but not of those with only tool calls. */
    ids: () => [...messages.values()].filter(({ pieces }) => pieces.length > 0).map(({ id }) => id),
    messages: () => [...messages.values()].flatMap(toAgUiMessages),
  };
}

function joinMessageText(message: AnswerMessage | undefined): string {
  return message?.pieces.join('') ?? '';
}

function toToolCall({ id, tool, pieces, answer }: PendingCall): ToolCall {
  const argumentText = pieces.join('');
  const args = argumentText.trim() === '' ? {} : parseJsonOrKeepText(argumentText);
  if (answer === undefined) return { id, tool, arguments: args };
  const { content, error } = answer;
  const hasFailed = typeof error === 'string' && error !== '';
  return { id, tool, arguments: args, result: parseResult(content), ...(hasFailed ? { error } : {}) };
}

/**
 * Converts a message and the results of its calls. The results follow it directly, because model providers require
 * this.
 */
function toAgUiMessages(message: AnswerMessage): AgUiMessage[] {
  const { id, calls } = message;
  const content = joinMessageText(message);
  if (content === '' && calls.length === 0) return [];
  const toolCalls = calls.map(({ id: callId, tool, pieces }) => ({
    id: callId,
    type: 'function' as const,
    function: { name: tool, arguments: pieces.join('') },
  }));
  const messageOfAgent: AgUiMessage = {
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
  return [messageOfAgent, ...results];
}

function toContent(content: Json): Json {
  return typeof content === 'string' || Array.isArray(content) ? content : JSON.stringify(content);
}

/** Parses a result as JSON if possible, also if it consists of text parts. */
function parseResult(content: Json): Json {
  if (typeof content === 'string') return parseJsonOrKeepText(content);
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => (isJsonObject(part) && part.type === 'text' ? part.text : undefined));
  return texts.length > 0 && texts.every((text) => typeof text === 'string')
    ? parseJsonOrKeepText(texts.join(''))
    : content;
}
