import { serverMethods, toResultValue } from '../../agents/mcp/tool-server.ts';
import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, toErrorMessage } from '../../values/index.ts';
import { callInParallel } from './call-in-parallel.ts';
import { callServerTool } from './mcp/call-server.ts';
import { prepareArguments } from './mcp/tool-arguments.ts';
import type { ScriptCaller } from './yao-turn.ts';

/** Implements `ctx.mcp.<method>(…)`, with which a script calls tools of any server of the workspace. */
export async function callMcp(
  { method, values }: { method: string; values: readonly Json[] },
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  const [id, second, third] = values;
  const callRequestedTool = (tool: Json | undefined, args: Json | undefined) =>
    callTool({ id, tool, args }, caller, signal);
  switch (method) {
    case 'ListTools':
      return listTools(id, caller, signal);
    case 'CallTool':
      return callRequestedTool(second, third);
    case 'CallTools': {
      const results: Json[] = [];
      for (const call of filterObjects(second)) results.push(await callRequestedTool(call.name, call.arguments));
      return results;
    }
    case 'CallToolsParallel':
      return Promise.all(filterObjects(second).map((call) => callRequestedTool(call.name, call.arguments)));
    case 'All':
    case 'Any':
    case 'Race':
      return callInParallel(method, id, (request) => callToolByName(request, caller, signal));
    default:
      return callServerMethod(method, values, caller, signal);
  }
}

async function listTools(id: Json | undefined, { turn }: ScriptCaller, signal: AbortSignal): Promise<Json> {
  const server = await turn.runtime.servers.open(requireServerId(id));
  const tools = await server.tools(signal);
  return { tools: tools.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })) };
}

type ToolRequest = { id: Json | undefined; tool: Json | undefined; args: Json | undefined };

/** If a tool fails, the error text is the result, as in Yao. */
async function callTool(
  { id, tool, args = {} }: ToolRequest,
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  const server = await caller.turn.runtime.servers.open(requireServerId(id));
  const knownTool = (await server.tools(signal)).find(({ name }) => name === tool);
  if (knownTool === undefined) {
    throw new AgentError(
      `ctx.mcp.CallTool: the MCP server "${server.id}" has no tool ${JSON.stringify(tool)}`,
      'agent',
    );
  }
  const checkedArguments = prepareArguments(args, knownTool.schema);
  if (!checkedArguments.ok)
    throw new AgentError(`ctx.mcp.CallTool: ${knownTool.name}: ${checkedArguments.problem}`, 'agent');
  const call = { server, tool: knownTool.name, arguments: checkedArguments.value };
  const { content, mocked } = await callServerTool(call, caller, signal);
  const result = toResultValue(content);
  const mockLabel = mocked ? ' (mocked)' : '';
  caller.turn.log(
    'tool',
    `${server.id} ${knownTool.name}(${JSON.stringify(call.arguments)}) → ${JSON.stringify(result)}${mockLabel}`,
  );
  return result;
}

async function callToolByName(
  { mcp = null, tool = null, arguments: args = {} }: JsonObject,
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  try {
    return { mcp, tool, result: await callTool({ id: mcp, tool, args }, caller, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { mcp, tool, error: toErrorMessage(error) };
  }
}

async function callServerMethod(
  method: string,
  values: readonly Json[],
  { turn }: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  const knownMethod = serverMethods.find((name) => name === method);
  if (knownMethod === undefined) throw new AgentError(`ctx.mcp.${method} cannot be called here`, 'agent');
  const [id, ...rest] = values;
  const server = await turn.runtime.servers.open(requireServerId(id));
  return server.ask(knownMethod, rest, signal);
}

function filterObjects(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function requireServerId(id: Json | undefined): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new AgentError('ctx.mcp needs the id of a server, such as "agents.my.assistant.tools"', 'agent');
}
