import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { agentRequest, neverAborted } from '../../../testing/model-request.ts';
import {
  createProtocolAgent,
  type ProtocolRequest,
  type ProtocolServer,
  startProtocolServer,
} from '../../../testing/protocol-server.ts';

const opened: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

// Conversations with agents of the official SDK are tested in examples/conformance.
describe('an a2a agent', () => {
  it.each<[string, (request: ProtocolRequest, response: ServerResponse) => void, RegExp]>([
    [
      'has no card',
      (_request, response) => void response.writeHead(404).end(),
      /has no agent card, which every A2A agent has: looked at .*\/\.well-known\/agent-card\.json \(404\)/,
    ],
    [
      'has a wrong card',
      (_request, response) => void response.end('{"name":"x"}'),
      /its agent card is wrong: "supportedInterfaces" is missing/,
    ],
    [
      'speaks something else',
      ({ path }, response) =>
        void response.end(path.includes('well-known') ? '{"name":"x","url":"/rpc"}' : '{"choices":[]}'),
      /does not speak A2A: its answer is not JSON-RPC 2\.0: \{"choices":\[\]\}/,
    ],
    [
      'answers with an error',
      ({ path }, response) =>
        void response.end(
          path.includes('well-known')
            ? '{"name":"x","url":"/rpc"}'
            : '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no task"}}',
        ),
      /answered with the error -32001: no task/,
    ],
    [
      'breaks off its stream',
      ({ path }, response) => {
        if (path.includes('well-known')) {
          response.end('{"name":"x","url":"/rpc","capabilities":{"streaming":true}}');
          return;
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          'data: {"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t","status":{"state":"working"}}}\n\n',
        );
      },
      /the stream ended while its task is working: the answer is incomplete/,
    ],
  ])('that %s is an error that says so', async (_what, answer, message) => {
    const server = await startProtocolServer(answer);
    opened.push(server);
    const agent = await createProtocolAgent({ type: 'a2a', url: server.url });
    await expect(agent.invoke(agentRequest('go'), neverAborted())).rejects.toThrow(message);
  });

  it.each([
    ['an error of JSON-RPC', 200],
    ['its status', 405],
  ])('whose card promises streams that it does not have is asked without: it says so by %s', async (_how, status) => {
    const methods: unknown[] = [];
    const server = await startProtocolServer(({ path, body }, response) => {
      if (path.includes('well-known')) {
        response.end('{"name":"x","url":"/rpc","capabilities":{"streaming":true}}');
        return;
      }
      methods.push(body.method);
      const isStream = body.method === 'message/stream';
      const error = { code: -32601, message: 'Method not found' };
      const result = { kind: 'message', role: 'agent', messageId: 'm', parts: [{ kind: 'text', text: 'Done.' }] };
      response.writeHead(isStream ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(isStream ? { error } : { result }) }));
    });
    opened.push(server);
    const agent = await createProtocolAgent({ type: 'a2a', url: server.url });
    expect(await agent.invoke(agentRequest('go'), neverAborted())).toMatchObject({ content: 'Done.' });
    await agent.invoke(agentRequest('again'), neverAborted());
    expect(methods).toEqual(['message/stream', 'message/send', 'message/send']);
  });
});
