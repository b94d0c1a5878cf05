import type { ToolCall, Usage } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { type AnswerReader, createReportedError, requireUniqueCallIds } from '../read-answer.ts';
import {
  isIgnoredMessage,
  parseField,
  streamEndSchema,
  streamStartSchema,
  type YaoMessage,
  yaoMessageSchema,
} from './messages.ts';
import { createOpenToolCalls } from './open-calls.ts';
import { createVisibleTexts } from './visible-texts.ts';

export type YaoReader = AnswerReader & {
  toolCalls(): ToolCall[];
  /** Returns the server's id of the current turn, by which the turn can be stopped. */
  contextId(): string | undefined;
};

/** Reads the stream of a Yao server. Calls `tell` for everything that an assistant displays besides its text. */
export function createYaoReader({ tell: reportText }: { tell(text: string): void }): YaoReader {
  const visibleTexts = createVisibleTexts();
  const calls = createOpenToolCalls();
  let phase: 'before' | 'running' | 'over' = 'before';
  let contextId: string | undefined;
  let usage: Usage | undefined;

  function applyEvent({ event, data, message }: JsonObject): void {
    switch (event) {
      case 'stream_start':
        if (phase !== 'before') throw new Error('the stream has already begun');
        phase = 'running';
        contextId = parseField(streamStartSchema, data).context_id;
        return;
      case 'message_start':
        visibleTexts.begin(data);
        return;
      case 'stream_end': {
        const end = parseField(streamEndSchema, data);
        usage = toUsage(end.usage);
        requireCompleted(end, message);
        phase = 'over';
        return;
      }
      default:
    }
  }

  function applyMessage(message: YaoMessage): void {
    if (message.type === 'error') throw createReportedError(message.props ?? {});
    if (message.type === 'event') {
      applyEvent(message.props ?? {});
      return;
    }
    if (phase === 'before') throw new Error('a stream begins with stream_start');
    if (message.type === 'text') visibleTexts.take(message);
    else if (message.type === 'tool_call') calls.take(message);
    else if (!isIgnoredMessage(message.type))
      reportText(`shows ${message.type} ${JSON.stringify(message.props ?? {})}`);
  }

  return {
    read(document) {
      if (phase === 'over') throw new Error('the stream is over');
      if (!isJsonObject(document)) throw new Error('a message must be an object with a "type"');
      applyMessage(parseField(yaoMessageSchema, document));
    },
    end: { name: 'stream_end', isRead: () => phase === 'over', orDone: false },
    text: visibleTexts.own,
    usage: () => usage,
    length: () => visibleTexts.length() + calls.length(),
    contextId: () => contextId,
    toolCalls() {
      const fullDocument = calls.whole();
      requireUniqueCallIds(fullDocument);
      const others = visibleTexts.ofOthers();
      if (others !== '') reportText(`called other assistants, which said: ${others}`);
      return fullDocument;
    },
  };
}

function requireCompleted(end: { status: string; error?: string | null | undefined }, message: Json | undefined): void {
  if (end.status === 'completed') return;
  const why = end.error ?? (typeof message === 'string' ? message : 'no reason was given');
  if (end.status === 'cancelled') throw new AgentError(`the turn was cancelled: ${why}`, 'agent');
  throw createReportedError(why);
}

type TokenCounts = { prompt_tokens?: number | undefined; completion_tokens?: number | undefined };

function toUsage(usage: TokenCounts | null | undefined): Usage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = usage;
  return { inputTokens, outputTokens, calls: 1, retries: 0 };
}
