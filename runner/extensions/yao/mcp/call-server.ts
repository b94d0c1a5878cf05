import type { ToolContent } from '../../../agents/mcp/tool-server.ts';
import { type JsonObject, toJsonText } from '../../../values/index.ts';
import type { McpServer, ScriptCaller } from '../yao-turn.ts';

type ServerCall = { id?: string; server: McpServer; tool: string; arguments: JsonObject };

/**
 * Calls a tool. A mock of the case answers instead of the tool's server, unless no mock matches or the mock lets the
 * call pass.
 */
export async function callServerTool(
  { id, server, tool, arguments: args }: ServerCall,
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<{ content: ToolContent; mocked?: true }> {
  const { mocks } = caller.turn.request;
  const answer = await mocks?.answer({ id, name: tool, server: server.id, arguments: args }, signal);
  if (answer === undefined || answer.type === 'pass') {
    return { content: await server.call({ tool, arguments: args }, caller, signal) };
  }
  const isError = answer.type === 'error';
  const text = isError ? answer.error : toJsonText(answer.result);
  return { content: { content: [{ type: 'text', text }], isError }, mocked: true };
}
