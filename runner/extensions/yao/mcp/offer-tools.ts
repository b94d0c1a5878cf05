import type { ServerTool } from '../../../agents/mcp/tool-server.ts';
import type { JsonObject } from '../../../values/index.ts';
import type { ChosenMcpServer } from '../server-choice.ts';
import type { McpServer, YaoTurn } from '../yao-turn.ts';

/** A tool that the model may call in this turn. */
export type OfferedTool = {
  /** The name that the model gets: `server__tool`. Dots in the server's id become underscores. */
  name: string;
  server: McpServer;
  tool: string;
  description: string;
  schema: JsonObject;
};

const MAX_TOOLS = 20;
const MAX_NAME_LENGTH = 64;

/**
 * Returns the tools of the servers that an assistant has chosen. Adds a warning about tools that Yao would omit without
 * a message.
 */
export async function offerTools(
  choices: readonly ChosenMcpServer[],
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<OfferedTool[]> {
  const offeredTools: OfferedTool[] = [];
  for (const choice of choices) offeredTools.push(...(await loadTools(choice, turn, signal)));
  if (offeredTools.length > MAX_TOOLS) {
    const droppedTools = offeredTools.slice(MAX_TOOLS).map(({ name }) => name);
    turn.warn(
      `there are ${offeredTools.length} tools, but Yao offers only ${MAX_TOOLS} to the model, without ${droppedTools.join(', ')}`,
    );
  }
  return offeredTools.slice(0, MAX_TOOLS);
}

async function loadTools(
  { server: id, tools: chosenTools }: ChosenMcpServer,
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<OfferedTool[]> {
  const server = await turn.runtime.servers.open(id).catch((error: Error) => {
    turn.warn(`Yao leaves the server out: ${error.message}`);
    return undefined;
  });
  if (server === undefined) return [];
  const tools = await server.tools(signal);
  const missingTools = (chosenTools ?? []).filter((name) => !tools.some((tool) => tool.name === name));
  if (missingTools.length > 0) {
    const knownNames = tools.map(({ name }) => name).join(', ');
    turn.warn(`the MCP server "${id}" has no tool ${missingTools.join(', ')}; it has ${knownNames}`);
  }
  return tools
    .filter(({ name }) => chosenTools === undefined || chosenTools.length === 0 || chosenTools.includes(name))
    .map((tool) => createOfferedTool(tool, server, turn));
}

function createOfferedTool(
  { name: tool, description, schema }: ServerTool,
  server: McpServer,
  turn: YaoTurn,
): OfferedTool {
  const name = `${server.id.replaceAll('.', '_')}__${tool}`;
  if (server.id.includes('_') || tool.includes('__')) {
    turn.warn(`Yao cannot call the tool ${name}: the server's id must not contain "_", nor the tool's name "__"`);
  }
  if (name.length > MAX_NAME_LENGTH) {
    turn.warn(`the name of the tool ${name} has ${name.length} characters; models accept at most ${MAX_NAME_LENGTH}`);
  }
  return { name, server, tool, description, schema };
}
