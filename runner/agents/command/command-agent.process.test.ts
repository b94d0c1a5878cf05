import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { isAlive } from '../../testing/is-alive.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createAgents } from '../create-agents.ts';

const PATH = process.env.PATH ?? '';
const readRequest = `
  let text = '';
  for await (const part of process.stdin) text += part;
  const request = JSON.parse(text);`;

/**
 * A process in a session of its own: signals to the process group of the command do not reach it, and it keeps the
 * command's pipes open.
 */
const outsider = `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true });
  child.unref();`;

/** Opens a command agent that runs this JavaScript (a string) or this whole command line (a list). */
async function openAgent(script: string | string[], variables: Record<string, string> = { PATH }, entry: object = {}) {
  const root = await createTemporaryWorkspace({ 'agent.mjs': typeof script === 'string' ? script : '' });
  const command = typeof script === 'string' ? [process.execPath, 'agent.mjs'] : script;
  const config = workspaceConfigSchema.parse({ agents: { desk: { type: 'command', command, ...entry } } });
  const agent = await createAgents({ systems, root, config, variables }).agent({ id: 'desk' }, neverAborted());
  const log: string[] = [];
  const ask = (input: string, signal = neverAborted()) =>
    agent.invoke(
      agentRequest(input, { context: listeningContext({ log: ({ source, text }) => log.push(`${source}: ${text}`) }) }),
      signal,
    );
  return { root, agent, ask, log };
}

describe('a command agent', () => {
  it('gets one JSON request on standard input, and answers a text', async () => {
    const { ask } = await openAgent(`${readRequest} console.log('you said', request.input, 'in turn', request.turn);`);
    expect(await ask('hello')).toEqual({ content: 'you said hello in turn 1', toolCalls: [] });
  });

  it('shows its text as it is written, and JSON when it is whole', async () => {
    const shownBy = async (script: string) => {
      const texts: string[] = [];
      const { agent } = await openAgent(script);
      const answer = await agent.invoke(
        agentRequest('x', { context: listeningContext({ text: ({ text }) => texts.push(text) }) }),
        neverAborted(),
      );
      return { shown: texts, content: answer.content };
    };
    // The test program writes the second part of its output only after the test has received the first part.
    const slow = `
      const { once } = await import('node:events');
      const bytes = Buffer.from('\\n größer');
      for (const part of [bytes.subarray(0, 5), bytes.subarray(5)]) {
        if (!process.stdout.write(part)) await once(process.stdout, 'drain');
        await new Promise((done) => setTimeout(done, 50));
      }`;
    const { shown, content } = await shownBy(slow);
    expect(content).toBe('größer');
    expect(shown.at(-1)).toBe('größer');
    for (const text of shown) expect('größer'.startsWith(text)).toBe(true);
    const json = 'console.log(JSON.stringify({ content: "x" }))';
    expect(await shownBy(json)).toEqual({ shown: [], content: 'x' });
  });

  it('answers with data, tool calls and usage as modules do', async () => {
    const answer = {
      content: 'done',
      next: { step: 2 },
      tool_calls: [{ tool: 'submit', arguments: { amount: 1 }, result: { ok: true } }],
      usage: { input_tokens: 3, output_tokens: 4 },
    };
    const { ask } = await openAgent(`console.log(JSON.stringify(${JSON.stringify(answer)}, undefined, 2));`);
    expect(await ask('go')).toEqual({
      content: 'done',
      next: { step: 2 },
      toolCalls: [{ tool: 'submit', arguments: { amount: 1 }, result: { ok: true } }],
      usage: { inputTokens: 3, outputTokens: 4, calls: 0, retries: 0 },
    });
  });

  it.each([
    ['before it', 'debug\\n{"content": "x"}', ['stdout: debug']],
    ['after it', '{"content": "x"}\\nbye', ['stdout: bye']],
    ['around JSON on many lines', 'debug\\n{\\n "content": "x"\\n}', ['stdout: debug']],
    ['in JSON of its own', '{"level": "info"}\\n{"content": "x"}', ['stdout: {"level": "info"}']],
  ])('answers its JSON, and what it prints %s is its log', async (_where, out, lines) => {
    const { ask, log } = await openAgent(`console.log('${out}');`);
    expect((await ask('x')).content).toBe('x');
    expect(log).toEqual(lines);
  });

  it('answers a text that has JSON in it, and not two answers', async () => {
    const text = await openAgent(`console.log('see\\n{"amount": 3}');`);
    expect((await text.ask('x')).content).toBe('see\n{"amount": 3}');
    const { ask } = await openAgent(`console.log('{"content": "x"}\\n{"content": "y"}');`);
    await expect(ask('x')).rejects.toThrow('its command wrote more than one answer: {"content": "x"}');
  });

  it('costs what its entry says, cached tokens less', async () => {
    const answer = { content: 'done', usage: { input_tokens: 3000, cached_tokens: 1000, output_tokens: 500 } };
    const cost = { input_per_million: 1000, cached_input_per_million: 100, output_per_million: 2000 };
    const { ask } = await openAgent(`console.log('${JSON.stringify(answer)}');`, { PATH }, { cost });
    expect((await ask('go')).usage).toMatchObject({ cachedTokens: 1000, cost: 2 + 0.1 + 1 });
  });

  it.each([
    ['a JSON text', `console.log('"quoted"')`, 'quoted'],
    ['a text that begins with a quotation', `console.log('"Hello," she said')`, '"Hello," she said'],
    ['a number', 'console.log(42)', '42'],
    ['a list', `console.log('[1, 2]')`, '[1, 2]'],
  ])('answers %s', async (_what, script, content) => {
    expect((await (await openAgent(script)).ask('x')).content).toBe(content);
  });

  it('runs in the workspace with the variables of the run and no others', async () => {
    const { root, ask } = await openAgent(
      'console.log(JSON.stringify({ content: process.cwd(), next: { key: process.env.KEY, home: process.env.HOME ?? null } }));',
      { KEY: 'of the run' },
    );
    const answer = await ask('x');
    expect(path.basename(answer.content)).toBe(path.basename(root));
    expect(answer.next).toEqual({ key: 'of the run', home: null });
  });

  it('may be a program of the workspace or of PATH', async () => {
    const { ask } = await openAgent(['sh', '-c', 'cat > /dev/null; echo from $0', 'shell']);
    expect((await ask('x')).content).toBe('from shell');
  });

  it('is a new process for every call, and many at once', async () => {
    const { ask } = await openAgent(`${readRequest} let calls = 0; calls += 1; console.log(request.input + calls);`);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((input) => ask(input)));
    expect(answers.map(({ content }) => content)).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  it('logs every line of standard error, also the last one without its end', async () => {
    const { ask, log } = await openAgent(`process.stderr.write('one\\ntwo\\nthree'); console.log('x');`);
    await ask('x');
    expect(log).toEqual(['stderr: one', 'stderr: two', 'stderr: three']);
  });

  it('need not read what it is told', async () => {
    const { ask } = await openAgent(`process.stdin.destroy(); console.log('I know already');`);
    expect((await ask('x'.repeat(1_000_000))).content).toBe('I know already');
  });
});

describe('a command agent that goes wrong', () => {
  it.each([
    [
      'node -e "answer()" || echo "Sorry."',
      [
        'agent "desk": its command exited with code 0, but a program in it crashed: ReferenceError: answer is not defined',
      ],
    ],
    [
      'printf "Traceback:\\n  File x\\nNameError: no answer\\n" >&2 | echo "Sorry."',
      ['agent "desk": its command exited with code 0, but a program in it crashed: NameError: no answer'],
    ],
    ['printf "Traceback:\\n  File x\\nNameError: no answer\\n" >&2 && echo "Sorry."', []],
    ['printf "Error: again\\n  at x\\nit works now\\n" >&2; echo "Sorry."', []],
    ['x="Sorry"; printf "Traceback:\\n  File x\\nNameError: handled\\n" >&2; echo "$x."', []],
  ])('warns of a crash that its exit code hides: %s', async (line, expected) => {
    const { agent } = await openAgent(['sh', '-c', line]);
    const warnings: string[] = [];
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    expect((await agent.invoke(agentRequest('hi', { context }), neverAborted())).content).toBe('Sorry.');
    expect(warnings).toEqual(expected);
  });

  it.each([
    [
      'another exit code',
      `console.error('a'); console.error('no ledger'); process.exit(3);`,
      /its command exited with code 3; its last lines on standard error:\na\nno ledger$/,
    ],
    [
      'a signal',
      `process.kill(process.pid, 'SIGSEGV'); await new Promise((done) => setTimeout(done, 60000));`,
      /its command was ended by SIGSEGV$/,
    ],
    [
      'no answer',
      `console.error('hm')`,
      /wrote nothing to standard output\. It has to read .* and print its answer; its last .*:\nhm$/,
    ],
    [
      'a Python without the packages',
      `console.error("ModuleNotFoundError: No module named 'langgraph'"); process.exit(1);`,
      /No module named 'langgraph'\nIf a virtual environment has that module, activate that environment first, or name its Python in the command of the agent\.$/,
    ],
    ['half of an answer', `console.log('{"content": "x')`, /begins like JSON but is not valid JSON: \{"content": "x$/],
    [
      'an answer with a typo',
      `console.log('{"contents": "x"}')`,
      /answered \{"contents": "x"\}, which is neither a text nor/,
    ],
    ['bytes', 'process.stdout.write(Buffer.from([0xff, 0xfe, 0x00]))', /bytes that are not UTF-8 text/],
    [
      'an answer without end',
      `const part = 'x'.repeat(1 << 20); const write = () => process.stdout.write(part, write); write();`,
      /wrote to standard output more than the 16 MB that max_answer in the workspace config allows$/,
    ],
    [
      'a log without end',
      `const part = 'x'.repeat(1 << 20); const write = () => process.stderr.write(part, write); write();`,
      /wrote to standard error more than the 16 MB that max_answer in the workspace config allows(;|$)/,
    ],
  ])('is a clear error: %s', async (_what, script, message) => {
    const { ask } = await openAgent(script);
    const refusal = ask('x');
    await expect(refusal).rejects.toMatchObject({ name: 'AgentError', kind: 'agent' });
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toThrow(/^agent "desk"/);
  });

  it('shows the last five lines, and not more of a line than helps', async () => {
    const { ask } = await openAgent(
      `for (let n = 1; n < 8; n += 1) console.error(n + 'x'.repeat(1000)); process.exit(1);`,
    );
    const error = await ask('x').catch(String);
    expect(
      String(error)
        .split('\n')
        .slice(1)
        .map((line) => [line.at(0), line.length]),
    ).toEqual(['3', '4', '5', '6', '7'].map((number) => [number, 500]));
  });

  it.each([
    [
      'PATH does not have',
      ['no-such-program-here'],
      /its command "no-such-program-here" is not a program in the folders of PATH/,
    ],
    ['the workspace does not have', ['./agent.sh'], /its command "\.\/agent\.sh" is not a program in \S+/],
    ['is not executable', ['./agent.mjs'], /is not a program in/],
  ])('is refused before the first case when its program %s', async (_what, command, message) => {
    const refusal = openAgent(command);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toMatchObject({ kind: 'configuration' });
  });
});

describe('a command agent that is given up', () => {
  it('is killed with everything that it started', async () => {
    const { root, ask } = await openAgent(`
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      process.on('SIGTERM', () => {});
      writeFileSync('pids.part', process.pid + ' ' + child.pid);
      console.error('ready');
      setInterval(() => {}, 1000);`);
    const stop = new AbortController();
    const ended = expect(ask('x', stop.signal)).rejects.toThrow('deadline');
    const file = path.join(root, 'pids.part');
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').includes(' '), { timeout: 60_000 });
    const pids = readFileSync(file, 'utf8').split(' ').map(Number);
    stop.abort(new Error('deadline'));
    await ended;
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 60_000 });
  });

  it('leaves nobody behind when it ends by itself', async () => {
    const { ask } = await openAgent(`
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      process.stdout.write(String(child.pid), () => process.exit(0));`);
    const { content } = await ask('x');
    await vi.waitUntil(() => !isAlive(Number(content)), { timeout: 60_000 });
  });

  it('leaves nobody waiting who holds its output outside of its process group, neither at its end', async () => {
    const { ask } = await openAgent(`${outsider} process.stdout.write(String(child.pid), () => process.exit(0));`);
    const { content } = await ask('x');
    process.kill(Number(content));
  });

  it('nor at its deadline', async () => {
    const { root, ask } = await openAgent(`
      import { writeFileSync, renameSync } from 'node:fs';
      ${outsider}
      writeFileSync('pid.part', String(child.pid));
      renameSync('pid.part', 'pid');
      setInterval(() => {}, 1000);`);
    const stop = new AbortController();
    const ended = expect(ask('x', stop.signal)).rejects.toThrow('deadline');
    const file = path.join(root, 'pid');
    await vi.waitUntil(() => existsSync(file), { timeout: 60_000 });
    stop.abort(new Error('deadline'));
    await ended;
    process.kill(Number(readFileSync(file, 'utf8')));
  });

  it('nor when it writes without end', async () => {
    const { ask, log } = await openAgent(`
      ${outsider}
      console.error(String(child.pid));
      const part = 'x'.repeat(1 << 20);
      const write = () => process.stdout.write(part, write);
      write();`);
    await expect(ask('x')).rejects.toThrow('wrote to standard output more than the 16 MB');
    process.kill(Number(log[0]?.replace('stderr: ', '')));
  });

  it('is not even started when it is too late', async () => {
    const { root, ask } = await openAgent(
      `import { writeFileSync } from 'node:fs'; writeFileSync('started', ''); console.log('x');`,
    );
    await expect(ask('x', AbortSignal.abort(new Error('deadline')))).rejects.toThrow('deadline');
    expect(existsSync(path.join(root, 'started'))).toBe(false);
  });
});

describe('a command agent of a case with mocks', () => {
  it('gets the address of their MCP server in its request and its environment', async () => {
    const client = import.meta.resolve('@modelcontextprotocol/client');
    const { agent } = await openAgent(`${readRequest}
      import { Client, StreamableHTTPClientTransport } from '${client}';
      const client = new Client({ name: 'command', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(process.env.TURNTREE_MOCKS_URL)));
      const { content } = await client.callTool({ name: 'get_order', arguments: { id: request.input } });
      await client.close();
      console.log('found', content[0].text, request.mocks_url === process.env.TURNTREE_MOCKS_URL);`);
    const mocks = fakeToolMocks({ get_order: ({ id }) => ({ type: 'result', result: { id, total: 12 } }) });
    const answer = await agent.invoke(agentRequest('7', { mocks }), neverAborted());
    expect(answer.content).toBe('found {"id":"7","total":12} true');
    expect(mocks.asked).toEqual([{ name: 'get_order', arguments: { id: '7' } }]);
  });

  it('finds no address without mocks', async () => {
    const { ask } = await openAgent(
      `${readRequest} console.log('mocks_url' in request, process.env.TURNTREE_MOCKS_URL);`,
    );
    expect((await ask('x')).content).toBe('false undefined');
  });
});
