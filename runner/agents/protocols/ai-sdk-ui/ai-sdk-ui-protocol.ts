import { randomUUID } from 'node:crypto';
import type { AgentEntryOf, ToolCall } from '../../../contract/index.ts';
import type { AgentRequest } from '../../../ports/index.ts';
import { castToJson, type Json, withoutUndefined } from '../../../values/index.ts';
import { isApproval } from '../decide-interrupts.ts';
import { selectNewMessages } from '../new-messages.ts';
import type {
  Conversation,
  InterruptAnswer,
  InterruptibleRequest,
  InterruptibleResponse,
  OpenInterrupt,
  Protocol,
  ProtocolType,
} from '../protocol.ts';
import { readAnswer } from '../read-answer.ts';
import { createUiStreamReader, type UiStreamReader } from './read-ui-stream.ts';
import { getToolName, isToolPart, toUiMessages, type UiMessage, type UiToolPart } from './ui-message.ts';

export const aiSdkUi: ProtocolType<AgentEntryOf<'ai-sdk-ui'>> = {
  create: createAiSdkUi,
  signs: {
    isFirst: (type) => /^(start|start-step|text-start|reasoning-start|tool-input-start)$/.test(type),
    header: 'x-vercel-ai-ui-message-stream',
  },
  reports: { tools: 'may', usage: 'may' },
  options: [],
  sharesState: false,
  keepsConversation: false,
};

/**
 * Creates the protocol of the AI SDK's UI message stream, which `useChat` uses. The client stores the messages and
 * sends all of them in each request.
 */
function createAiSdkUi(): Protocol {
  return { begin: beginConversation };
}

/**
 * The messages of a conversation in the format of the AI SDK. `seenCount` is the number of case messages that they
 * represent.
 */
type UiChat = { messages: UiMessage[]; seenCount: number };

function beginConversation(): Conversation {
  const chat: UiChat = { messages: [], seenCount: 0 };
  return {
    async ask(roundRequest, signal) {
      const { request, connection } = roundRequest;
      const messagesToSend = listMessagesToSend(chat, roundRequest);
      const body = buildChatRequest(messagesToSend, roundRequest);
      const answer = await connection.ask({ url: connection.url, body }, signal);
      if (!answer.isStream) throw await answer.notAStream('ai-sdk-ui');
      const lastMessage = messagesToSend.at(-1);
      const isContinued = roundRequest.answers !== undefined && lastMessage?.role === 'assistant';
      const message: UiMessage = isContinued ? lastMessage : { id: randomUUID(), role: 'assistant', parts: [] };
      const waitingCalls = findApprovalRespondedCalls(message);
      const reader = createUiStreamReader({
        message,
        warn: (text) => request.context.report?.({ type: 'warning', text }),
      });
      const reportedCount = isContinued ? message.parts.filter(isToolPart).length : 0;
      await readAnswer(answer, { reader, request, maxAnswer: connection.maxAnswer });
      chat.messages = [...(isContinued ? messagesToSend.slice(0, -1) : messagesToSend), reader.message()];
      chat.seenCount = request.messages.length;
      return toInterruptibleResponse(reader, { reportedCount, waitingCalls, request });
    },
  };
}

function listMessagesToSend({ messages, seenCount }: UiChat, { request, answers }: InterruptibleRequest): UiMessage[] {
  const metadata = request.options.metadata;
  if (answers !== undefined) return addApprovalResponses(messages, answers);
  if (seenCount === 0) return toUiMessages(request.messages, metadata);
  return [...messages, ...toUiMessages(selectNewMessages(request.messages, seenCount), metadata)];
}

function addApprovalResponses(messages: readonly UiMessage[], answers: readonly InterruptAnswer[]): UiMessage[] {
  const copy = structuredClone([...messages]);
  for (const part of copy.at(-1)?.parts.filter(isToolPart) ?? []) {
    const answer = answers.find(({ interrupt }) => interrupt.id === part.approval?.id);
    if (answer === undefined || part.approval === undefined) continue;
    const reason = answer.kind === 'text' ? answer.text : undefined;
    part.approval = { ...part.approval, approved: isApproval(answer), ...withoutUndefined({ reason }) };
    part.state = 'approval-responded';
  }
  return copy;
}

function buildChatRequest(messages: readonly UiMessage[], { request, session }: InterruptibleRequest): Json {
  const sent = messages.map((message) => ({
    ...message,
    parts: message.parts.filter((part) => !isCallWithoutResult(part)),
  }));
  return { id: session ?? request.sessionId, messages: castToJson(sent), trigger: 'submit-message' };
}

/**
 * Returns true for a call that was left without a result, because the user interface should have provided it. Such a
 * call is not sent again, because servers reject it.
 */
function isCallWithoutResult(part: UiMessage['parts'][number]): boolean {
  return isToolPart(part) && part.state === 'input-available';
}

function findApprovalRespondedCalls({ parts }: UiMessage): UiToolPart[] {
  return parts.filter(isToolPart).filter(({ state }) => state === 'approval-responded');
}

type InterruptRoundContext = { reportedCount: number; waitingCalls: readonly UiToolPart[]; request: AgentRequest };

function toInterruptibleResponse(
  reader: UiStreamReader,
  { reportedCount, waitingCalls, request: { context } }: InterruptRoundContext,
): InterruptibleResponse {
  const tools = reader.message().parts.filter(isToolPart);
  const added = tools.filter((part, index) => index >= reportedCount || waitingCalls.includes(part));
  const approvals = added.filter(({ state }) => state === 'approval-requested');
  const calls = added.filter((part) => !approvals.includes(part) && !isDenied(part));
  for (const part of calls.filter(({ state, providerExecuted }) => state === 'input-available' && !providerExecuted)) {
    const text = `the call of ${getToolName(part)} waits for the user interface, which tests do not have, so the call has no result`;
    context.report?.({ type: 'warning', text });
  }
  for (const warning of listFinishReasonWarnings(reader.finish())) context.report?.({ type: 'warning', text: warning });
  const [data, usage] = [reader.data(), reader.usage()];
  return {
    content: reader.text(),
    toolCalls: calls.map(toToolCall),
    ...(data === undefined ? {} : { next: data }),
    ...(usage === undefined ? {} : { usage }),
    interrupts: approvals.map(toInterrupt),
  };
}

function isDenied({ state, approval }: UiToolPart): boolean {
  return state === 'output-denied' || approval?.approved === false;
}

function listFinishReasonWarnings(finish: string | undefined): string[] {
  if (finish === 'length') return ['the answer was cut off at its token limit'];
  return finish === 'content-filter' ? ['the answer was cut off by a content filter'] : [];
}

function toToolCall(part: UiToolPart): ToolCall {
  const { toolCallId: id, input, output, errorText } = part;
  return { id, tool: getToolName(part), ...withoutUndefined({ arguments: input, result: output, error: errorText }) };
}

function toInterrupt(part: UiToolPart): OpenInterrupt {
  const tool = getToolName(part);
  const { approval, toolCallId, input = {} } = part;
  const message = `May ${tool} be called with ${JSON.stringify(input)}?`;
  return { id: approval?.id ?? toolCallId, reason: 'tool-approval', message, tool, arguments: input };
}
