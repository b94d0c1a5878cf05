import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { MockedCall } from '../../ports/index.ts';
import { isJsonObject, toJsonText } from '../../values/index.ts';
import type { ActiveAgentCall } from './active-agent-call.ts';

/** Answers a request of an MCP client in any version of the protocol. The tools are the mocks of a case. */
export function answerMcp(request: Request, agentCall: ActiveAgentCall): Promise<Response> {
  return createMcpHandler(() => createMockServer(agentCall)).fetch(request);
}

function createMockServer(agentCall: ActiveAgentCall): Server {
  const server = new Server({ name: 'turntree-mocks', version: '1.0.0' }, { capabilities: { tools: {} } });
  const tools = agentCall.toolMocks.tools.map((name) => ({ name, inputSchema: { type: 'object' as const } }));
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: toolArguments = {} } }) => {
    const args: unknown = toolArguments;
    return callTool({ name, arguments: isJsonObject(args) ? args : {} }, agentCall);
  });
  return server;
}

type McpToolResult = { content: { type: 'text'; text: string }[]; isError?: boolean; structuredContent?: object };

async function callTool(call: MockedCall, { toolMocks, signal }: ActiveAgentCall): Promise<McpToolResult> {
  const answer = await toolMocks.answer(call, signal);
  switch (answer.type) {
    case 'result':
      return {
        content: [{ type: 'text', text: toJsonText(answer.result) }],
        ...(isJsonObject(answer.result) ? { structuredContent: answer.result } : {}),
      };
    case 'error':
      return createErrorResult(answer.error);
    case 'pass':
      return createErrorResult(`the case lets "${call.name}" pass through: the agent must call the real tool`);
    default:
      return answer satisfies never;
  }
}

function createErrorResult(text: string): McpToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
