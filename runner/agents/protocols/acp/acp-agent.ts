import path from 'node:path';
import type { AgentEntryOf } from '../../../contract/index.ts';
import type { Variables } from '../../../models/connectors.ts';
import { addCostToUsage } from '../../../models/price-usage.ts';
import { type Agent, AgentError, type AgentRequest, type AgentResponse } from '../../../ports/index.ts';
import { toErrorMessage } from '../../../values/index.ts';
import { requireProgram } from '../../command/require-program.ts';
import type { MocksListener } from '../../mcp/mocks-listener.ts';
import type { SessionCleanup } from '../../session-cleanup.ts';
import type { InterruptAnswer } from '../protocol.ts';
import { createSessions, runTurnWithInterrupts } from '../run-turn-with-interrupts.ts';
import { beginAcpConversation } from './acp-conversation.ts';

type AcpAgentOptions = {
  id: string;
  entry: AgentEntryOf<'acp'>;
  root: string;
  variables: Variables;
  maxAnswer: number;
};

/**
 * Creates an agent that is a program with the Agent Client Protocol. It is started once per attempt, in the way that an
 * editor starts it.
 */
export function createAcpAgent(
  agent: AcpAgentOptions,
  { mocks, ends }: { mocks: MocksListener; ends: SessionCleanup },
): Agent {
  requireProgram(agent);
  const { id, entry, root, variables, maxAnswer } = agent;
  const { command, interrupts: policy, cost } = entry;
  const beginConversation = () => beginAcpConversation({ command, cwd: path.resolve(root), variables, maxAnswer });
  const getSession = createSessions({ begin: beginConversation, end: (conversation) => conversation.end(), ends });

  async function answerRequest(
    request: AgentRequest,
    mocksUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<AgentResponse> {
    const session = getSession(request.sessionId);
    const askConversation = (answers: readonly InterruptAnswer[] | undefined) =>
      session.conversation.ask({ request, answers, mocksUrl }, signal);
    try {
      return await runTurnWithInterrupts({ policy, request, session, ask: askConversation });
    } catch (error) {
      signal.throwIfAborted();
      const service = error instanceof AgentError ? error.service : undefined;
      throw new AgentError(`agent "${id}" (${command[0]}) ${toErrorMessage(error)}`, 'agent', {
        cause: error,
        service,
      });
    }
  }

  return {
    id,
    async invoke(request, signal) {
      const { connector: _, metadata: __, ...rest } = request.options;
      for (const name of Object.keys(rest)) {
        request.context.report?.({
          type: 'warning',
          text: `options.${name} of the case was not passed on: acp has no field for it`,
        });
      }
      const response = await mocks.callWithMocksUrl(
        request.mocks,
        (url) => answerRequest(request, url, signal),
        signal,
      );
      const { usage } = response;
      return usage === undefined ? response : { ...response, usage: addCostToUsage(usage, cost) };
    },
  };
}
