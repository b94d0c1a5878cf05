import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelReply } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const key = 'sk-canary-0123456789';
const packages = path.join(import.meta.dirname, '..', '..', 'node_modules');
let root: string;
let server: OpenAIServer;
let answers: number;

/** A model that first calls the tool and then answers with random text. */
function reply({ messages, tools }: OpenAIServer['requests'][number]['body']): ModelReply {
  answers += 1;
  if (messages.at(-1)?.role === 'tool') return { type: 'answer', content: `answer ${answers}` };
  const name = JSON.stringify(tools ?? '').match(/\w*count/)?.[0] ?? 'count';
  return { type: 'answer', toolCalls: [{ id: 'c1', name, arguments: { by: 2 } }] };
}

beforeEach(async () => {
  answers = 0;
  server = await startOpenAIServer({ handler: ({ body }) => reply(body), key });
  root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { desk: { type: 'module', path: 'agent.mjs' } } }),
    'cases.jsonl': `${JSON.stringify({ id: 'A', input: 'one', assert: { type: 'regex', value: '^answer' } })}\n`,
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** An agent that calls the model with `fetch`, streamed or not, and runs its tool, which writes a file. */
const fetching = (stream: boolean) => `import { appendFileSync } from 'node:fs';
const prompt = 'Be kind.';
async function ask(messages) {
  const response = await fetch(process.env.HOST_URL + '/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: 'm', messages, stream: ${stream} }),
  });
  if (!response.ok) throw new Error(await response.text());
  if (!${stream}) return (await response.json()).choices[0].message;
  let text = '';
  let parts = 0;
  const decoder = new TextDecoder();
  for await (const piece of response.body) { text += decoder.decode(piece, { stream: true }); parts += 1; }
  if (parts < 2) throw new Error('not a stream');
  const message = { role: 'assistant', content: '', tool_calls: [] };
  for (const line of text.split('\\n').filter((each) => each.startsWith('data: {'))) {
    const { delta } = JSON.parse(line.slice(6)).choices[0] ?? { delta: {} };
    message.content += delta.content ?? '';
    for (const { index, id, function: call } of delta.tool_calls ?? []) {
      message.tool_calls[index] ??= { id, type: 'function', function: { name: call.name, arguments: '' } };
      message.tool_calls[index].function.arguments += call.arguments ?? '';
    }
  }
  return message;
}
export default async ({ input, turn }) => {
  const messages = [{ role: 'system', content: prompt }, { role: 'user', content: input }];
  const first = await ask(messages);
  const [call] = first.tool_calls;
  appendFileSync(process.env.PLACE + '/tool-calls', call.function.arguments);
  const last = await ask([...messages, first, { role: 'tool', tool_call_id: call.id, content: 'counted' }]);
  return { content: last.content, usage: { input_tokens: 20, output_tokens: 10 } };
};`;

const sdk = `import { appendFileSync } from 'node:fs';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isStepCount, jsonSchema, streamText, tool, ToolLoopAgent } from 'ai';
const provider = createOpenAICompatible({ name: 'x', baseURL: process.env.HOST_URL + '/v1', apiKey: process.env.OPENAI_API_KEY });
const tools = { count: tool({
  inputSchema: jsonSchema({ type: 'object', properties: { by: { type: 'number' } } }),
  execute(args) { appendFileSync(process.env.PLACE + '/tool-calls', JSON.stringify(args)); return 'counted'; },
}) };
const prompt = 'Be kind.';
export default new ToolLoopAgent({ model: provider('m'), instructions: prompt, tools });
export async function streaming({ messages }) {
  const result = streamText({ model: provider('m'), system: prompt, messages, tools, stopWhen: isStepCount(3) });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  return text;
}`;

function write(source: string, entry: object = {}): void {
  writeFileSync(path.join(root, 'agent.mjs'), source);
  const agents = { desk: { type: 'module', path: 'agent.mjs', ...entry } };
  writeFileSync(path.join(root, 'runner.config.json'), JSON.stringify({ agents }));
}

async function run(...flags: string[]) {
  const strict = flags.includes('strict');
  const variables = { HOST_URL: server.url, OPENAI_API_KEY: strict ? undefined : key, TZ: 'UTC', PLACE: root };
  const args = ['test', 'cases.jsonl', '-n', 'desk', '-o', 'report.json', ...flags];
  const ended = await runCli(args, { cwd: root, variables });
  const report = JSON.parse(readText('report.json'));
  rmSync(path.join(root, 'report.json'));
  return { ...ended, result: report.results[0], results: report.results };
}

function readText(file: string): string {
  const place = path.join(root, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : '';
}

const cassette = () => readText('cases.cassette.jsonl');

describe('a replay runs an agent that is a module', () => {
  it.each([
    ['with fetch', fetching(false), {}],
    ['with fetch and a stream', fetching(true), {}],
    ['with an agent of the AI SDK', sdk, {}],
    ['with streamText of the AI SDK', sdk, { export: 'streaming' }],
  ])('%s, and plays its models alone', async (_what, source, entry) => {
    symlinkSync(packages, path.join(root, 'node_modules'));
    write(source, entry);
    const recorded = await run('--record', '--runs', '2');
    expect(recorded.stderr).toContain('recorded 4 answers in cases.cassette.jsonl');
    expect(recorded.code).toBe(0);
    await server.close();
    rmSync(path.join(root, 'tool-calls'));
    const replayed = await run('--replay', 'strict', '--runs', '2');
    expect(replayed.result.warnings ?? []).toEqual([]);
    expect(replayed.code).toBe(0);
    const outputs = ({ result }: typeof recorded) => result.run_details.map(({ output }: { output: string }) => output);
    expect(outputs(replayed)).toEqual(outputs(recorded));
    expect(readText('tool-calls')).toBe('{"by":2}{"by":2}');
    expect(replayed.stderr).toContain('4 answers from the cassette\n');

    writeFileSync(path.join(root, 'agent.mjs'), source.replace('Be kind.', 'Be rude.'));
    const changed = await run('--replay', 'strict');
    expect(changed.code).toBe(1);
    expect(changed.result).toMatchObject({
      status: 'error',
      error:
        'agent error: cases.cassette.jsonl has no answer for the agent in turn 1: body.messages[0].content is different\n' +
        '  recorded: "Be kind."\n  now:      "Be rude."\n  record it again with --record --case A',
    });
  });

  it('keeps neither keys nor addresses, and the answers as they came', async () => {
    write(fetching(true));
    await run('--record');
    const [, first] = cassette()
      .split('\n')
      .map((line) => line && JSON.parse(line));
    expect(first).toMatchObject({
      role: 'agent',
      call: 1,
      request: { http: 'POST /v1/chat/completions', body: { model: 'm' } },
      answer: {
        status: 200,
        contentType: 'text/event-stream; charset=utf-8',
        body: expect.stringMatching(/^data: .*\[DONE\]/s),
      },
    });
    expect(cassette()).not.toContain(key);
    expect(cassette()).not.toContain('127.0.0.1');
  });

  it('is red when the agent takes a miss for an answer', async () => {
    write(fetching(false));
    await run('--record');
    write(`${fetching(false).replace('export default', 'const answer =').replace("'m'", "'n'")}
      export default (request) => answer(request).catch(() => 'answer: I do not know');`);
    const { code, result } = await run('--replay', 'strict');
    expect(code).toBe(1);
    expect(result.error).toContain('body.model is different\n  recorded: "m"\n  now:      "n"');
  });

  it('asks what is missing for real when it is not strict, and says so', async () => {
    write(fetching(false));
    await run('--record');
    write(fetching(false).replace('Be kind.', 'Be rude.'));
    const requestCount = server.requests.length;
    const { code, result, stderr } = await run('--replay');
    expect(code).toBe(0);
    expect(server.requests).toHaveLength(requestCount + 2);
    expect(result.warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/messages\[0\]\.content is different.*called live/s)]),
    );
    expect(stderr).toContain('0 answers from the cassette, 2 called live');
  });

  it('gives what an agent was answered in the end, where it asked again', async () => {
    const agent = fetching(false).replace(
      'async function ask(messages) {',
      'async function ask(messages) { try { return await once(messages); } catch { return once(messages); } }\nasync function once(messages) {',
    );
    write(agent);
    await server.close();
    let count = 0;
    server = await startOpenAIServer({
      handler: ({ body }) => {
        count += 1;
        if (count === 1) return { type: 'error', status: 503, message: 'busy' };
        return reply(body);
      },
    });
    expect((await run('--record')).stderr).toContain('recorded 2 answers');
    await server.close();
    expect((await run('--replay', 'strict')).code).toBe(0);
  });

  const sentByHttp = `(address, options, body, done) => {
    const sent = http.request(address, options, (response) => response.resume().on('end', () => done('answer')));
    sent.on('error', (error) => done('answer: ' + error.message));
    sent.end(body);
  }`;
  // The agent calls Node's built-in undici through a dispatcher instead of `fetch`, as a package of the agent might.
  const sentByUndici = `(address, { method, headers }, body, done) => {
    new Request(address);
    const [inNode] = [2, 1].flatMap((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)] ?? []);
    const { origin, pathname } = new URL(address);
    new inNode.constructor().request({ origin, path: pathname, method, headers, body }).then(
      ({ body }) => body.text().then(() => done('answer')),
      (error) => done('answer: ' + error.message),
    );
  }`;

  it.each([
    ['node:http', "import http from 'node:http';", sentByHttp],
    ['node:http', "import { request } from 'node:http'; const http = { request };", sentByHttp],
    ['undici', '', sentByUndici],
  ])('says who asks a model past fetch, and does not let it: %s', async (way, imported, send) => {
    write(`${imported}
      const send = ${send};
      export default () => new Promise((resolve) => {
        const options = { method: 'POST', headers: { authorization: 'Bearer ' + process.env.OPENAI_API_KEY } };
        const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
        send(process.env.HOST_URL + '/v1/chat/completions', options, body, resolve);
      });`);
    const before = server.requests.length;
    const recorded = await run('--record');
    expect(recorded.result.warnings).toEqual(
      expect.arrayContaining([expect.stringContaining(`/v1/chat/completions with ${way}`)]),
    );
    const requestCount = server.requests.length;
    expect(requestCount).toBeGreaterThan(before);
    writeFileSync(
      path.join(root, 'cases.cassette.jsonl'),
      '{"cassette":1,"suite":"cases.jsonl","now":"2026-01-01T00:00:00"}\n',
    );
    const { code, result } = await run('--replay', 'strict');
    expect(code).toBe(1);
    expect(result.error).toContain('set "record": "answers" for the agent, and record it again');
    expect(server.requests).toHaveLength(requestCount);
  });

  it('warns when an agent reports tokens of a model call that was not recorded', async () => {
    write("export default () => ({ content: 'answer', usage: { input_tokens: 5 } });");
    const { result } = await run('--record');
    expect(result.warnings).toEqual(
      expect.arrayContaining([expect.stringContaining('reports token usage, but called no model with fetch')]),
    );
  });

  it('plays the models of connectors that it asks for, too', async () => {
    write(
      `import { appendFileSync } from 'node:fs';
       export default async ({ messages }, { model }) => {
         appendFileSync(process.env.PLACE + '/tool-calls', 'x');
         return (await model.generate({ messages: [{ role: 'system', content: 'Be kind.' }, ...messages] })).content;
       };`,
      { connector: 'gpt' },
    );
    const models = { gpt: { type: 'scripted', rules: [{ answer: 'answer {{input}}' }] } };
    const config = JSON.parse(readText('runner.config.json'));
    writeFileSync(path.join(root, 'runner.config.json'), JSON.stringify({ ...config, models }));
    expect((await run('--record')).stderr).toContain('recorded 1 answer');
    expect((await run('--replay', 'strict')).code).toBe(0);
    expect(readText('tool-calls')).toBe('xx');
    writeFileSync(path.join(root, 'agent.mjs'), readText('agent.mjs').replace('Be kind.', 'Be rude.'));
    const { code, result } = await run('--replay', 'strict');
    expect(code).toBe(1);
    expect(result.error).toContain('message 1 (system) is different\n  recorded: "Be kind."\n  now:      "Be rude."');
  });
});

describe('a replay runs an assistant of Yao', () => {
  it('with its prompts, hooks and tools, and plays its model alone', async () => {
    const script = (prompt: string) => ({
      'assistants/desk/package.yao': '{"name": "Desk", "connector": "gpt", "mcp": {"servers": ["agents.desk.till"]}}',
      'assistants/desk/prompts.yml': `- role: system\n  content: ${prompt}\n`,
      'assistants/desk/src/index.ts':
        "function Create(ctx) { Process('models.hooks.Create', 1); return {}; }\nfunction Next(ctx, { completion, tools }) { return { data: { said: completion.content, tools } }; }",
      'assistants/desk/src/till.ts': "function Count() { return Process('models.till.Count'); }",
      'assistants/desk/mcps/till.mcp.yao': '{"transport": "process", "tools": {"count": "agents.desk.till.Count"}}',
      'assistants/desk/mcps/mapping/till/schemes/count.in.yao':
        '{"type": "object", "properties": {"by": {"type": "number"}}}',
      'assistants/desk/tests/cases.jsonl':
        '{"id": "A", "input": "one", "assert": {"type": "json_path", "path": "tools[0].result", "value": "counted"}}\n',
      'connectors/gpt.conn.yao': JSON.stringify({
        type: 'openai',
        options: { model: 'm', host: '$ENV.HOST_URL', key: '$ENV.MODEL_KEY' },
      }),
      'runner.config.ts':
        "import { appendFileSync } from 'node:fs';\nexport default { processes: { 'models.hooks.Create': () => appendFileSync(process.env.PLACE + '/hook-calls', 'h'), 'models.till.Count': () => { appendFileSync(process.env.PLACE + '/hook-calls', 't'); return 'counted'; } } };",
    });
    rmSync(root, { recursive: true });
    root = await createTemporaryWorkspace(script('Be kind.'));
    const suite = ['test', 'assistants/desk/tests/cases.jsonl', '--no-output'];
    const recorded = await runCli([...suite, '--record'], {
      cwd: root,
      variables: { HOST_URL: server.url, MODEL_KEY: key, PLACE: root },
    });
    expect(recorded).toMatchObject({ code: 0 });
    expect(readText('hook-calls')).toBe('ht');
    await server.close();
    const replayed = await runCli([...suite, '--replay', 'strict'], { cwd: root, variables: { PLACE: root } });
    expect(replayed).toMatchObject({ code: 0 });
    expect(readText('hook-calls')).toBe('htht');
    writeFileSync(path.join(root, 'assistants/desk/prompts.yml'), '- role: system\n  content: Be rude.\n');
    const changed = await runCli([...suite, '--replay', 'strict'], { cwd: root, variables: { PLACE: root } });
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/message 1 \(system\) is different\s+recorded: .*Be kind.*\s+now: .*Be rude/);
  });
});
