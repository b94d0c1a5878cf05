import { addUsage, textOfContent } from '../../fold/index.ts';
import { pricedUsage } from '../../models/priced-usage.ts';
import { type Agent, AgentError, type AgentRequest, type AgentResponse } from '../../ports/index.ts';
import { placeholdersIn } from '../http/request-template.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import type { SessionEnds } from '../session-ends.ts';
import { createA2A } from './a2a/a2a-protocol.ts';
import { createAgUi } from './ag-ui/ag-ui-protocol.ts';
import { createAiSdkUi } from './ai-sdk-ui/ai-sdk-ui-protocol.ts';
import { type Connecting, openConnection } from './connection.ts';
import { decideInterrupts, unclearAnswers } from './decide-interrupts.ts';
import { createLangGraph } from './langgraph/langgraph-protocol.ts';
import { createOpenAIChat } from './openai-chat/openai-chat-protocol.ts';
import { createOpenAIResponses } from './openai-responses/openai-responses-protocol.ts';
import type { Conversation, InterruptAnswer, OpenInterrupt, Protocol, ProtocolEntry, Round } from './protocol.ts';
import { createYao } from './yao-server/yao-protocol.ts';

/** An agent that stops again and again, whatever it is told, does not end. */
const MOST_ROUNDS = 20;

type AnsweredInterrupt = OpenInterrupt & NonNullable<AgentResponse['interrupts']>[number];

type Session = { conversation: Conversation; open: OpenInterrupt[] };

/** An agent behind an address that speaks a protocol of agents. Throws when the entry cannot work. */
export function openProtocolAgent(
  connecting: Connecting & { maxAnswer: number },
  { mocks, ends }: { mocks: MocksListener; ends: SessionEnds },
): Agent {
  const { id, entry, maxAnswer } = connecting;
  const server = openConnection(connecting);
  const protocol = protocolOf(entry);
  const sessionOf = createSessions(protocol, ends);
  const policy = 'interrupts' in entry ? entry.interrupts : 'simulator';

  async function answer(request: AgentRequest, mocksUrl: string | undefined, signal: AbortSignal) {
    const connection = server.for(request, { mocksUrl, maxAnswer });
    const session = sessionOf(request.sessionId);
    const rounds: Round[] = [];
    const answered: AnsweredInterrupt[] = [];
    let answers = answersOf(session.open, request);
    try {
      while (rounds.length < MOST_ROUNDS) {
        session.open = [];
        for (const warning of unclearAnswers(answers ?? [])) request.context.warn?.(warning);
        const round = await session.conversation.ask(
          { request, connection, answers, session: connection.session },
          signal,
        );
        rounds.push(round);
        session.open = round.interrupts;
        if (round.interrupts.length === 0) return combined(rounds, answered);
        answers = await decideInterrupts(policy, round.interrupts, request.context);
        if (answers === undefined) return combined(rounds, answered);
        answered.push(...answers.map((each) => ({ ...each.interrupt, ...decisionOf(each) })));
      }
    } catch (error) {
      signal.throwIfAborted();
      throw connection.failure(connection.url, error);
    }
    throw new AgentError(`agent "${id}" stopped ${MOST_ROUNDS} times in one turn, whatever it was told`, 'agent');
  }

  return {
    id,
    async invoke(request, signal) {
      const sharesState = entry.type === 'ag-ui';
      if (request.mocks !== undefined && (!sharesState || request.mocks.tools.length > 0)) requireMocksUrl(id, entry);
      for (const warning of notPassed(entry, request)) request.context.warn?.(warning);
      const over = request.context.calling?.('server');
      try {
        const response = await mocks.during(request.mocks, (url) => answer(request, url, signal), signal);
        const { usage } = response;
        return usage === undefined ? response : { ...response, usage: pricedUsage(usage, entry.cost) };
      } finally {
        over?.();
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

function createSessions({ begin }: Protocol, ends: SessionEnds): (sessionId: string) => Session {
  const sessions = new Map<string, Session>();
  return (sessionId) => {
    const known = sessions.get(sessionId);
    if (known !== undefined) return known;
    const session: Session = { conversation: begin(), open: [] };
    sessions.set(sessionId, session);
    ends.atEnd(sessionId, () => {
      sessions.delete(sessionId);
      return Promise.resolve();
    });
    return session;
  };
}

/** What the user says answers everything that the agent stopped for in its last answer. */
function answersOf(open: readonly OpenInterrupt[], { messages }: AgentRequest): InterruptAnswer[] | undefined {
  if (open.length === 0) return undefined;
  const text = textOfContent(messages.at(-1)?.content ?? '');
  return open.map((interrupt) => ({ interrupt, kind: 'text', text }));
}

function decisionOf(answer: InterruptAnswer): Pick<AnsweredInterrupt, 'answeredBy' | 'answer'> {
  switch (answer.kind) {
    case 'approve':
    case 'reject':
      return { answeredBy: answer.kind };
    case 'text':
      return { answeredBy: 'script', answer: answer.text };
    case 'value':
      return { answeredBy: 'script', answer: answer.value };
    default:
      return answer satisfies never;
  }
}

/** The rounds of one turn as one answer. What is still open is what the agent asks. */
function combined(rounds: readonly Round[], answered: readonly AnsweredInterrupt[]): AgentResponse {
  const last = rounds.at(-1);
  const open = last?.interrupts ?? [];
  const texts = [...rounds.map(({ content }) => content), ...open.map(({ message }) => message)];
  const interrupts = [...answered, ...open].map(({ id: _, schema: __, ...interrupt }) => interrupt);
  const usage = rounds.reduce<AgentResponse['usage']>((sum, round) => addUsage(sum, round.usage), undefined);
  return {
    ...last,
    content: [...new Set(texts)].filter((text) => text !== '').join('\n\n'),
    toolCalls: rounds.flatMap(({ toolCalls }) => toolCalls),
    ...(usage === undefined ? {} : { usage }),
    ...(interrupts.length === 0 ? { interrupts: undefined } : { interrupts }),
  };
}
