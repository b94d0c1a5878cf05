import { AgentCard, Role } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { expect, it, onTestFinished } from 'vitest';
import { startProtocolServer } from '../../runner/testing/protocol-server.ts';
import { runCli } from '../../runner/testing/run-cli.ts';
import { createTemporaryWorkspace } from '../../runner/testing/workspace.ts';

/** Starts a server of the official SDK that is mounted at one path, as web frameworks do. */
async function shop(): Promise<string> {
  const card = AgentCard.fromJSON({
    name: 'Shop',
    description: 'sells',
    version: '1',
    capabilities: {},
    skills: [],
    supportedInterfaces: [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  const text = { content: { $case: 'text' as const, value: 'From 12:00.' }, filename: '', mediaType: '' };
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), {
    execute({ contextId }, bus) {
      const said = { messageId: 'm', contextId, taskId: '', role: Role.ROLE_AGENT };
      const rest = { metadata: undefined, extensions: [], referenceTaskIds: [] };
      bus.publish(AgentEvent.message({ ...said, ...rest, parts: [{ ...text, metadata: undefined }] }));
      bus.finished();
      return Promise.resolve();
    },
    cancelTask: () => Promise.resolve(),
  });
  const transport = new JsonRpcTransportHandler(handler);
  const server = await startProtocolServer(async ({ path: at, body }, response) => {
    response.setHeader('content-type', 'application/json');
    if (at === '/.well-known/agent-card.json') response.end(JSON.stringify(AgentCard.toJSON(card)));
    else if (at !== '/rpc') response.writeHead(404).end('{}');
    else {
      const answer = await transport.handle(body, new ServerCallContext({ requestedVersion: '1.0' }));
      response.end(JSON.stringify(answer));
    }
  });
  onTestFinished(() => server.close());
  return server.url;
}

it('a server of the A2A SDK is recognised by its address', async () => {
  const url = await shop();
  const hours = { id: 'hours', input: 'When?', assert: { type: 'contains', value: '12:00' } };
  const root = await createTemporaryWorkspace({ 'hours.jsonl': `${JSON.stringify(hours)}\n` });
  const { code, stderr } = await runCli(['test', 'hours.jsonl', '--url', url, '--no-output'], { cwd: root });
  expect({ code, stderr }).toEqual({ code: 0, stderr: `turntree: ${url} speaks a2a\n` });
});
