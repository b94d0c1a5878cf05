import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withErrorResponses } from '../http/index.ts';
import { setUpServedWorkspace } from '../testing/served-workspace.ts';
import { answerMcpRequest } from './index.ts';

setUpServedWorkspace({
  'runner.config.json': JSON.stringify({ agents: { shop: { type: 'scripted', rules: [{ answer: 'hello' }] } } }),
  'tests/suite.jsonl': '{"id": "A", "input": "hi", "assert": {"type": "contains", "value": "hello"}}\n',
});

let server: Server;
let address: URL;

beforeEach(async () => {
  server = createServer((request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { method = 'GET' } = request;
    const toRequest = async () =>
      new Request(address, { method, headers, ...(method === 'POST' && { body: await buffer(request) }) });
    void withErrorResponses(async () => answerMcpRequest(await toRequest())).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.flushHeaders();
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  address = new URL(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/api/mcp`);
});

afterEach(async () => {
  for (const session of globalThis.turntreeCodingAgents?.values() ?? []) session.end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function textOfTool(client: Client, name: string, toolArguments: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: toolArguments });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe('a coding agent that speaks HTTP', () => {
  it('has the tools of the command line, and asks the person in between', async () => {
    const questions: string[] = [];
    const client = new Client(
      { name: 'a coding agent', version: '1' },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action: 'accept' as const, content: { run: true } };
    });
    await client.connect(new StreamableHTTPClientTransport(address));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('why');
    expect(await textOfTool(client, 'list_suites')).toMatch(/tests\/suite\.jsonl/);
    const toolArguments = { paths: ['tests/suite.jsonl'], agent: 'shop' };
    expect(await textOfTool(client, 'run_cases', toolArguments)).toMatch(/exit 0, all passed$/);
    expect(questions).toEqual(['Run all cases of tests/suite.jsonl?']);
    expect(await textOfTool(client, 'list_runs')).toMatch(/passed +100% of 1/);
    await client.close();
  });

  it('begins a session before it asks, and is told when there is none', async () => {
    const sendRequest = (headers: Record<string, string>) =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    expect((await sendRequest({})).status).toBe(400);
    expect((await sendRequest({ 'mcp-session-id': 'gone' })).status).toBe(404);
    expect(globalThis.turntreeCodingAgents?.size ?? 0).toBe(0);
  });
});
