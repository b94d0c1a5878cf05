import type { ToolCall } from '../../../contract/index.ts';
import { isJsonObject, type Json, jsonOrText } from '../../../values/index.ts';
import type { AgUiMessage } from './events.ts';

type CallAnswer = { content: Json; error?: string | null | undefined };
type Call = { id: string; tool: string; pieces: string[]; answer?: CallAnswer };
/** A message of the agent: what it said, and the calls that it made with that. */
type Said = { id: string; pieces: string[]; calls: Call[] };

/** The messages that an answer is made of, put together from pieces. */
export function createAnswerMessages() {
  const messages = new Map<string, Said>();
  const calls = new Map<string, Call>();

  function messageOf(id: string): Said {
    const said = messages.get(id) ?? { id, pieces: [], calls: [] };
    messages.set(id, said);
    return said;
  }

  return {
    say(id: string, text: string): void {
      messageOf(id).pieces.push(text);
    },
    textOf: (id: string) => textOf(messages.get(id)),
    texts: () => [...messages.values()].map(textOf).filter((text) => text !== ''),
    hasCall: (id: string) => calls.has(id),
    hasResult: (id: string) => calls.get(id)?.answer !== undefined,
    /** The pieces of a call's arguments; it begins if it has not. */
    argumentsOf({ id, tool, parent }: { id: string; tool: string; parent?: string | null | undefined }): string[] {
      const begun = calls.get(id);
      if (begun !== undefined) return begun.pieces;
      const call: Call = { id, tool, pieces: [] };
      calls.set(id, call);
      messageOf(parent ?? id).calls.push(call);
      return call.pieces;
    },
    goOn(id: string, text: string): void {
      calls.get(id)?.pieces.push(text);
    },
    answerCall(id: string, answer: CallAnswer): void {
      const call = calls.get(id);
      if (call !== undefined) call.answer = answer;
    },
    toolCalls: () => [...calls.values()].map(toolCallOf),
    /** The ids of the messages that are more than a call. */
    ids: () => [...messages.values()].filter(({ pieces }) => pieces.length > 0).map(({ id }) => id),
    messages: () => [...messages.values()].flatMap(messagesOf),
  };
}

function textOf(said: Said | undefined): string {
  return said?.pieces.join('') ?? '';
}

function toolCallOf({ id, tool, pieces, answer }: Call): ToolCall {
  const written = pieces.join('');
  const args = written.trim() === '' ? {} : jsonOrText(written);
  if (answer === undefined) return { id, tool, arguments: args };
  const { content, error } = answer;
  const failed = typeof error === 'string' && error !== '';
  return { id, tool, arguments: args, result: resultOf(content), ...(failed ? { error } : {}) };
}

/** What providers demand: the results of calls behind the message that made them. */
function messagesOf(said: Said): AgUiMessage[] {
  const { id, calls } = said;
  const content = textOf(said);
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
      : [{ id: `${toolCallId}-result`, role: 'tool', toolCallId, content: contentOf(answer.content) }],
  );
  return [own, ...results];
}

function contentOf(content: Json): Json {
  return typeof content === 'string' || Array.isArray(content) ? content : JSON.stringify(content);
}

/** A result is JSON where it can be, also where it came in parts of text. */
function resultOf(content: Json): Json {
  if (typeof content === 'string') return jsonOrText(content);
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => (isJsonObject(part) && part.type === 'text' ? part.text : undefined));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? jsonOrText(texts.join('')) : content;
}
