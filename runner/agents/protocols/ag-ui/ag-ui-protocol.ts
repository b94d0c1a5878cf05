import { randomUUID } from 'node:crypto';
import type { AgentEntryOf, ToolCall } from '../../../contract/index.ts';
import { castToJson, type Json, type JsonObject } from '../../../values/index.ts';
import { parseEventJson } from '../connection.ts';
import { isApproval } from '../decide-interrupts.ts';
import { selectNewMessages } from '../new-messages.ts';
import type { Conversation, InterruptibleRequest, InterruptibleResponse, Protocol, ProtocolType } from '../protocol.ts';
import type { AgUiMessage } from './events.ts';
import { toInputMessage } from './input-messages.ts';
import { type AgUiRun, createAgUiRun } from './read-run.ts';
import { buildResumeInput, toOpenInterrupt } from './resume.ts';
import { createTranscript, type RunTranscript } from './transcript.ts';

export const agUi: ProtocolType<AgentEntryOf<'ag-ui'>> = {
  create: createAgUi,
  signs: {
    isFirst: (type) => /^(RUN_STARTED|RUN_ERROR|TEXT_MESSAGE_(START|CHUNK)|TOOL_CALL_(START|CHUNK))$/.test(type),
    complaint: /\b(threadId|runId|forwardedProps)\b/,
  },
  reports: { tools: 'may', usage: 'may' },
  options: [],
  sharesState: true,
  keepsConversation: false,
};

/**
 * Creates the AG-UI protocol. Each answer is a run of the agent, which is sent as a stream of events. Agent and client
 * share the messages and a state.
 */
function createAgUi(): Protocol {
  return { begin: beginConversation };
}

/** The part of a conversation that the runner and the agent share. */
type AgUiThread = {
  id: string;
  messages: AgUiMessage[] | undefined;
  /**
   * The number of case messages that were already sent. It cannot be derived from the agent's messages, because an
   * empty answer leaves no message.
   */
  seenCount: number;
  state: Json | undefined;
  /**
   * Ids of messages and calls that the runner and the agent already know. If the agent sends one of them again, it is
   * not new.
   */
  knownIds: Set<string>;
  /** Tool calls that wait for the user's answer to an interrupt. */
  heldCalls: ToolCall[];
};

function beginConversation(): Conversation {
  const thread: AgUiThread = {
    id: randomUUID(),
    messages: undefined,
    seenCount: 0,
    state: undefined,
    knownIds: new Set(),
    heldCalls: [],
  };
  return {
    async ask(roundRequest, signal) {
      const { request, connection, answers } = roundRequest;
      const sentMessages = listMessagesToSend(thread, roundRequest);
      for (const { id, toolCalls } of sentMessages)
        for (const messageId of [id, ...listCallIds(toolCalls)]) thread.knownIds.add(messageId);
      const state = request.state ?? thread.state;
      const answer = await connection.ask(
        { url: connection.url, body: createRunInput(thread, roundRequest, sentMessages) },
        signal,
      );
      if (!answer.isStream) throw await answer.notAStream('AG-UI');
      const transcript = createTranscript({ knownIds: thread.knownIds, heldCalls: thread.heldCalls });
      const run = createAgUiRun({
        transcript,
        state,
        warn: (text) => request.context.report?.({ type: 'warning', text }),
      });
      try {
        for await (const events of answer.events()) {
          for (const event of events) run.read(parseEventJson(event));
          request.context.report?.({ type: 'text', text: transcript.text() });
        }
        run.end();
      } catch (error) {
        const { usage } = run.reportedState();
        if (usage !== undefined) request.context.report?.({ type: 'usage', usage });
        throw error;
      }
      thread.seenCount = request.messages.length;
      return toInterruptibleResponse(thread, {
        run,
        transcript,
        sentMessages,
        isApproved: (answers ?? []).every(isApproval),
      });
    },
  };
}

/**
 * Returns the messages to send. A request that answers interrupts contains no new messages, because the answers have a
 * field of their own.
 */
function listMessagesToSend(
  { messages, seenCount }: AgUiThread,
  { request, answers }: InterruptibleRequest,
): AgUiMessage[] {
  if (messages === undefined) return request.messages.map(toInputMessage);
  return answers === undefined
    ? [...messages, ...selectNewMessages(request.messages, seenCount).map(toInputMessage)]
    : messages;
}

/** Sends every field, even if it is empty, and no others, because older servers require this. */
function createRunInput(
  thread: AgUiThread,
  { request, answers, session }: InterruptibleRequest,
  messages: readonly AgUiMessage[],
): Json {
  const { resume, command } = buildResumeInput(answers);
  const forwardedProps: JsonObject = { ...request.options.metadata, ...(command === undefined ? {} : { command }) };
  return {
    threadId: session ?? thread.id,
    runId: randomUUID(),
    state: request.state ?? thread.state ?? {},
    messages: castToJson(messages),
    tools: [],
    context: [],
    forwardedProps,
    ...(resume === undefined ? {} : { resume }),
  };
}

type FinishedRun = { run: AgUiRun; transcript: RunTranscript; sentMessages: AgUiMessage[]; isApproved: boolean };

function toInterruptibleResponse(
  thread: AgUiThread,
  { run, transcript, sentMessages, isApproved }: FinishedRun,
): InterruptibleResponse {
  const { state, result, usage, interrupts } = run.reportedState();
  const { isWhole, messages } = transcript.messages();
  thread.messages = isWhole ? messages : [...sentMessages, ...messages];
  thread.state = state;
  const toolCalls = transcript.toolCalls();
  const approvedHeldCalls = thread.heldCalls.filter(
    (call) => isApproved && !toolCalls.some(({ id }) => id === call.id),
  );
  const waitingCallIds = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  thread.heldCalls = toolCalls.filter(
    ({ id, result: callResult }) => callResult === undefined && waitingCallIds.has(id),
  );
  for (const message of messages) thread.knownIds.add(message.id);
  for (const { id } of toolCalls) if (id !== undefined) thread.knownIds.add(id);
  return {
    content: transcript.text(),
    toolCalls: [...approvedHeldCalls, ...toolCalls.filter((call) => !thread.heldCalls.includes(call))],
    ...(result === undefined ? {} : { next: result }),
    ...(state === undefined ? {} : { state }),
    ...(usage === undefined ? {} : { usage }),
    interrupts: interrupts.map((interrupt) => toOpenInterrupt(interrupt, toolCalls)),
  };
}

function listCallIds(calls: AgUiMessage['toolCalls']): string[] {
  return (calls ?? []).map(({ id }) => id);
}
