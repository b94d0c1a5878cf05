import type { ToolMocks } from '../../ports/index.ts';
import type { LoopbackServer } from '../loopback-server.ts';
import { createToken, findByToken } from '../tokens.ts';
import type { ActiveAgentCall } from './active-agent-call.ts';

/**
 * Serves the mocks of cases to agents outside this process, as an MCP server on the loopback interface. The server
 * starts with the first such agent of a run and stops with the run. Each attempt has its own secret URL, which works
 * only during a call of the agent.
 */
export type MocksListener = {
  /** Calls `ask` with the URL of the mocks; undefined if the case has no mocks. */
  callWithMocksUrl<Answer>(
    toolMocks: ToolMocks | undefined,
    ask: (mocksUrl: string | undefined) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>;
  close(): Promise<void>;
};

export function createMocksListener(): MocksListener {
  const tokens = new WeakMap<ToolMocks, string>();
  const activeCalls = new Map<string, ActiveAgentCall[]>();
  let startedServer: Promise<LoopbackServer> | undefined;

  /** Returns the token of an attempt's mocks, which is the same for all turns. */
  function getOrCreateToken(toolMocks: ToolMocks): string {
    const token = tokens.get(toolMocks) ?? createToken();
    tokens.set(toolMocks, token);
    return token;
  }

  return {
    async callWithMocksUrl(toolMocks, ask, signal) {
      if (toolMocks === undefined) return ask(undefined);
      startedServer ??= import('./mocks-server.ts').then((file) =>
        file.startMocksServer((token) => findByToken(activeCalls, token)?.at(-1)),
      );
      const server = await startedServer;
      const token = getOrCreateToken(toolMocks);
      const ended = new AbortController();
      const agentCall: ActiveAgentCall = { toolMocks, signal: AbortSignal.any([signal, ended.signal]) };
      const callsOfToken = activeCalls.get(token) ?? [];
      callsOfToken.push(agentCall);
      activeCalls.set(token, callsOfToken);
      try {
        return await ask(`${server.origin}/${token}/mcp`);
      } finally {
        callsOfToken.splice(callsOfToken.indexOf(agentCall), 1);
        if (callsOfToken.length === 0) activeCalls.delete(token);
        ended.abort(new Error('the agent has answered'));
      }
    },
    async close() {
      const server = await startedServer?.catch(() => undefined);
      await server?.close();
    },
  };
}
