import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import type { Agent } from '../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { type AgentsHandle, createAgents } from '../create-agents.ts';

const handles: AgentsHandle[] = [];

afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

/** Opens an agent whose module has this source code; other files may be written next to it. */
async function openAgent(
  source: string,
  beside: Record<string, string> = {},
  { workers = {}, ...entry }: { export?: string; workers?: { pingMs?: number } } = {},
): Promise<Agent> {
  const root = await createTemporaryWorkspace({ 'agent.ts': source, ...beside });
  const rules = [
    { when: { tool_result: { name: 'add' } }, answer: 'The sum is {{tool_result}}.' },
    { when: { text: 'sum' }, tool_calls: [{ name: 'add', arguments: { numbers: [1, 2] } }] },
    { when: { text: 'fail' }, error: { status: 500, message: 'no capacity' } },
  ];
  const config = workspaceConfigSchema.parse({
    agents: { target: { type: 'module', path: 'agent.ts', connector: 'offline', ...entry } },
    models: { offline: { type: 'scripted', rules } },
  });
  const handle = createAgents({
    systems,
    root,
    config,
    variables: { GREETING: 'Servus' },
    workers: { memoryMb: 64, ...workers },
  });
  handles.push(handle);
  return handle.agent({ id: 'target' }, neverAborted());
}

function ask(agent: Agent, text: string, signal: AbortSignal = neverAborted()) {
  return agent.invoke(agentRequest(text), signal);
}

describe('a module agent', () => {
  it('says which package is not installed', async () => {
    const agent = await openAgent("import { x } from 'no-such-package'; export default () => x;");
    await expect(ask(agent, 'hello')).rejects.toThrow(
      'the package "no-such-package", which agent.ts imports, is not installed: run npm install where its package.json is',
    );
  });

  it('gets the request and answers a text', async () => {
    const agent = await openAgent('export default (request) => JSON.stringify(request);');
    const { content } = await agent.invoke(
      agentRequest([{ role: 'user', content: 'hello' }], { options: { metadata: { plan: 'pro' }, mode: 'chat' } }),
      neverAborted(),
    );
    expect(JSON.parse(content)).toEqual({
      messages: [{ role: 'user', content: 'hello' }],
      input: 'hello',
      metadata: { plan: 'pro' },
      options: { metadata: { plan: 'pro' }, mode: 'chat' },
      session_id: 'session-1',
      case_id: 'T001',
      attempt: 1,
      turn: 1,
      user_id: 'test-user',
      team_id: 'test-team',
      authorized: { user_id: 'test-user', team_id: 'test-team' },
      locale: 'en-us',
    });
  });

  it('sees the whole conversation at every turn, whatever it did to it before', async () => {
    const agent = await openAgent(`export default ({ messages }) => {
      const seen = messages.map(({ content }) => content.slice(-2)).join(' ');
      for (const message of messages) message.content = '';
      return seen;
    };`);
    const [a, b, c] = ['-a', '-b', '-c'].map((end) => ({ role: 'user' as const, content: 'x'.repeat(20_000) + end }));
    for (const messages of [[a], [a, b], [a, b, c], [c, b], [c]].map((list) =>
      list.filter((each) => each !== undefined),
    )) {
      const { content } = await agent.invoke(agentRequest(messages), neverAborted());
      expect(content).toBe(messages.map((message) => message.content.slice(-2)).join(' '));
    }
  });

  it('may be asynchronous and answer with data, tool calls and usage', async () => {
    const agent = await openAgent(`
      export default async () => ({
        content: 'done',
        next: { step: 2, at: new Date(0) },
        tool_calls: [{ tool: 'submit', server: 'erp', arguments: { amount: 1 }, result: { ok: true }, duration_ms: 5 }],
        usage: { input_tokens: 3 },
      });`);
    expect(await ask(agent, 'go')).toEqual({
      content: 'done',
      next: { step: 2, at: '1970-01-01T00:00:00.000Z' },
      toolCalls: [{ tool: 'submit', server: 'erp', arguments: { amount: 1 }, result: { ok: true }, durationMs: 5 }],
      usage: { inputTokens: 3, outputTokens: 0, calls: 0, retries: 0 },
    });
  });

  it('may be a named export that uses enums, files beside it, packages and the environment', async () => {
    const agent = await openAgent(
      `import { greet } from './greet';
       import { pack } from 'tiny-pack';
       import path from 'node:path';
       enum Mood { Happy = 'happy' }
       export function answer(request: { input: string }): string {
         return [greet(request.input), Mood.Happy, pack, path.basename(import.meta.filename)].join(' ');
       }`,
      {
        'greet.ts': "export const greet = (name: string) => process.env.GREETING + ' ' + name;",
        'node_modules/tiny-pack/package.json': '{"name": "tiny-pack", "type": "module", "exports": "./index.js"}',
        'node_modules/tiny-pack/index.js': 'export const pack = "packed";',
      },
      { export: 'answer' },
    );
    expect((await ask(agent, 'Ada')).content).toBe('Servus Ada happy packed agent.ts');
  });

  it('keeps its state between calls, and log lines find their case', async () => {
    const agent = await openAgent(`
      let calls = 0;
      export default async (request, context) => {
        calls += 1;
        const number = calls;
        context.log('thinking about ' + request.input);
        console.log('out', request.input);
        await new Promise((resolve) => setImmediate(resolve));
        console.error('err ' + request.input);
        return String(number);
      };`);
    const logs: Record<string, string[]> = { a: [], b: [] };
    const calls = ['a', 'b'].map((name) =>
      agent.invoke(
        agentRequest(name, {
          context: listeningContext({ log: ({ source, text }) => logs[name]?.push(`${source}: ${text}`) }),
        }),
        neverAborted(),
      ),
    );
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => answer.content).sort()).toEqual(['1', '2']);
    expect(logs).toEqual({
      a: ['agent: thinking about a', 'stdout: out a', 'stderr: err a'],
      b: ['agent: thinking about b', 'stdout: out b', 'stderr: err b'],
    });
  });

  it('shows output of loading with the first call, and late output with nobody else', async () => {
    const agent = await openAgent(`
      console.log('loading');
      let finish;
      export default ({ input }) => {
        if (input === 'first') { setImmediate(() => { console.log('late'); finish?.(); }); return 'x'; }
        return new Promise((resolve) => { finish = () => setImmediate(() => resolve('x')); });
      };`);
    const logs: string[] = [];
    const context = (name: string) => listeningContext({ log: ({ text }) => logs.push(`${name}: ${text}`) });
    await Promise.all(
      ['first', 'second'].map((name) => agent.invoke(agentRequest(name, { context: context(name) }), neverAborted())),
    );
    expect(logs).toEqual(['first: loading']);
  });

  it('may run its own tool loop on the model of its connector; the host adds up what it cost', async () => {
    const agent = await openAgent(`
      const tools = [{ name: 'add', parameters: { type: 'object' } }];
      export default async ({ messages }, { model }) => {
        const conversation = [...messages];
        const done = [];
        for (;;) {
          const answer = await model.generate({ messages: conversation, tools });
          if (answer.tool_calls.length === 0) return { content: answer.content, tool_calls: done };
          conversation.push({ role: 'assistant', content: answer.content,
            tool_calls: answer.tool_calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.tool, arguments: call.arguments } })) });
          for (const call of answer.tool_calls) {
            const result = call.arguments.numbers.reduce((sum, number) => sum + number, 0);
            done.push({ tool: call.tool, arguments: call.arguments, result });
            conversation.push({ role: 'tool', tool_call_id: call.id, content: String(result) });
          }
        }
      };`);
    const response = await ask(agent, 'the sum please');
    expect(response.content).toBe('The sum is 3.');
    expect(response.toolCalls).toEqual([{ tool: 'add', arguments: { numbers: [1, 2] }, result: 3 }]);
    expect(response.usage).toMatchObject({ calls: 2, retries: 0 });
    expect(response.usage?.inputTokens).toBeGreaterThan(0);
  });

  it('passes on errors of its model as what they are, unless it deals with them', async () => {
    const agent = await openAgent(`
      export default async ({ input, messages }, { model }) => {
        try { return (await model.generate(input === 'typo' ? { mesages: [] } : { messages })).content; }
        catch (error) { if (input === 'fail gently') return 'sorry'; throw error; }
      };`);
    await expect(ask(agent, 'fail')).rejects.toMatchObject({
      kind: 'model',
      message: expect.stringContaining('no capacity'),
    });
    expect((await ask(agent, 'fail gently')).content).toBe('sorry');
    await expect(ask(agent, 'typo')).rejects.toThrow(/context\.model\.generate: .*mesages/s);
  });
});

describe('a module agent that goes wrong', () => {
  it('reports what it threw with the line of its source', async () => {
    const agent = await openAgent(
      `import { price } from './lib/price';

       type Request = { input: string };
       export default function answer(request: Request) {
         return price(request.input);
       }`,
      {
        'lib/price.ts': `type Item = string;
          export function price(item: Item): string {
            throw new Error('no price for ' + item);
          }`,
      },
    );
    await expect(ask(agent, 'tea')).rejects.toMatchObject({
      name: 'AgentError',
      kind: 'agent',
      message: 'no price for tea (lib/price.ts:3:19)',
      cause: expect.stringContaining('agent.ts:5:'),
    });
  });

  it.each([
    ['nothing', 'return undefined;', /answered nothing/],
    ['a generator', 'return (function* () { yield 1; })();', /returned a generator; collect what it yields/],
    ['a Map', "return new Map([['a', 1]]);", /returned a Map; return Object.fromEntries/],
    ['a Set', 'return new Set([1]);', /returned a Set; return a list/],
    [
      'pieces that are no texts',
      'return (async function* () { yield { a: 1 }; })();',
      /with a piece that is not a text: \{"a":1\}/,
    ],
    ['a Response that failed', "return new Response('no', { status: 500 });", /a Response with the status 500/],
    [
      'a Response of events',
      "return new Response('data: x', { headers: { 'content-type': 'text/event-stream' } });",
      /a Response of events; return a stream of its text/,
    ],
    ['a stream as its text', 'return { content: new ReadableStream() };', /returned as "content" a stream/],
    ['a function', 'return () => 1;', /returned a function; call it/],
    ['an error', "return new Error('boo');", /returned an error, boo; throw it/],
    ['bytes', 'return new Uint8Array(3);', /returned bytes; return them as text/],
    ['a Map as data', 'return { next: new Map() };', /returned as "next" a Map/],
    [
      'a promise as its text',
      "return { content: Promise.resolve('x') };",
      /returned as "content" a promise inside the answer; await it/,
    ],
    ['an empty object', 'return {};', /answered \{\}; return a text, or an object with content/],
    ['a number', 'return 42;', /answered 42, which is neither a text nor/],
    ['an object with a typo', 'return { contents: "x" };', /contents/],
    ['a tool call without a name', 'return { tool_calls: [{ arguments: {} }] };', /tool_calls\[0\]\.tool/],
    ['something circular', 'const a = {}; a.a = a; return { next: a };', /circular/i],
    ['a thrown text', 'throw "just a text";', /^just a text \(in default, agent\.ts:1\)$/],
    ['a rejected promise of nothing', 'return Promise.reject();', /threw undefined/],
  ])('has a clear error for %s', async (_what, body, message) => {
    const agent = await openAgent(`export default () => { ${body} };`);
    await expect(ask(agent, 'x')).rejects.toThrow(message);
  });

  it('fails alone when it throws while it is loaded, at every call', async () => {
    const agent = await openAgent('export default () => "x";\nthrow new Error("cannot start");');
    await expect(ask(agent, 'x')).rejects.toThrow('cannot start (agent.ts:2:7)');
    await expect(ask(agent, 'x')).rejects.toThrow('cannot start');
  });

  it.each([
    ['a syntax error', 'export default (request) => {\n  return request.;\n};', /agent\.ts:2:18: /],
    [
      'an import that is not there',
      "import './nowhere.ts';\nexport default () => 'x';",
      /agent\.ts:1:8: Could not resolve/,
    ],
  ])('is refused before the first case for %s', async (_what, source, message) => {
    await expect(openAgent(source)).rejects.toThrow(expect.objectContaining({ kind: 'configuration' }));
    await expect(openAgent(source)).rejects.toThrow(message);
  });

  it('says which functions there are when the export is none', async () => {
    const missing = await openAgent('export const answer = () => "x"; export const other = 1;');
    await expect(ask(missing, 'x')).rejects.toThrow(
      'export "default" is undefined, not a function; its functions: answer',
    );
    const object = await openAgent('export default { generate: () => "x" };');
    await expect(ask(object, 'x')).rejects.toThrow(/an object with generate\(\).*Export a function that calls it/);
  });
});

describe('calls of a module agent that share a worker', () => {
  const source = `
    export default async ({ input }) => {
      const [what, ms] = input.split(' ');
      if (what === 'exit') process.exit(7);
      if (what === 'loop') for (;;);
      if (what === 'crash') { setImmediate(() => { throw new Error('out of the blue'); }); await new Promise(() => {}); }
      if (what === 'hoard') { const hoard = []; for (;;) hoard.push(Array.from({ length: 1000 }, () => ({}))); }
      if (what === 'wait') await new Promise((resolve) => setTimeout(resolve, Number(ms)));
      return what;
    };`;

  it.each([
    ['exit', /process\.exit\(7\) was called \(/],
    ['crash', /ended during the call: its process crashed: Error: out of the blue/],
    ['hoard', /ended during the call: it ran out of memory \(limit 64 MB\)/],
  ])('finish although one of them does %s', async (deed, message) => {
    const agent = await openAgent(source);
    const [wait, guilty, other, after] = await Promise.allSettled([
      ask(agent, 'wait 50'),
      ask(agent, deed),
      ask(agent, 'wait 60'),
      ask(agent, 'fine'),
    ]);
    expect(guilty).toMatchObject({
      status: 'rejected',
      reason: { kind: 'agent', message: expect.stringMatching(message) },
    });
    expect([wait, other, after].map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect((await ask(agent, 'fine')).content).toBe('fine');
  });

  it('finish although one loops for ever; that one ends with its deadline', async () => {
    const agent = await openAgent(source, {}, { workers: { pingMs: 50 } });
    const stop = new AbortController();
    const loop = ask(agent, 'loop', stop.signal);
    const looped = expect(loop).rejects.toThrow('deadline');
    expect((await ask(agent, 'wait 1')).content).toBe('wait');
    expect((await ask(agent, 'fine')).content).toBe('fine');
    stop.abort(new Error('deadline'));
    await looped;
  });

  it('go on in another worker after a loop that was alone was given up', async () => {
    const agent = await openAgent(source, {}, { workers: { pingMs: 50 } });
    const stop = new AbortController();
    const looped = expect(ask(agent, 'loop', stop.signal)).rejects.toThrow('deadline');
    setTimeout(() => stop.abort(new Error('deadline')), 20);
    await looped;
    expect((await ask(agent, 'fine')).content).toBe('fine');
  });

  it('reject at once when aborted, and tell the agent', async () => {
    const agent = await openAgent(
      `
      let aborted = 'nobody';
      export default ({ input }, { signal, log }) => {
        if (input === 'who') return aborted;
        log('started');
        return new Promise(() => signal.addEventListener('abort', () => { aborted = input + ': ' + signal.reason.message; }));
      };`,
      {},
      { workers: { pingMs: 10_000 } },
    );
    const stop = new AbortController();
    const call = agent.invoke(
      agentRequest('first', { context: listeningContext({ log: () => stop.abort(new Error('deadline')) }) }),
      stop.signal,
    );
    await expect(call).rejects.toThrow('deadline');
    expect((await ask(agent, 'who')).content).toBe('first: deadline');
    await expect(ask(agent, 'late', stop.signal)).rejects.toThrow('deadline');
  });

  it('that are slow together are all finished in the end', async () => {
    const agent = await openAgent(
      `export default ({ input }) => { const end = Date.now() + 300; while (Date.now() < end); return input; };`,
      {},
      { workers: { pingMs: 50 } },
    );
    const answers = await Promise.all(['a', 'b', 'c'].map((input) => ask(agent, input)));
    expect(answers.map((answer) => answer.content)).toEqual(['a', 'b', 'c']);
    expect((await ask(agent, 'd')).content).toBe('d');
  });

  it('are many, and each gets its own answer', async () => {
    const agent = await openAgent('export default async ({ input }) => { await null; return input; };');
    const inputs = Array.from({ length: 500 }, (_, index) => `input ${index}`);
    const answers = await Promise.all(inputs.map((input) => ask(agent, input)));
    expect(answers.map((answer) => answer.content)).toEqual(inputs);
  });
});

describe('a module agent that answers in pieces', () => {
  /** Returns the answer of an agent with this function body, and the texts that it reported as progress. */
  async function askWith(body: string) {
    const agent = await openAgent(`export default (request, context) => { ${body} };`);
    const texts: string[] = [];
    const answer = await agent.invoke(
      agentRequest('x', { context: listeningContext({ text: ({ text }) => texts.push(text) }) }),
      neverAborted(),
    );
    return { answer, shown: texts };
  }

  it.each([
    ['an async generator', "return (async function* () { yield 'one '; yield 'two'; })();"],
    ['a stream of texts', "return ReadableStream.from(['one ', 'two']);"],
    [
      'a stream of bytes that part in the middle of a letter',
      "return ReadableStream.from([Buffer.from([111, 110, 101, 32]), Buffer.from('two')]);",
    ],
    ['a stream of Node', "return process.getBuiltinModule('stream').Readable.from(['one ', 'two']);"],
    ['a Response', "return new Response(ReadableStream.from(['one ', 'two']).pipeThrough(new TextEncoderStream()));"],
    ['context.write', "context.write('one '); context.write('two'); return 'one two';"],
  ])('shows them as they come, and answers the whole: %s', async (_what, body) => {
    const { answer, shown } = await askWith(body);
    expect(answer).toEqual({ content: 'one two', toolCalls: [] });
    expect(shown).toEqual(['one ', 'one two']);
  });

  it('may return the rest of the answer at the end', async () => {
    const { answer } = await askWith(
      "return (async function* () { yield 'paid'; return { tool_calls: [{ tool: 'pay' }], next: { ok: true } }; })();",
    );
    expect(answer).toEqual({ content: 'paid', toolCalls: [{ tool: 'pay' }], next: { ok: true } });
  });

  it('may return a Response of JSON', async () => {
    const { answer } = await askWith("return Response.json({ content: 'paid', next: 1 });");
    expect(answer).toMatchObject({ content: 'paid', next: 1 });
  });

  it('shows a piece before it makes the next', async () => {
    const agent = await openAgent(`export default async function* (request, { model }) {
      yield 'wait ';
      yield (await model.generate({ messages: [{ role: 'user', content: 'sum' }] })).finish_reason;
    }`);
    const first = Promise.withResolvers<string>();
    const answer = agent.invoke(
      agentRequest('x', { context: listeningContext({ text: ({ text }) => first.resolve(text) }) }),
      neverAborted(),
    );
    expect(await first.promise).toBe('wait ');
    expect((await answer).content).toBe('wait tool-calls');
  });

  it('is ended when it does not end, by its deadline or by what an answer may hold', async () => {
    const endless =
      "return (async function* () { try { for (;;) yield 'x'.repeat(1e6); } finally { console.log('ended'); } })();";
    await expect(askWith(endless)).rejects.toThrow(/more than the 16 MB/);
    const agent = await openAgent(`export default async function* () {
      for (;;) { yield 'x'; await new Promise((done) => setTimeout(done, 1)); }
    }`);
    const stop = new AbortController();
    const call = agent.invoke(
      agentRequest('x', { context: listeningContext({ text: () => stop.abort(new Error('deadline')) }) }),
      stop.signal,
    );
    await expect(call).rejects.toThrow('deadline');
  });
});
