import { addCostToUsage } from '../../models/price-usage.ts';
import { type Agent, AgentError, type AgentRequest, reportRequestStart } from '../../ports/index.ts';
import type { ProtocolNames } from '../agent-type.ts';
import { listPlaceholders } from '../http/request-template.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import type { SessionCleanup } from '../session-cleanup.ts';
import { type ConnectionOptions, createConnectionFactory } from './connection.ts';
import type { InterruptAnswer, ProtocolType } from './protocol.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';
import { createSessions, runTurnWithInterrupts } from './run-turn-with-interrupts.ts';

type ProtocolAgent = ConnectionOptions & { maxAnswer: number; protocol: ProtocolType<ProtocolAgentEntry> };

/**
 * Creates an agent that is a server with one of the agent protocols. Throws if an agent with its config entry cannot
 * work.
 */
export function openProtocolAgent(
  { id, entry, variables, maxAnswer, protocol }: ProtocolAgent,
  { mocks, ends, protocolNames }: { mocks: MocksListener; ends: SessionCleanup; protocolNames: ProtocolNames },
): Agent {
  const server = createConnectionFactory({ id, entry, variables }, protocolNames);
  const getSession = createSessions({ begin: protocol.create(entry).begin, end: () => Promise.resolve(), ends });
  const policy = 'interrupts' in entry ? entry.interrupts : 'simulator';

  async function answerRequest(request: AgentRequest, mocksUrl: string | undefined, signal: AbortSignal) {
    const connection = server.withRequest(request, { mocksUrl, maxAnswer });
    const session = getSession(request.sessionId);
    const ask = (answers: readonly InterruptAnswer[] | undefined) =>
      session.conversation.ask({ request, connection, answers, session: connection.session }, signal);
    try {
      return await runTurnWithInterrupts({ policy, request, session, ask });
    } catch (error) {
      signal.throwIfAborted();
      throw connection.failure(connection.url, error);
    }
  }

  return {
    id,
    async invoke(request, signal) {
      const isMocked = request.mocks !== undefined && (!protocol.sharesState || request.mocks.tools.length > 0);
      if (isMocked) requireMocksUrl(id, entry);
      for (const warning of listUnsupportedOptionWarnings(request, { type: entry.type, passed: protocol.options }))
        request.context.report?.({ type: 'warning', text: warning });
      const endRequest = reportRequestStart(request.context.report, 'server');
      try {
        const response = await mocks.callWithMocksUrl(
          request.mocks,
          (url) => answerRequest(request, url, signal),
          signal,
        );
        const { usage } = response;
        return usage === undefined ? response : { ...response, usage: addCostToUsage(usage, entry.cost) };
      } finally {
        endRequest();
      }
    },
  };
}

/** Throws if the case has mocks but the agent does not get their URL, because it would then call its real tools. */
function requireMocksUrl(id: string, { headers }: ProtocolAgentEntry): void {
  if (listPlaceholders(headers).includes('mocks_url')) return;
  throw new AgentError(
    `agent "${id}": the case has mocks, but the agent does not get their address: put {{mocks_url}} into one of its headers, ` +
      'and have it call its tools at that MCP server',
    'configuration',
  );
}

/** Returns warnings about options of the case that the protocol does not pass to the agent. */
function listUnsupportedOptionWarnings(
  { options }: AgentRequest,
  { type, passed }: { type: string; passed: readonly string[] },
): string[] {
  const { connector: _, metadata: __, ...rest } = options;
  const ignoredOptions = Object.keys(rest).filter((name) => !passed.includes(name));
  return ignoredOptions.map((name) => `options.${name} of the case was not passed on: ${type} has no field for it`);
}
