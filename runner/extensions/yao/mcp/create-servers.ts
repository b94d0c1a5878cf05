import type { RemoteDefinition } from '../../../agents/mcp/remote-server.ts';
import type { McpServer, McpServers } from '../yao-turn.ts';
import { createProcessServer } from './process-server.ts';
import { findServer, type ServerDefinition, type ServerLocations } from './server-definition.ts';

export function createServers(places: ServerLocations): McpServers {
  const opened = new Map<string, Promise<McpServer>>();
  return {
    open(id) {
      const server = opened.get(id) ?? openServer(id, places);
      opened.set(id, server);
      return server;
    },
    async close() {
      const settled = await Promise.allSettled(opened.values());
      await Promise.all(settled.map((server) => (server.status === 'fulfilled' ? server.value.close() : undefined)));
    },
  };
}

async function openServer(id: string, places: ServerLocations): Promise<McpServer> {
  const definition = findServer(id, places);
  switch (definition.transport) {
    case 'process':
      return createProcessServer(definition);
    case 'stdio':
    case 'http':
    case 'sse': {
      const { createRemoteServer } = await import('../../../agents/mcp/remote-server.ts');
      const server = createRemoteServer(toRemoteDefinition(definition), places);
      return { ...server, call: (call, _asker, signal) => server.call(call, signal) };
    }
    default:
      return definition satisfies never;
  }
}

function toRemoteDefinition(definition: Exclude<ServerDefinition, { transport: 'process' }>): RemoteDefinition {
  if (definition.transport === 'stdio') return definition;
  const { authorization_token: token, ...server } = definition;
  return { ...server, headers: token === undefined || token === '' ? {} : { Authorization: token } };
}
