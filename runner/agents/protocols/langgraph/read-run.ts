import * as z from 'zod';
import type { ToolCall } from '../../../contract/index.ts';
import type { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems, isJsonObject, type Json } from '../../../values/index.ts';
import { type AnswerReader, createReportedError, requireUniqueCallIds } from '../read-answer.ts';
import { createGraphState } from './graph-state.ts';
import { type GraphInterrupt, interruptSchema } from './interrupts.ts';
import {
  isFromAgent,
  joinContentTexts,
  listToolCalls,
  type StateMessage,
  stateMessageSchema,
  sumUsage,
} from './state-messages.ts';

const metadataSchema = z.object({ run_id: z.string() });
/** A streamed piece of a message, followed by metadata on the node of the graph that created it. */
const messageChunkSchema = z
  .tuple([stateMessageSchema.pick({ id: true, type: true, content: true })])
  .rest(z.unknown());
const interruptsFieldSchema = z.object({ __interrupt__: z.array(interruptSchema).optional() });
const graphValuesSchema = interruptsFieldSchema.extend({ messages: z.array(stateMessageSchema).optional() });

export type GraphRunReader = AnswerReader & {
  runId(): string | undefined;
  toolCalls(): ToolCall[];
  /** Returns the structured output of the agent, if there is one. */
  data(): Json | undefined;
  interrupts(): GraphInterrupt[];
  /** Returns the messages of the latest state. */
  state(): readonly StateMessage[];
};

export type GraphRunOptions = {
  /** The messages of the graph's state after the previous run. */
  knownMessages: readonly StateMessage[];
  /** Tool calls of an earlier run that waited for the user's answer. */
  heldCalls: readonly ToolCall[];
  warn(text: string): void;
};

/**
 * Creates a reader for the events of a run: `messages` events stream text; the `values` event after each step contains
 * the state that counts.
 */
export function createGraphRunReader({ knownMessages, heldCalls, warn }: GraphRunOptions): GraphRunReader {
  const state = createGraphState(knownMessages);
  const pieces = createMessageTextAccumulator();
  const run: { id?: string; data?: Json | undefined; interrupts: GraphInterrupt[] } = { interrupts: [] };
  /** True if the last event was a state. Every step ends with one, so the run is incomplete otherwise. */
  let hasStreamedText = false;

  function applyState(document: Json): void {
    const { messages, __interrupt__: interrupts } = parseWithSchema(graphValuesSchema, document);
    hasStreamedText = true;
    run.interrupts = interrupts ?? run.interrupts;
    if (messages === undefined && interrupts === undefined) throw new Error('the state of the graph has no "messages"');
    if (messages === undefined) return;
    state.take(messages);
    run.data = getStructuredOutput(document);
  }

  return {
    read(document, name = '') {
      if (name === 'error') throw createRunError(document);
      if (run.id === undefined && name !== 'metadata') throw new Error('a run must begin with its metadata');
      switch (name) {
        case 'metadata':
          if (run.id !== undefined) throw new Error(`the run ${run.id} has already begun`);
          run.id = parseWithSchema(metadataSchema, document).run_id;
          return;
        case 'values':
          applyState(document);
          return;
        case 'messages':
          hasStreamedText = false;
          pieces.take(parseWithSchema(messageChunkSchema, document)[0]);
          return;
        case 'updates':
          hasStreamedText = false;
          run.interrupts = parseWithSchema(interruptsFieldSchema, document).__interrupt__ ?? run.interrupts;
          return;
        case 'end':
          return;
        default:
          warn(`the agent sent the event ${name}, which a run of LangGraph does not have: it was ignored`);
      }
    },
    end: {
      name: 'the state after its last step',
      isRead: () => hasStreamedText || run.interrupts.length > 0,
      orDone: false,
    },
    text: () => (hasStreamedText ? joinAgentMessageTexts(state.added()) : '') || pieces.text(),
    usage: () => sumUsage(state.added()),
    length: () => Math.max(pieces.length(), state.length()),
    runId: () => run.id,
    toolCalls() {
      const calls = listToolCalls(state.added(), heldCalls);
      requireUniqueCallIds(calls);
      return calls;
    },
    data: () => run.data,
    interrupts: () => run.interrupts,
    state: state.all,
  };
}

/** Collects the streamed texts in the order in which their messages began. */
function createMessageTextAccumulator() {
  const texts = new Map<string, string>();
  let length = 0;
  return {
    take(message: Pick<StateMessage, 'id' | 'type' | 'content'>): void {
      if (!isFromAgent(message)) return;
      const [id, text] = [message.id ?? '', joinContentTexts(message)];
      length += text.length;
      texts.set(id, (texts.get(id) ?? '') + text);
    },
    text: () => joinTexts([...texts.values()]),
    length: () => length,
  };
}

function joinAgentMessageTexts(messages: readonly StateMessage[]): string {
  return joinTexts(messages.filter(isFromAgent).map(joinContentTexts));
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Returns the structured output, which has different names in Python and JavaScript. */
function getStructuredOutput(state: Json): Json | undefined {
  if (!isJsonObject(state)) return undefined;
  return state.structuredResponse ?? state.structured_response;
}

function parseWithSchema<Value>(schema: z.ZodType<Value>, document: Json): Value {
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  throw new Error(formatSchemaProblems(result.error));
}

/** Creates the error of a failed run. The name of the error class in `error` becomes the error code. */
function createRunError(document: Json): AgentError {
  const { error, message } = isJsonObject(document) ? document : {};
  return createReportedError({
    message: message ?? error ?? document,
    ...(typeof error === 'string' ? { code: error } : {}),
  });
}
