import * as z from 'zod';
import { jsonEquals } from '../../../assertions/json-equals.ts';
import { type AgentEntryOf, jsonSchema, type ToolCall } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { castToJson, formatSchemaProblems, isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import type { Connection, ServerAnswer } from '../connection.ts';
import { isApproval } from '../decide-interrupts.ts';
import { selectNewMessages } from '../new-messages.ts';
import type {
  Conversation,
  InterruptAnswer,
  InterruptibleRequest,
  InterruptibleResponse,
  Protocol,
  ProtocolType,
} from '../protocol.ts';
import { readAnswer } from '../read-answer.ts';
import { listMessageIds } from './graph-state.ts';
import { createResumeCommand, toOpenInterrupts } from './interrupts.ts';
import { createGraphRunReader, type GraphRunReader } from './read-run.ts';
import { type StateMessage, toLangChainMessage } from './state-messages.ts';

type LangGraphEntry = AgentEntryOf<'langgraph'>;

export const langGraph: ProtocolType<LangGraphEntry> = {
  create: createLangGraph,
  signs: { isFirst: (type, { run_id: run }) => type === '' && typeof run === 'string' },
  reports: { tools: 'may', usage: 'may' },
  options: [],
  sharesState: false,
  keepsConversation: true,
};

/**
 * Creates the protocol of a LangGraph server. Each session is a thread, which the server stores, and each turn is a run
 * in the thread.
 */
function createLangGraph({ assistant }: LangGraphEntry): Protocol {
  let pendingAssistant: Promise<string> | undefined;
  async function getAssistantId(connection: Connection, signal: AbortSignal): Promise<string> {
    pendingAssistant ??=
      assistant === undefined ? requireOnlyAssistant(connection, signal) : Promise.resolve(assistant);
    try {
      return await pendingAssistant;
    } catch (error) {
      pendingAssistant = undefined;
      throw error;
    }
  }
  return { begin: () => beginConversation(getAssistantId) };
}

type GraphThread = {
  id: string | undefined;
  seenCount: number;
  knownMessages: readonly StateMessage[];
  heldCalls: ToolCall[];
};

function beginConversation(
  getAssistantId: (connection: Connection, signal: AbortSignal) => Promise<string>,
): Conversation {
  const thread: GraphThread = { id: undefined, seenCount: 0, knownMessages: [], heldCalls: [] };
  return {
    async ask(roundRequest, signal) {
      const { request, connection, session, answers = [] } = roundRequest;
      const assistant = await getAssistantId(connection, signal);
      thread.id ??= await createThread(connection, session, signal);
      const url = buildUrl(connection, `threads/${encodeURIComponent(thread.id)}/runs/stream`);
      const answer = await connection.ask(
        { url, body: buildRunRequest(roundRequest, { assistant, seen: thread.seenCount }) },
        signal,
      );
      if (!answer.isStream) throw await answer.notAStream('langgraph');
      const { knownMessages, heldCalls } = thread;
      const reader = createGraphRunReader({
        knownMessages,
        heldCalls,
        warn: (text) => request.context.report?.({ type: 'warning', text }),
      });
      await readAnswer(answer, { reader, request, maxAnswer: connection.maxAnswer });
      await requireCompleteRun(reader, { connection, threadId: thread.id }, signal);
      thread.seenCount = request.messages.length;
      thread.knownMessages = reader.state();
      const calls = reader.toolCalls().filter((call) => !isRejected(call, { heldCalls, answers }));
      const interrupts = reader.interrupts().flatMap(toOpenInterrupts);
      thread.heldCalls = interrupts.length === 0 ? [] : calls.filter((call) => !isAnswered(call));
      return toInterruptibleResponse(reader, {
        interrupts,
        toolCalls: calls.filter((call) => !thread.heldCalls.includes(call)),
      });
    },
  };
}

function toInterruptibleResponse(
  reader: GraphRunReader,
  parts: Pick<InterruptibleResponse, 'interrupts' | 'toolCalls'>,
): InterruptibleResponse {
  const [data, usage] = [reader.data(), reader.usage()];
  const isSilent = reader.text() === '' && data === undefined;
  if (isSilent && parts.interrupts.length === 0 && parts.toolCalls.length === 0) {
    throw new AgentError('the run ended without a message from the agent', 'agent');
  }
  return {
    content: reader.text(),
    ...parts,
    ...(data === undefined ? {} : { next: data }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function isAnswered({ result, error }: ToolCall): boolean {
  return result !== undefined || error !== undefined;
}

/** Returns true for a tool call that the user rejected. The graph reports it as failed, although it was never made. */
function isRejected(
  call: ToolCall,
  { heldCalls, answers }: Pick<GraphThread, 'heldCalls'> & { answers: readonly InterruptAnswer[] },
) {
  if (call.error === undefined || !heldCalls.some(({ id }) => id === call.id)) return false;
  return answers.some((answer) => {
    const { tool, arguments: args } = answer.interrupt;
    return tool === call.tool && jsonEquals(args ?? {}, call.arguments ?? {}) && !isApproval(answer);
  });
}

function buildRunRequest(
  { request, answers }: InterruptibleRequest,
  { assistant, seen }: { assistant: string; seen: number },
): Json {
  const { metadata = {} } = request.options;
  const { userId, teamId, locale } = request.context.environment;
  const identity = { session_id: request.sessionId, user_id: userId, team_id: teamId, locale };
  const messages = seen === 0 ? request.messages : selectNewMessages(request.messages, seen);
  return {
    assistant_id: assistant,
    ...(answers === undefined
      ? { input: { messages: messages.map(toLangChainMessage) } }
      : { command: createResumeCommand(answers) }),
    config: { configurable: { ...toJsonObjectOrEmpty(metadata), ...identity } },
    stream_mode: ['values', 'messages-tuple', 'updates'],
    on_disconnect: 'cancel',
  };
}

function toJsonObjectOrEmpty(value: object): JsonObject {
  const json = castToJson(value);
  return isJsonObject(json) ? json : {};
}

const threadSchema = z.object({ thread_id: z.string() });

async function createThread(connection: Connection, session: string | undefined, signal: AbortSignal): Promise<string> {
  const body: JsonObject = session === undefined ? {} : { thread_id: session, if_exists: 'do_nothing' };
  const answer = await connection.ask({ url: buildUrl(connection, 'threads'), body }, signal);
  return (await readJsonDocument(answer, threadSchema, 'a thread')).thread_id;
}

const assistantsSchema = z.array(z.object({ assistant_id: z.string(), graph_id: z.string() }));

async function requireOnlyAssistant(connection: Connection, signal: AbortSignal): Promise<string> {
  const answer = await connection.ask({ url: buildUrl(connection, 'assistants/search'), body: { limit: 100 } }, signal);
  const assistants = await readJsonDocument(answer, assistantsSchema, 'a list of assistants');
  const [onlyAssistant, other] = assistants;
  if (onlyAssistant !== undefined && other === undefined) return onlyAssistant.assistant_id;
  const names = [...new Set(assistants.map(({ graph_id: name }) => name))];
  const countText = names.length === 0 ? 'has no assistant' : `has several assistants (${names.join(', ')})`;
  throw new AgentError(`the server ${countText}: name one as "assistant" in its entry`, 'configuration');
}

async function readJsonDocument<Value>(answer: ServerAnswer, schema: z.ZodType<Value>, what: string): Promise<Value> {
  if (answer.isStream) {
    // Reads the first event, because a server with another known protocol then causes a clearer error than the one
    // below.
    for await (const events of answer.events()) if (events.length > 0) break;
    throw new AgentError(`does not speak langgraph: it answered with an event stream instead of ${what}`, 'agent');
  }
  const result = schema.safeParse(await answer.json());
  if (result.success) return result.data;
  throw new AgentError(
    `does not speak langgraph: it did not answer with a valid ${what.slice(2)}: ${formatSchemaProblems(result.error)}`,
    'agent',
  );
}

const stateSchema = z.object({
  messages: z.array(z.object({ id: z.string().nullish() })).optional(),
  __error__: z.object({ error: z.string(), message: jsonSchema }).optional(),
});

type ThreadRun = { connection: Connection; threadId: string };

/** Throws if the stream is incomplete. It has no end marker, so it is compared with the state of the finished run. */
async function requireCompleteRun(
  reader: GraphRunReader,
  { connection, threadId }: ThreadRun,
  signal: AbortSignal,
): Promise<void> {
  const path = `threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(reader.runId() ?? '')}/join`;
  const answer = await connection.send({ url: buildUrl(connection, path) }, signal);
  // Servers that only embed a graph do not have this endpoint, so for them the check is skipped.
  const { status, ok } = answer.response;
  if (status === 404) return;
  if (!ok) throw new AgentError(`answered ${status} to the request for the status of the run`, 'agent');
  const state = await readJsonDocument(answer, stateSchema, 'a state');
  if (state.__error__ !== undefined) {
    const { error, message } = state.__error__;
    throw new AgentError(`the run failed: ${typeof message === 'string' ? message : error} (${error})`, 'agent');
  }
  const last = state.messages?.at(-1)?.id;
  if (typeof last !== 'string' || listMessageIds(reader.state()).includes(last)) return;
  throw new AgentError('the stream ended before the run was over: the answer is incomplete', 'agent');
}

/** Appends a path to the server's URL, which may have a path itself. */
function buildUrl({ url }: Connection, path: string): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`.replace(/^\/\//, '/');
  return address;
}
