import type { RemoteDefinition, ServerContext } from './remote-server.ts';
import type { ToolServer } from './tool-server.ts';

/** The MCP servers that agents of the config use. They are started when a tool is needed, and closed with the run. */
export type ToolServers = { open(definition: RemoteDefinition): Promise<ToolServer>; close(): Promise<void> };

export function createToolServers(serverContext: ServerContext): ToolServers {
  const openServers: ToolServer[] = [];
  return {
    async open(definition) {
      const { createRemoteServer } = await import('./remote-server.ts');
      const server = createRemoteServer(definition, serverContext);
      openServers.push(server);
      return server;
    },
    async close() {
      await Promise.all(openServers.map((server) => server.close()));
    },
  };
}
