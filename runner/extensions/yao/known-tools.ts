import path from 'node:path';
import type { DeclaredTool, ToolName } from '../../agents/agent-format.ts';
import type { Assistant } from './assistant.ts';
import { readTool } from './mcp/process-server.ts';
import { findServer, listServerIds } from './mcp/server-definition.ts';
import type { YaoRuntime } from './yao-turn.ts';

/**
 * Returns all tools that an assistant can use; undefined if they cannot be determined from its files: hooks may call
 * any tool and delegate to any assistant, and remote servers list their tools only on request.
 */
export function listKnownTools(assistant: Assistant, runtime: YaoRuntime): readonly ToolName[] | undefined {
  const { yaoPackage, hooks } = assistant;
  if (hooks !== undefined || yaoPackage.sandbox !== undefined) return undefined;
  const toolNames: ToolName[] = [];
  for (const server of listServers(assistant)) {
    const definition = findServer(server, runtime);
    if (definition.transport !== 'process') return undefined;
    toolNames.push(...Object.keys(definition.tools).map((tool) => ({ server, tool })));
  }
  // Returns undefined instead of an empty list, because a scripted model may call tools even if its assistant has no
  // servers.
  return toolNames.length === 0 ? undefined : toolNames;
}

/**
 * Returns the tools that are described in an assistant's files. Tools of remote servers are not included, because these
 * servers describe their tools only on request.
 */
export function listDeclaredTools(assistant: Assistant, runtime: YaoRuntime): DeclaredTool[] {
  return [...listServers(assistant)].flatMap((server) => {
    const definition = findServer(server, runtime);
    if (definition.transport !== 'process') return [];
    return Object.keys(definition.tools).map((tool) => {
      const { name, description, schema } = readTool(tool, definition);
      return { name, description, parameters: schema };
    });
  });
}

/**
 * Returns the ids of an assistant's MCP servers that are separate programs or have a URL. Servers that cannot be read
 * are left out; other code reports them.
 */
export function listRemoteServers(assistant: Assistant, runtime: YaoRuntime): readonly string[] {
  return [...listServers(assistant)].filter((server) => findServer(server, runtime).transport !== 'process');
}

function listServers({ id, dir, yaoPackage }: Assistant): ReadonlySet<string> {
  const chosen = (yaoPackage.mcp?.servers ?? []).map(({ server }) => server);
  return new Set([...chosen, ...listServerIds(path.join(dir, 'mcps'), `agents.${id}.`)]);
}
