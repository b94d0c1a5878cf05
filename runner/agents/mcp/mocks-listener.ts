import type { ToolMocks } from '../../ports/index.ts';
import type { LoopbackServer } from '../loopback-server.ts';
import { createToken, findByToken } from '../tokens.ts';
import type { ActiveAgentCall } from './active-agent-call.ts';

/**
 * Lets agents outside this process reach the mocks of their case through an MCP server on the loopback interface. It
 * starts with the first such agent of a run and ends with the run. Every attempt has its own unguessable URL, which
 * responds only during a call of the agent.
 */
export type MocksListener = {
  /** Calls `ask` with the URL of the case's mock server, or with undefined when there are no mocks. */
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

  /** Returns the same token for all turns of an attempt. */
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
