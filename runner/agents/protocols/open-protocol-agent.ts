import { pricedUsage } from '../../models/priced-usage.ts';
import { type Agent, AgentError, type AgentRequest, reportRequest } from '../../ports/index.ts';
import { placeholdersIn } from '../http/request-template.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import type { SessionEnds } from '../session-ends.ts';
import { createA2A } from './a2a/a2a-protocol.ts';
import { createAgUi } from './ag-ui/ag-ui-protocol.ts';
import { createAiSdkUi } from './ai-sdk-ui/ai-sdk-ui-protocol.ts';
import { type Connecting, openConnection } from './connection.ts';
import { createLangGraph } from './langgraph/langgraph-protocol.ts';
import { createOpenAIChat } from './openai-chat/openai-chat-protocol.ts';
import { createOpenAIResponses } from './openai-responses/openai-responses-protocol.ts';
import type { InterruptAnswer, Protocol, ProtocolEntry } from './protocol.ts';
import { askInRounds, createSessions } from './rounds.ts';
import { createYao } from './yao-server/yao-protocol.ts';

/** An agent behind an address that speaks a protocol of agents. Throws when the entry cannot work. */
export function openProtocolAgent(
  connecting: Connecting & { maxAnswer: number },
  { mocks, ends }: { mocks: MocksListener; ends: SessionEnds },
): Agent {
  const { id, entry, maxAnswer } = connecting;
  const server = openConnection(connecting);
  const protocol = protocolOf(entry);
  const sessionOf = createSessions({ begin: protocol.begin, end: () => Promise.resolve(), ends });
  const policy = 'interrupts' in entry ? entry.interrupts : 'simulator';

  async function answer(request: AgentRequest, mocksUrl: string | undefined, signal: AbortSignal) {
    const connection = server.for(request, { mocksUrl, maxAnswer });
    const session = sessionOf(request.sessionId);
    const ask = (answers: readonly InterruptAnswer[] | undefined) =>
      session.conversation.ask({ request, connection, answers, session: connection.session }, signal);
    try {
      return await askInRounds({ id, policy, request, session, ask });
    } catch (error) {
      signal.throwIfAborted();
      throw connection.failure(connection.url, error);
    }
  }

  return {
    id,
    async invoke(request, signal) {
      const sharesState = entry.type === 'ag-ui';
      if (request.mocks !== undefined && (!sharesState || request.mocks.tools.length > 0)) requireMocksUrl(id, entry);
      for (const warning of notPassed(entry, request)) request.context.report?.({ type: 'warning', text: warning });
      const over = reportRequest(request.context.report, 'server');
      try {
        const response = await mocks.during(request.mocks, (url) => answer(request, url, signal), signal);
        const { usage } = response;
        return usage === undefined ? response : { ...response, usage: pricedUsage(usage, entry.cost) };
      } finally {
        over();
      }
    },
  };
}

function protocolOf(entry: ProtocolEntry): Protocol {
  switch (entry.type) {
    case 'openai-chat':
      return createOpenAIChat(entry);
    case 'openai-responses':
      return createOpenAIResponses(entry);
    case 'ai-sdk-ui':
      return createAiSdkUi();
    case 'ag-ui':
      return createAgUi();
    case 'a2a':
      return createA2A();
    case 'langgraph':
      return createLangGraph(entry);
    case 'yao':
      return createYao(entry);
    default:
      return entry satisfies never;
  }
}

/** An agent that does not learn where the mocks are would call its real tools. */
function requireMocksUrl(id: string, { headers }: ProtocolEntry): void {
  if (placeholdersIn(headers).includes('mocks_url')) return;
  throw new AgentError(
    `agent "${id}": the case has mocks, and nothing tells the agent where: put {{mocks_url}} into one of its headers, ` +
      'and have it call its tools at that MCP server',
    'configuration',
  );
}

/** What a case tells its agent, and the protocol has no place for. */
function notPassed({ type }: ProtocolEntry, { options }: AgentRequest): string[] {
  const { connector: _, metadata: __, ...rest } = options;
  const passed = type === 'yao' ? ['mode', 'skip'] : [];
  const lost = Object.keys(rest).filter((name) => !passed.includes(name));
  return lost.map((name) => `options.${name} of the case was not passed on: ${type} has no place for it`);
}
