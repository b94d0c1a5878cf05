import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAgents } from '../agents/create-agents.ts';
import { workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import type { Agent } from '../ports/index.ts';
import { isJsonObject, type JsonObject, parseJson } from '../values/index.ts';
import { neverAborted } from './model-request.ts';
import { getServerPort } from './server-port.ts';
import { createTemporaryWorkspace } from './workspace.ts';

/** A received request; its body is JSON or missing. */
export type ProtocolRequest = { path: string; headers: IncomingMessage['headers']; body: JsonObject };
export type ProtocolServer = { url: string; asked: ProtocolRequest[]; close(): Promise<void> };

/** A loopback server that records its requests. */
export async function startProtocolServer(
  answer: (request: ProtocolRequest, response: ServerResponse) => void | Promise<void>,
): Promise<ProtocolServer> {
  const requests: ProtocolRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const rawBody = await text(incoming);
    const body = rawBody === '' ? {} : parseJson(rawBody);
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: isJsonObject(body) ? body : {} };
    requests.push(request);
    await answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${getServerPort(server.address())}`,
    asked: requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Creates the agent of this config entry. */
export async function createProtocolAgent(
  entry: object,
  variables: Record<string, string> = {},
  settings: object = {},
): Promise<Agent> {
  const config = workspaceConfigSchema.parse({ ...settings, agents: { desk: entry } });
  const root = await createTemporaryWorkspace({});
  return createAgents({ systems, root, config, variables }).agent({ id: 'desk' }, neverAborted());
}
