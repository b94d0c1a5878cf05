import type { AgentEntryOf, Message } from '../../../contract/index.ts';
import { toWireMessage } from '../../../models/wire-message.ts';
import { castToJson, isJsonObject, type Json, withoutUndefined } from '../../../values/index.ts';
import type { Connection } from '../connection.ts';
import { selectNewMessages } from '../new-messages.ts';
import type { Conversation, InterruptibleRequest, Protocol, ProtocolType } from '../protocol.ts';
import { readAnswer } from '../read-answer.ts';
import { createYaoReader } from './read-stream.ts';

type YaoEntry = AgentEntryOf<'yao'>;

export const yaoServer: ProtocolType<YaoEntry> = {
  create: createYao,
  signs: {
    isFirst: (type, { props }) => type === 'event' && isJsonObject(props) && props.event === 'stream_start',
  },
  reports: { tools: 'may', usage: 'may' },
  options: ['mode', 'skip'],
  sharesState: false,
  keepsConversation: false,
};

/**
 * Creates the protocol of an assistant on a Yao server. Uses the stream of Yao's own user interface, because the
 * streams for other clients contain no tool calls and no usage.
 */
function createYao(entry: YaoEntry): Protocol {
  return { begin: () => beginConversation(entry) };
}

function beginConversation(entry: YaoEntry): Conversation {
  const chat = { seen: 0 };
  return {
    async ask(roundRequest, signal) {
      const { request, connection } = roundRequest;
      const url = buildChatUrl(connection.url);
      const reader = createYaoReader({
        tell: (text) => request.context.report?.({ type: 'log', source: 'yao', text }),
      });
      const question = {
        url,
        headers: buildHeaders(roundRequest),
        body: buildChatRequest(entry, roundRequest, chat.seen),
      };
      try {
        const answer = await connection.ask(question, signal);
        if (!answer.isStream) throw await answer.notAStream('yao');
        await readAnswer(answer, { reader, request, maxAnswer: connection.maxAnswer });
      } catch (error) {
        if (signal.aborted) await stopAnswer(connection, url, reader.contextId());
        throw error;
      }
      chat.seen = request.messages.length;
      const usage = reader.usage();
      return {
        content: reader.text(),
        toolCalls: reader.toolCalls(),
        ...(usage === undefined ? {} : { usage }),
        interrupts: [],
      };
    },
  };
}

const COMPLETIONS_PATH = '/chat/completions';

/** Returns the URL for chats. Adds the path of the completions if the URL is that of the assistant. */
function buildChatUrl(url: URL): URL {
  const address = new URL(url);
  const pathWithoutSlash = address.pathname.replace(/(?<!\/)\/+$/, '');
  address.pathname = pathWithoutSlash.endsWith(COMPLETIONS_PATH)
    ? pathWithoutSlash
    : `${pathWithoutSlash}${COMPLETIONS_PATH}`;
  return address;
}

/**
 * Always sends a chat id. Otherwise, the server would derive one from the first messages, so that attempts with the
 * same messages would share a chat.
 */
function buildHeaders({ request, session }: InterruptibleRequest): Record<string, string> {
  const { mode } = request.options;
  return withoutUndefined({
    'accept-language': request.context.environment.locale,
    'x-yao-accept': 'cui-web',
    'x-yao-chat': session ?? `turntree-${request.sessionId}`.replaceAll(/[^\w.-]+/g, '-'),
    'x-yao-mode': mode,
  });
}

/**
 * Builds a request. If the config names a chat, the server stores it and gets only new messages; otherwise, every
 * request contains the whole conversation.
 */
function buildChatRequest({ model, session }: YaoEntry, { request }: InterruptibleRequest, seenCount: number): Json {
  const isStored = session !== undefined;
  const messages: Message[] =
    isStored && seenCount > 0 ? selectNewMessages(request.messages, seenCount) : request.messages;
  const { metadata, skip } = request.options;
  return withoutUndefined({
    model,
    messages: messages.map(toWireMessage),
    metadata: metadata === undefined ? undefined : castToJson(metadata),
    skip: { history: !isStored, ...skip },
  });
}

const STOP_TIMEOUT_MS = 2_000;

/** Stops a turn whose result is no longer needed. The server may ignore this. */
async function stopAnswer(connection: Connection, url: URL, contextId: string | undefined): Promise<void> {
  if (contextId === undefined) return;
  const address = new URL(url);
  const base = address.pathname.slice(0, -COMPLETIONS_PATH.length).replace(/\/experts\/[^/]+$/, '');
  address.pathname = `${base}${COMPLETIONS_PATH}/${encodeURIComponent(contextId)}/append`;
  const question = { url: address, body: { type: 'force', messages: [] } };
  await connection.send(question, AbortSignal.timeout(STOP_TIMEOUT_MS)).then(
    ({ response }) => response.body?.cancel(),
    () => undefined,
  );
}
