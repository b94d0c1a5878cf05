import type { AgentEntryOf } from '../../../contract/index.ts';
import { toWireMessage } from '../../../models/wire-message.ts';
import type { AgentRequest } from '../../../ports/index.ts';
import { type Json, withoutUndefined } from '../../../values/index.ts';
import type { Protocol, ProtocolType } from '../protocol.ts';
import { readAnswer } from '../read-answer.ts';
import { createUserAndMetadataFields } from '../user-and-metadata.ts';
import { createCompletionReader } from './read-completion.ts';

type OpenAiChatEntry = AgentEntryOf<'openai-chat'>;

export const openaiChat: ProtocolType<OpenAiChatEntry> = {
  create: createOpenAIChat,
  signs: {
    isFirst: (_type, { object }) => typeof object === 'string' && /^chat\.completion(\.chunk)?$/.test(object),
  },
  reports: { tools: 'may', usage: 'may' },
  options: [],
  sharesState: false,
  keepsConversation: false,
};

/**
 * Creates the protocol of an agent that answers chat completions. The agent may have its own tools. Every request
 * contains the whole conversation.
 */
function createOpenAIChat(entry: OpenAiChatEntry): Protocol {
  return {
    begin: () => ({
      async ask({ request, connection, session }, signal) {
        const answer = await connection.ask(
          { url: connection.url, body: buildCompletionRequest(request, entry, session) },
          signal,
        );
        const reader = createCompletionReader();
        await readAnswer(answer, { reader, request, maxAnswer: connection.maxAnswer });
        const toolCalls = reader.toolCalls();
        for (const warning of listFinishWarnings(reader.finish()))
          request.context.report?.({ type: 'warning', text: warning });
        const usage = reader.usage();
        return { content: reader.text(), toolCalls, ...(usage === undefined ? {} : { usage }), interrupts: [] };
      },
    }),
  };
}

function buildCompletionRequest(
  request: AgentRequest,
  { model, stream }: OpenAiChatEntry,
  session: string | undefined,
): Json {
  return withoutUndefined({
    model,
    messages: request.messages.map(toWireMessage),
    stream,
    stream_options: stream ? { include_usage: true } : undefined,
    ...createUserAndMetadataFields(request, session),
  });
}

function listFinishWarnings(finish: string | undefined): string[] {
  switch (finish) {
    case 'length':
      return ['the answer was cut off at its token limit'];
    case 'content_filter':
      return ['the answer was cut off by a content filter'];
    case 'tool_calls':
      return [
        'the agent ended its turn with tool calls for its caller to run, and did not get their results; ' +
          'use an agent of type "openai" if the runner should call the tools',
      ];
    default:
      return [];
  }
}
