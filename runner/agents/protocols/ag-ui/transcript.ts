import type { ToolCall } from '../../../contract/index.ts';
import type { Json } from '../../../values/index.ts';
import { createAnswerMessages } from './answer-messages.ts';
import type { AgUiEvent, AgUiMessage } from './events.ts';

type EventOf<Type extends AgUiEvent['type']> = Extract<AgUiEvent, { type: Type }>;
type AnswerMessages = ReturnType<typeof createAnswerMessages>;

/**
 * Collects the texts and calls of an answer. They may be sent as events, or within the messages of the conversation.
 */
export type RunTranscript = {
  /**
   * Handles an event.
   * @throws an error for an event that is not allowed at this point
   */
  take(event: AgUiEvent): void;
  text(): string;
  toolCalls(): ToolCall[];
  /** Returns the whole conversation if the agent sent it, otherwise the messages of this answer. */
  messages(): { isWhole: boolean; messages: AgUiMessage[] };
};

export type TranscriptOptions = {
  /** Ids of messages and calls that were sent to the agent, or received in an earlier answer. */
  knownIds?: ReadonlySet<string>;
  /** Calls of an earlier answer that waited for approval, and whose results come in this run. */
  heldCalls?: readonly ToolCall[];
};

export function createTranscript({ knownIds = new Set(), heldCalls = [] }: TranscriptOptions = {}): RunTranscript {
  const answer = createAnswerMessages();
  const texts = createTextEventHandler(answer);
  const calls = createCallEventHandler(answer, { knownIds, heldCalls });
  let conversation: readonly AgUiMessage[] | undefined;

  /** Adds new messages of the conversation to the answer if they were not streamed. */
  function compareWithSnapshot(messages: readonly AgUiMessage[]): void {
    conversation = messages;
    const lastQuestion = messages.findLastIndex(({ role }) => role === 'user');
    for (const message of messages.slice(lastQuestion + 1)) {
      if (knownIds.has(message.id)) continue;
      texts.addNew(message);
      calls.addNew(message);
    }
  }

  return {
    take(event) {
      if (event.type === 'MESSAGES_SNAPSHOT') compareWithSnapshot(event.messages);
      texts.take(event);
      calls.take(event);
    },
    text: () => answer.texts().join('\n\n'),
    toolCalls: answer.toolCalls,
    messages() {
      const conversationIds = new Set(conversation?.map(({ id }) => id));
      const isWhole = conversation !== undefined && answer.ids().every((id) => conversationIds.has(id));
      return { isWhole, messages: isWhole ? [...(conversation ?? [])] : answer.messages() };
    },
  };
}

function createTextEventHandler(answer: AnswerMessages) {
  /** Ids of messages by others than the assistant. */
  const otherRoleIds = new Set<string>();
  const chunks = createChunkAssembler('text');
  const addAssistantText = (id: string, text: string): void => {
    if (!otherRoleIds.has(id)) answer.say(id, text);
  };
  const recordOtherRole = (id: string, role: string | null | undefined): void => {
    if ((role ?? 'assistant') !== 'assistant') otherRoleIds.add(id);
  };
  return {
    take(event: AgUiEvent): void {
      switch (event.type) {
        case 'TEXT_MESSAGE_START':
          recordOtherRole(event.messageId, event.role);
          break;
        case 'TEXT_MESSAGE_CONTENT':
          addAssistantText(event.messageId, event.delta);
          break;
        case 'TEXT_MESSAGE_CHUNK': {
          const { id, begins } = chunks.next(event.messageId, event.subagentRunId);
          if (begins) recordOtherRole(id, event.role);
          addAssistantText(id, event.delta ?? '');
          break;
        }
        default:
      }
    },
    addNew({ id, role, content }: AgUiMessage): void {
      if (role !== 'assistant' || typeof content !== 'string' || otherRoleIds.has(id)) return;
      const wasStreamed = content === '' || answer.textOf(id) !== '' || answer.texts().includes(content);
      if (!wasStreamed) answer.say(id, content);
    },
  };
}

function createCallEventHandler(answer: AnswerMessages, { knownIds, heldCalls }: Required<TranscriptOptions>) {
  const startedIds = new Set<string>();
  const chunks = createChunkAssembler('tool call');

  function applyToolResult(id: string, result: { content: Json; error?: string | null | undefined }): void {
    const earlier = heldCalls.find((call) => call.id === id);
    if (!answer.hasCall(id) && earlier !== undefined) {
      answer.argumentsOf({ id, tool: earlier.tool }).push(JSON.stringify(earlier.arguments ?? {}));
    }
    if (answer.hasCall(id)) answer.answerCall(id, result);
    else if (!knownIds.has(id)) throw new Error(`there is no call ${JSON.stringify(id)}`);
  }

  function beginCall({
    toolCallId: id,
    toolCallName: tool,
    parentMessageId: parent,
  }: EventOf<'TOOL_CALL_START'>): void {
    if (startedIds.has(id)) throw new Error(`there is already a call ${JSON.stringify(id)}`);
    startedIds.add(id);
    answer.argumentsOf({ id, tool, parent }).length = 0;
  }

  function applyCallChunk({
    toolCallId,
    toolCallName,
    parentMessageId: parent,
    ...chunk
  }: EventOf<'TOOL_CALL_CHUNK'>): void {
    const { id, begins } = chunks.next(toolCallId, chunk.subagentRunId);
    if (begins && typeof toolCallName !== 'string')
      throw new Error('the first chunk of a tool call must have its name');
    answer.argumentsOf({ id, tool: toolCallName ?? '', parent }).push(chunk.delta ?? '');
  }

  return {
    take(event: AgUiEvent): void {
      switch (event.type) {
        case 'RUN_STARTED':
          // After an interrupt, a run may send the calls of the previous run again.
          startedIds.clear();
          break;
        case 'TOOL_CALL_START':
          beginCall(event);
          break;
        case 'TOOL_CALL_ARGS':
          answer.appendArguments(event.toolCallId, event.delta);
          break;
        case 'TOOL_CALL_CHUNK':
          applyCallChunk(event);
          break;
        case 'TOOL_CALL_RESULT':
          applyToolResult(event.toolCallId, event);
          break;
        default:
      }
    },
    addNew({ id: parent, role, content, toolCalls, toolCallId, error }: AgUiMessage): void {
      for (const { id, function: functionCall } of toolCalls ?? []) {
        if (!answer.hasCall(id) && !knownIds.has(id)) {
          answer.argumentsOf({ id, tool: functionCall.name, parent }).push(functionCall.arguments);
        }
      }
      if (role !== 'tool' || typeof toolCallId !== 'string' || answer.hasResult(toolCallId)) return;
      applyToolResult(toolCallId, { content: content ?? null, error });
    },
  };
}

/** Assigns chunks to texts or calls. A chunk without an id continues what its sender began last. */
function createChunkAssembler(kind: string) {
  const lanes = new Map<string, string>();
  const seenIds = new Set<string>();
  return {
    /**
     * Returns the id of the text or call to which a chunk belongs.
     * @throws an error for a first chunk without an id
     */
    next(chunkId: string | null | undefined, sender: string | null | undefined): { id: string; begins: boolean } {
      const senderKey = sender ?? '';
      const id = chunkId ?? lanes.get(senderKey) ?? findOnlyOpenMessageId(lanes);
      if (id === undefined) throw new Error(`the first chunk of a ${kind} must have an id`);
      const begins = !seenIds.has(id);
      seenIds.add(id);
      lanes.set(senderKey, id);
      return { id, begins };
    },
  };
}

function findOnlyOpenMessageId(lanes: ReadonlyMap<string, string>): string | undefined {
  const [id, other] = lanes.values();
  return other === undefined ? id : undefined;
}
