import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AgentEntryOf } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { type JsonObject, toJsonText } from '../../../values/index.ts';
import type { Connection } from '../connection.ts';
import { isApproval } from '../decide-interrupts.ts';
import { selectNewUserMessages } from '../new-messages.ts';
import type {
  Conversation,
  InterruptAnswer,
  InterruptibleRequest,
  InterruptibleResponse,
  Protocol,
  ProtocolType,
} from '../protocol.ts';
import { type A2AMethod, buildA2AMessage } from './build-request.ts';
import { callAgent, MethodMissingError } from './call-agent.ts';
import type { A2AInterface } from './card.ts';
import { findAgentCard } from './find-card.ts';
import { toParts } from './parts.ts';
import { type A2AAnswer, createA2AAnswer, isWaitingOrFinal } from './read-answer.ts';

export const a2a: ProtocolType<AgentEntryOf<'a2a'>> = {
  create: createA2A,
  signs: { isFirst: (_type, { jsonrpc }) => jsonrpc === '2.0' },
  reports: { tools: 'never', usage: 'never' },
  options: [],
  sharesState: false,
  keepsConversation: true,
};

/** Creates the A2A protocol. An agent answers with a message, or with a task, which is followed until it stops. */
function createA2A(): Protocol {
  let pendingCard: Promise<A2AInterface> | undefined;
  /** Reads the agent card once. If reading fails, the next call tries again. */
  async function loadAgentCard(connection: Connection, signal: AbortSignal): Promise<A2AInterface> {
    pendingCard ??= findAgentCard(connection, signal);
    try {
      return await pendingCard;
    } catch (error) {
      pendingCard = undefined;
      throw error;
    }
  }
  /**
   * Returns the interface without streaming, for an agent that does not stream although its card claims so. The result
   * is stored, so that streaming is not tried again.
   */
  function disableStreaming(at: A2AInterface): A2AInterface {
    const withoutStreaming = { ...at, isStreaming: false };
    pendingCard = Promise.resolve(withoutStreaming);
    return withoutStreaming;
  }
  return { begin: () => beginConversation({ loadCard: loadAgentCard, disableStreaming }) };
}

type AgentCardAccess = {
  loadCard(connection: Connection, signal: AbortSignal): Promise<A2AInterface>;
  disableStreaming(at: A2AInterface): A2AInterface;
};

/** The ids that the agent has given to the conversation and to its current task. */
type ConversationTask = { contextId: string | undefined; taskId: string | undefined; seenCount: number };

function beginConversation({ loadCard, disableStreaming }: AgentCardAccess): Conversation {
  const task: ConversationTask = { contextId: undefined, taskId: undefined, seenCount: 0 };
  return {
    async ask(roundRequest, signal) {
      const { connection, request, session } = roundRequest;
      const at = await loadCard(connection, signal);
      task.contextId ??= session;
      const answer = createA2AAnswer({
        progress: (text) => request.context.report?.({ type: 'log', source: 'a2a', text }),
      });
      const params = buildMessageParams(at, task, roundRequest);
      const call = {
        at,
        connection,
        reportText: () => request.context.report?.({ type: 'text', text: answer.text() }),
        answer,
      };
      try {
        await sendAndReadAnswer(call, params, signal).catch((error: unknown) => {
          if (!at.isStreaming || !(error instanceof MethodMissingError) || answer.state() !== undefined) throw error;
          return sendAndReadAnswer({ ...call, at: disableStreaming(at) }, params, signal);
        });
      } catch (error) {
        if (signal.aborted) await cancelTask(call);
        throw error;
      }
      task.seenCount = request.messages.length;
      task.contextId = answer.contextId() ?? task.contextId;
      task.taskId = answer.state() === 'input-required' ? answer.taskId() : undefined;
      return toInterruptibleResponse(answer, roundRequest);
    },
  };
}

function buildMessageParams(
  at: A2AInterface,
  { contextId, taskId, seenCount }: ConversationTask,
  { request, answers }: InterruptibleRequest,
): JsonObject {
  const newMessages = selectNewUserMessages('A2A', request, seenCount);
  const parts =
    answers === undefined
      ? newMessages.flatMap((message) => toParts(message, at.version))
      : toAnswerParts(at, answers, newMessages);
  const metadata = request.options.metadata ?? {};
  return buildA2AMessage(at, { messageId: randomUUID(), parts, contextId, taskId, metadata });
}

function toAnswerParts(
  at: A2AInterface,
  answers: readonly InterruptAnswer[],
  userMessages: Parameters<typeof toParts>[0][],
): JsonObject[] {
  return answers.flatMap((answer) => {
    // Sends all parts of the user's messages, because they may contain more than text.
    if (answer.kind === 'text' && userMessages.length > 0)
      return userMessages.flatMap((message) => toParts(message, at.version));
    if (answer.kind === 'text') return toParts({ content: answer.text }, at.version);
    if (answer.kind === 'value') return toParts({ content: toJsonText(answer.value) }, at.version);
    return toParts({ content: isApproval(answer) ? 'Yes, approved.' : 'No, rejected.' }, at.version);
  });
}

type A2AExchange = { at: A2AInterface; connection: Connection; answer: A2AAnswer; reportText(): void };

const FIRST_POLL_DELAY_MS = 100;
const MAX_POLL_DELAY_MS = 2_000;

/** Sends a message and follows the resulting task until it stops. */
async function sendAndReadAnswer(
  { at, connection, answer, reportText }: A2AExchange,
  params: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const method: A2AMethod = at.isStreaming ? 'stream' : 'send';
  const sendAndApplyResults = async (rpcMethod: A2AMethod, about: JsonObject) => {
    for await (const results of callAgent({ at, connection }, { method: rpcMethod, params: about }, signal)) {
      for (const result of results) answer.read(result);
      reportText();
    }
  };
  await sendAndApplyResults(method, params);
  if (at.isStreaming && !isWaitingOrFinal(answer.state())) {
    throw new AgentError(
      `the stream ended while its task is ${answer.state() ?? 'not begun'}: the answer is incomplete`,
      'agent',
    );
  }
  for (
    let pause = FIRST_POLL_DELAY_MS;
    !isWaitingOrFinal(answer.state());
    pause = Math.min(pause * 2, MAX_POLL_DELAY_MS)
  ) {
    await setTimeout(pause, undefined, { signal });
    await sendAndApplyResults('get', { id: answer.taskId() ?? '' });
  }
}

const CANCEL_TIMEOUT_MS = 2_000;

/** Cancels a task whose result is no longer needed. The agent may refuse. */
async function cancelTask({ at, connection, answer }: A2AExchange): Promise<void> {
  const id = answer.taskId();
  if (id === undefined || isWaitingOrFinal(answer.state())) return;
  const results = callAgent(
    { at, connection },
    { method: 'cancel', params: { id } },
    AbortSignal.timeout(CANCEL_TIMEOUT_MS),
  );
  await results.next().catch(() => undefined);
}

function toInterruptibleResponse(answer: A2AAnswer, { request }: InterruptibleRequest): InterruptibleResponse {
  const state = answer.state();
  const reason = answer.said() || 'no reason was given';
  if (state === 'auth-required') {
    throw new AgentError(
      `requires authentication: ${reason}; put the credentials into the headers of its entry`,
      'agent',
      { service: 'auth' },
    );
  }
  if (state === 'failed' || state === 'canceled' || state === 'rejected') {
    throw new AgentError(`the task was ${state === 'failed' ? 'not done: it failed' : state}: ${reason}`, 'agent');
  }
  for (const name of answer.files())
    request.context.report?.({ type: 'warning', text: `the agent answered with the file ${name}, which was ignored` });
  const data = answer.data();
  const question = { id: answer.taskId() ?? '', reason: 'input-required', message: answer.said() };
  return {
    content: answer.text(),
    toolCalls: [],
    ...(data === undefined ? {} : { next: data }),
    interrupts: state === 'input-required' ? [question] : [],
  };
}
