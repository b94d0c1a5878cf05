import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../../testing/yao-workspace.ts';

const opened: YaoWorkspace[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()));
  for (const server of servers.splice(0)) server.close();
});

/** Source code of the test MCP server: it answers messages in the same way on both transports. */
const answerer = `
  function answer({ id, method, params }) {
    const result = resultOf(method, params);
    return id === undefined || result === undefined ? undefined : { jsonrpc: '2.0', id, result };
  }
  function resultOf(method, params) {
    if (method === 'initialize') {
      const serverInfo = { name: 'weather', version: '1' };
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo };
    }
    if (method === 'tools/list') {
      const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
      return { tools: [{ name: 'forecast', description: 'The weather', inputSchema }] };
    }
    if (method === 'resources/list') return { resources: [{ uri: 'weather://oslo', name: 'Oslo' }] };
    if (method !== 'tools/call') return {};
    const { city } = params.arguments;
    if (city === 'Atlantis') return { content: [{ type: 'text', text: 'no such city' }], isError: true };
    return { content: [{ type: 'text', text: JSON.stringify({ city, sun: true }) }] };
  }`;

const program = `${answerer}
  import { createInterface } from 'node:readline';
  console.error('weather for', process.env.REGION);
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.params?.arguments?.city === 'Pompeii') { console.error('the volcano!'); process.exit(3); }
    const reply = answer(message);
    if (reply !== undefined) console.log(JSON.stringify(reply));
  }`;

const rules = [
  { when: { role: 'tool' }, answer: 'told {{tool_result}}' },
  { tool_calls: [{ name: 'weather__forecast', arguments: { city: '{{input}}' } }] },
];

async function assistantWith(definition: object, files: Record<string, string> = {}): Promise<YaoWorkspace> {
  const workspace = await createYaoWorkspace(
    {
      'assistants/a/package.yao': formatYaoPackage({ mcp: { servers: ['weather'] } }),
      'assistants/a/prompts.yml': '- role: system\n  content: A',
      'mcps/weather.mcp.yao': JSON.stringify(definition),
      'connectors/offline.conn.yao': JSON.stringify({ type: 'scripted', rules }),
      ...files,
    },
    { variables: { NODE: process.execPath, REGION: 'the north', PATH: process.env.PATH ?? '', TOKEN: 'Bearer abc' } },
  );
  opened.push(workspace);
  return workspace;
}

function stdioAssistant(): Promise<YaoWorkspace> {
  const definition = { transport: 'stdio', command: '$ENV.NODE', arguments: ['weather.mjs'] };
  return assistantWith(definition, { 'weather.mjs': program });
}

describe('an MCP server in another process', () => {
  it('is started once, and its tools are called', async () => {
    const workspace = await stdioAssistant();
    const answers = await Promise.all(['Oslo', 'Rome'].map((city) => workspace.ask('a', city)));
    expect(answers.map(({ content }) => content)).toEqual([
      'told {"city":"Oslo","sun":true}',
      'told {"city":"Rome","sun":true}',
    ]);
    expect(answers[0]?.toolCalls).toMatchObject([{ server: 'weather', tool: 'forecast', result: { city: 'Oslo' } }]);
  });

  it('that dies fails the turn that killed it, with its last words, and serves the next one again', async () => {
    const workspace = await stdioAssistant();
    await expect(workspace.ask('a', 'Pompeii')).rejects.toThrow(
      /^tool calls failed: the MCP server "weather" failed: .*closed.*it wrote: weather for the north\nthe volcano!$/is,
    );
    expect((await workspace.ask('a', 'Oslo')).content).toBe('told {"city":"Oslo","sun":true}');
  });

  it('tells the model of errors, which may correct itself three times', async () => {
    const workspace = await stdioAssistant();
    await expect(workspace.ask('a', 'Atlantis')).rejects.toThrow('tool calls failed after 3 attempts: no such city');
  });

  it('that cannot be started fails the turn, which names its file', async () => {
    const workspace = await assistantWith({ transport: 'stdio', command: 'no-such-program' });
    await expect(workspace.ask('a', 'Oslo')).rejects.toThrow(
      /the MCP server "weather" \(.*mcps\/weather\.mcp\.yao\) cannot be reached: .*no-such-program/,
    );
  });

  it('that never gets ready is given up when the turn is over, and ended with the run', async () => {
    const definition = { transport: 'stdio', command: '$ENV.NODE', arguments: ['-e', 'setInterval(() => {}, 1e6)'] };
    const workspace = await assistantWith(definition);
    const deadline = new AbortController();
    const failed = expect(workspace.ask('a', 'Oslo', { signal: deadline.signal })).rejects.toThrow('the deadline');
    await new Promise((resolve) => setImmediate(resolve));
    deadline.abort(new Error('the deadline'));
    await failed;
  });

  it('shows its resources to hooks', async () => {
    const workspace = await assistantWith(
      { transport: 'stdio', command: '$ENV.NODE', arguments: ['weather.mjs'] },
      {
        'weather.mjs': program,
        'assistants/b/package.yao': formatYaoPackage(),
        'assistants/b/src/index.ts':
          "function Next(ctx) { return { data: ctx.mcp.ListResources('weather').resources[0].uri }; }",
      },
    );
    expect((await workspace.ask('b', 'x')).next).toBe('weather://oslo');
  });
});

describe('an MCP server behind HTTP', () => {
  it('is called with the token of its definition', async () => {
    const answer: (message: object) => object | undefined = new Function(`${answerer}; return answer;`)();
    const tokens = new Set<string | undefined>();
    const server = createServer((request, response) => {
      tokens.add(request.headers.authorization);
      void text(request).then((body) => {
        const reply = request.method === 'POST' ? answer(JSON.parse(body)) : undefined;
        response.writeHead(reply === undefined ? 202 : 200, { 'Content-Type': 'application/json' });
        if (request.method === 'GET') response.statusCode = 405;
        response.end(reply === undefined ? undefined : JSON.stringify(reply));
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${serverPort(server)}/mcp`;
    const workspace = await assistantWith({ transport: 'http', url, authorization_token: '$ENV.TOKEN' });
    expect((await workspace.ask('a', 'Oslo')).content).toBe('told {"city":"Oslo","sun":true}');
    expect([...tokens]).toEqual(['Bearer abc']);
  });

  it('that nobody answers at fails the turn', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${serverPort(server)}/mcp`;
    await new Promise((resolve) => server.close(resolve));
    const workspace = await assistantWith({ transport: 'http', url });
    await expect(workspace.ask('a', 'Oslo')).rejects.toThrow(
      /"weather" .*cannot be reached: fetch failed \(.*ECONNREFUSED/,
    );
  });
});

function serverPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
