import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type LoopbackServer,
  REQUEST_TOO_LARGE_MESSAGE,
  readRequestBody,
  refuseRequest,
  startLoopbackServer,
} from '../loopback-server.ts';
import type { ActiveAgentCall } from './active-agent-call.ts';
import { answerMcp } from './answer-mcp.ts';

/**
 * Serves the mocks of cases to their agents. `find` returns the call to which a token belongs, while it is in progress.
 */
export function startMocksServer(find: (token: string) => ActiveAgentCall | undefined): Promise<LoopbackServer> {
  return startLoopbackServer('the mocks', async (request, response) => {
    const [, token = ''] = /^\/([\w-]+)\/mcp$/.exec(request.url ?? '') ?? [];
    const agentCall = find(token);
    if (agentCall === undefined) return refuseRequest(response, 404, 'no active mocks have this address');
    await serveAgentCall(agentCall, request, response);
  });
}

async function serveAgentCall(
  agentCall: ActiveAgentCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const closeController = new AbortController();
  response.once('close', () => closeController.abort(new Error('the caller closed the connection')));
  const signal = AbortSignal.any([agentCall.signal, closeController.signal]);
  const body = await readRequestBody(request);
  if (body === undefined) return refuseRequest(response, 413, REQUEST_TOO_LARGE_MESSAGE);
  const mcpResponse = await answerMcp(toWebRequest(request, body, closeController.signal), { ...agentCall, signal });
  response.writeHead(mcpResponse.status, Object.fromEntries(mcpResponse.headers));
  for await (const part of mcpResponse.body ?? []) response.write(part);
  response.end();
}

function toWebRequest(request: IncomingMessage, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { method = 'GET' } = request;
  const sent = method === 'GET' || method === 'HEAD' ? undefined : body;
  return new Request(`http://${request.headers.host}${request.url}`, { method, headers, body: sent, signal });
}
