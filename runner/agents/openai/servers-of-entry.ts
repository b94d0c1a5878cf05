import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import { fillVariables } from '../fill-variables.ts';
import type { RemoteDefinition } from '../mcp/remote-server.ts';

type AgentWithServers = { id: string; entry: AgentEntryOf<'openai'>; variables: Variables };
type ServerEntry = NonNullable<AgentEntryOf<'openai'>['mcp_servers']>[string];

/** Returns the MCP servers of a config entry. Throws if a variable in it is not set. */
export function listServersOfEntry(agent: AgentWithServers): RemoteDefinition[] {
  return Object.entries(agent.entry.mcp_servers ?? {}).map(([id, server]) => toRemoteDefinition(id, server, agent));
}

function toRemoteDefinition(
  id: string,
  entry: ServerEntry,
  { id: agent, variables }: AgentWithServers,
): RemoteDefinition {
  const { type, command = '', args = [], env = {}, url, headers = {} } = entry;
  const fillKey = (key: string, text: string) =>
    fillVariables(text, { agent, field: `mcp_servers.${id}.${key}`, variables });
  const fillKeys = (key: string, texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillKey(`${key}.${name}`, text)]));
  const server = { id, file: `mcp_servers of agent "${agent}"` };
  if (url !== undefined) {
    const transport = type === 'sse' ? 'sse' : 'http';
    return { ...server, transport, url: fillKey('url', url), headers: fillKeys('headers', headers) };
  }
  return {
    ...server,
    transport: 'stdio',
    command: fillKey('command', command),
    arguments: args.map((arg) => fillKey('args', arg)),
    env: fillKeys('env', env),
  };
}
