import { afterEach, describe, expect, it } from 'vitest';
import { agentRequest, neverAborted } from '../../testing/model-request.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../testing/protocol-server.ts';

const servers: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const card = {
  name: 'Shop',
  description: 'sells',
  version: '1',
  capabilities: { streaming: true },
  skills: [],
  supportedInterfaces: [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
};

/** Starts a server whose answer is one endless event, after the events that some protocols send first. */
async function serveHuge(): Promise<ProtocolServer> {
  const server = await startProtocolServer(({ path }, response) => {
    const document = { '/.well-known/agent-card.json': card, '/threads': { thread_id: 't1' } }[path];
    if (document !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: {"type":"${'x'.repeat(10_000)}`);
  });
  servers.push(server);
  return server;
}

describe('an event that does not end', () => {
  it.each([
    ['openai-chat', {}],
    ['openai-responses', {}],
    ['ai-sdk-ui', {}],
    ['ag-ui', {}],
    ['a2a', {}],
    ['langgraph', { assistant: 'desk' }],
    ['yao', {}],
  ])('is an error of its attempt, which names the limit: %s', async (type, entry) => {
    const { url } = await serveHuge();
    const agent = await createProtocolAgent({ type, url, ...entry }, {}, { max_answer: '4 KB' });
    await expect(agent.invoke(agentRequest('hi'), neverAborted())).rejects.toThrow(/max_answer/);
  });
});
