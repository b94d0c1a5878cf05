import { isJsonObject, toErrorMessage, toJsonText } from '../../values/index.ts';
import { findAskMocks } from '../module-tools.ts';
import type { ObjectRecognizer } from '../user-objects.ts';
import { type FrameworkRequest, getMessagesAfterLastAnswer, isObject, parseFrameworkRequest } from './case-facts.ts';

type GraphFields = Record<string, unknown>;
type Graph = GraphFields & { invoke(input: unknown, config: unknown): unknown };

/** Recognizes a compiled LangGraph.js graph by methods that plain runnables do not have. */
export const langGraph: ObjectRecognizer = {
  agent(value) {
    if (!isGraph(value)) return undefined;
    return async (request, context) => {
      if (findAskMocks(context) !== undefined) {
        throw new Error(
          'the tools of a LangGraph graph cannot be mocked; export a function, and call them through context.tools',
        );
      }
      const question = parseFrameworkRequest(request, context);
      const config = buildGraphConfig(question);
      const messages: GraphFields[] = question.messages;
      const unknown = (await hasThreadHistory(value, config)) ? getMessagesAfterLastAnswer(messages) : messages;
      return parseGraphAnswer(await value.invoke({ messages: unknown.map(toSupportedRole) }, config));
    };
  },
};

function isGraph(value: unknown): value is Graph {
  if (!isObject(value)) return false;
  return ['invoke', 'stream', 'getState', 'getGraph'].every((name) => typeof value[name] === 'function');
}

/**
 * The configuration of a call. The session id is the thread id, so a graph with memory remembers exactly one attempt.
 * Nodes find the facts of the case in `configurable`, and since LangGraph 1 also in the run's context.
 */
function buildGraphConfig({ facts, sessionId, signal }: FrameworkRequest): GraphFields {
  const { session_id: _, ...others } = facts;
  return { configurable: { ...others, thread_id: sessionId }, context: facts, signal };
}
/**
 * True if a graph with memory already has the history of a thread. It has after its first call in the thread; later
 * calls then need not send the history again.
 */
async function hasThreadHistory(graph: Graph, config: GraphFields): Promise<boolean> {
  if (!isObject(graph.checkpointer) || typeof graph.getState !== 'function') return false;
  const state: unknown = await graph.getState(config);
  const values = isObject(state) && isObject(state.values) ? state.values : {};
  return Array.isArray(values.messages) && values.messages.length > 0;
}

function findLastIndexOfRole(messages: readonly GraphFields[], role: string): number {
  return messages.findLastIndex((message) => getMessageRole(message) === role);
}

/**
 * Returns a message with a role that LangGraph understands: every role of chat completions except `developer`, which
 * `system` replaces.
 */
function toSupportedRole(message: GraphFields): GraphFields {
  return message.role === 'developer' ? { ...message, role: 'system' } : message;
}

function parseGraphAnswer(result: unknown): GraphFields {
  if (!isObject(result) || !Array.isArray(result.messages)) {
    throw new Error('the graph ended without "messages" in its state; export a function that reads its answer');
  }
  const { __interrupt__: interrupts, structuredResponse: next } = result;
  if (Array.isArray(interrupts) && interrupts.length > 0) {
    throw new Error(`the graph stopped at an interrupt: ${toJsonText(JSON.parse(JSON.stringify(interrupts)))}`);
  }
  const all = result.messages.filter(isObject);
  const turn = all.slice(findLastIndexOfRole(all, 'user') + 1);
  const replies = turn.filter((message) => getMessageRole(message) === 'assistant');
  const last = replies.at(-1);
  if (last === undefined) throw new Error('the graph ended without a message of its own');
  return {
    content: joinContentTexts(last.content),
    tool_calls: collectCompletedCalls(turn),
    next,
    ...sumReplyUsage(replies),
  };
}

/** Returns the role of a message. Message objects return it from `getType()`; in their JSON form, it is a field. */
function getMessageRole(message: GraphFields): unknown {
  const kind = typeof message.getType === 'function' ? message.getType() : (message.role ?? message.type);
  if (kind === 'human') return 'user';
  return kind === 'ai' ? 'assistant' : kind;
}

function collectCompletedCalls(turn: readonly GraphFields[]): GraphFields[] {
  const results = new Map(
    turn.filter((message) => getMessageRole(message) === 'tool').map((each) => [each.tool_call_id, each]),
  );
  return turn.flatMap(({ tool_calls: calls }) => {
    if (!Array.isArray(calls)) return [];
    return calls.filter(isObject).map(({ id, name, args }) => {
      const toolMessage = results.get(id);
      const text = toolMessage === undefined ? undefined : joinContentTexts(toolMessage.content);
      const outcome = toolMessage?.status === 'error' ? { error: text } : { result: text };
      return { id: String(id), tool: String(name), arguments: args ?? {}, ...outcome };
    });
  });
}

function joinContentTexts(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return toErrorMessage(content);
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function sumReplyUsage(replies: readonly GraphFields[]): GraphFields {
  const counted = replies.map((message) => message.usage_metadata).filter(isJsonObject);
  if (counted.length === 0) return {};
  const sumTokenField = (name: string) => counted.reduce((total, usage) => total + Number(usage[name] ?? 0), 0);
  return {
    usage: {
      input_tokens: sumTokenField('input_tokens'),
      output_tokens: sumTokenField('output_tokens'),
      calls: counted.length,
    },
  };
}
