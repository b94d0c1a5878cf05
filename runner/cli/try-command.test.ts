import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerChatByRules, startOpenAIServer } from '../testing/openai-server.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { isJsonObject, type JsonObject, tryParseJson } from '../values/index.ts';

let root: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-try-'));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  rmSync(root, { recursive: true, force: true });
});

const hours = 'When are you open?';
const booking = 'Book a table for two.';

function tryAgent(target: string, args: string[] = [], options: object = {}): Promise<CliResult> {
  const variables = { OPENAI_API_KEY: undefined };
  return runCli(['try', target, ...args], { cwd: root, input: `${hours}\n${booking}\n\n`, variables, ...options });
}

function write(file: string, text: string): string {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  return file;
}

const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const agents = (): Record<string, JsonObject> => JSON.parse(readText('runner.config.json')).agents;
const firstCase = (file = 'tests/agent/first.jsonl'): JsonObject => JSON.parse(readText(file));

type HttpAnswer = { status?: number; type?: string; text: string };

/** A server that accepts JSON by POST at one path. */
async function serve(answer: (body: JsonObject) => object | HttpAnswer, at = '/chat'): Promise<string> {
  const respond = (response: ServerResponse, { status = 200, type = 'application/json', text }: HttpAnswer) =>
    response.writeHead(status, { 'content-type': type }).end(text);
  const server: Server = createServer(async (request, response) => {
    const body = await textOf(request);
    if (request.method !== 'POST' || request.url !== at) return respond(response, { status: 404, text: '{}' });
    const sent = tryParseJson(body);
    const reply = isJsonObject(sent) ? answer(sent) : { status: 400, type: 'text/plain', text: 'bad JSON' };
    return respond(response, isAnswer(reply) ? reply : { text: JSON.stringify(reply) });
  });
  return `${await listen(server)}${at}`;
}

function isAnswer(reply: object | HttpAnswer): reply is HttpAnswer {
  return 'text' in reply && 'type' in reply;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** A server that requires a text under one key, and says so if it is missing. */
function wanting(key: string, reply: (message: string) => object): (body: JsonObject) => object {
  return (body) => {
    const message = body[key];
    if (typeof message === 'string') return reply(message);
    return { status: 422, type: 'application/json', text: `{"detail": "${key} is missing"}` };
  };
}

/** Different messages must get different answers. */
function opening(message: string): string {
  return message === 'Hello' ? 'Good day. We open at 12:00.' : 'We open at 12:00.';
}

const agentSource = `export default function desk({ input }) {
  if (input.includes('open')) return 'We are open from 12:00 to 23:00.';
  return { content: 'Done.', tool_calls: [{ tool: 'book', arguments: { people: 2 } }] };
}
`;

describe('turntree try on an address', () => {
  it('names the commands that come next so that a shell reads them as they are', async () => {
    write('agent.mjs', `export default () => 'At nine.';\n`);
    write('my keys.env', 'SOME=1\n');
    const { stdout } = await tryAgent('agent.mjs', ['-e', 'my keys.env']);
    expect(stdout).toMatch(/^Run it again: {2}npx turntree test tests\/\S+\/first\.jsonl -e 'my keys\.env'$/m);
  });

  it('finds chat completions, and keeps the key out of the files', async () => {
    const key = 'sk-loopback-0123456789';
    const rules = [
      { when: { text: 'open' }, answer: 'We are open from 12:00 to 23:00.' },
      { when: { text: 'Book' }, tool_calls: [{ name: 'book', arguments: { people: 2 } }] },
      { answer: 'Hello!' },
    ];
    const server = await startOpenAIServer({ handler: answerChatByRules(rules), key });
    closing.push(() => server.close());
    const { code, stdout, stderr } = await tryAgent(server.url, ['--model', 'small', '-n', 'desk'], {
      variables: { OPENAI_API_KEY: key },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      `Speaks chat completions at ${server.url}/v1, model small, with the key in OPENAI_API_KEY.`,
    );
    expect(stdout).toContain('agent: We are open from 12:00 to 23:00.');
    expect(stdout).toContain('tool: book({"people":2})');
    expect(stdout).toMatch(
      /npx turntree test tests\/desk\/first\.jsonl\n.*\n *http:\/\/127\.0\.0\.1:4319\/runs\/[\w-]{36}\n$/,
    );
    const entry = { type: 'openai', base_url: `${server.url}/v1`, model: 'small', api_key: '$ENV.OPENAI_API_KEY' };
    expect(agents()).toMatchObject({ desk: entry, 'first-user': { type: 'scripted' } });
    expect(firstCase('tests/desk/first.jsonl')).toEqual({
      id: 'first',
      input: hours,
      simulator: 'first-user',
      max_turns: 2,
      checkpoints: [
        { id: 'turn-1', description: 'says 12:00', assert: { type: 'contains', value: '12:00' } },
        { id: 'turn-2', description: 'calls book', after: ['turn-1'], assert: { type: 'tool_called', value: 'book' } },
      ],
    });
    expect(readText('runner.config.json') + readText('tests/desk/first.jsonl')).not.toContain(key);
  });

  it.each(['/v1/chat/completions', '/v1', ''])('finds chat completions in one piece, named by %j', async (end) => {
    const choices = [{ message: { role: 'assistant', content: 'From 12:00.' } }];
    const usage = { prompt_tokens: 9, completion_tokens: 3 };
    const url = await serve(
      (body) => ('model' in body ? { choices, usage } : { error: 'no model' }),
      '/v1/chat/completions',
    );
    const { code, stdout } = await tryAgent(url.replace('/v1/chat/completions', end), [], { input: hours });
    expect(stdout).toContain(
      `Speaks chat completions at ${url.replace('/chat/completions', '')}, model default, without streams.`,
    );
    expect(code).toBe(0);
    expect(agents().agent).toMatchObject({ type: 'http', url, body: { model: 'default', messages: '{{messages}}' } });
  });

  it('finds chat completions at an address of their own', async () => {
    const url = await serve(wanting('model', () => ({ choices: [{ message: { content: 'From 12:00.' } }] })));
    const { code, stdout } = await tryAgent(url, ['--model', 'small'], { input: hours });
    expect(code).toBe(0);
    expect(stdout).toContain(`Speaks chat completions at ${url}.`);
    expect(agents().agent).toMatchObject({ url, body: { model: 'small' }, output: 'choices[0].message.content' });
  });

  it('takes the only model that a server lists, and asks which one of several', async () => {
    const models = [{ id: 'small' }];
    const server = createServer((request, response) => {
      const bodies = {
        '/v1/models': { data: models },
        '/v1/chat/completions': { choices: [{ message: { content: '12:00' } }] },
      };
      response.end(JSON.stringify(Object.entries(bodies).find(([at]) => at === request.url)?.[1] ?? {}));
    });
    const origin = await listen(server);
    expect((await tryAgent(origin, [], { input: hours })).stdout).toContain(`at ${origin}/v1, model small`);
    models.push({ id: 'large' });
    const { code, stderr } = await tryAgent(origin);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `turntree: ${origin}/v1 has 2 models: name one with --model\n  small, large\n`,
    });
  });

  it.each([
    ['message', (text: string) => ({ reply: text, id: 'a' }), 'reply'],
    ['question', (text: string) => ({ data: { answer: text } }), 'data.answer'],
    ['prompt', (text: string) => ({ bot: text, status: 'ok' }), 'bot'],
  ])('finds JSON with a %s, and the text in its answer', async (name, answer, output) => {
    const url = await serve(wanting(name, (message) => answer(opening(message))));
    const { code, stdout, stderr } = await tryAgent(url, [], { input: hours });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      `Takes {${name}, session_id} at ${url}; the text of the agent is "${output}" of its answer; `,
    );
    expect(stdout).toContain('different messages got different texts: "Good day. We open at 12:00." and ');
    const body = { [name]: '{{input}}', session_id: '{{session_id}}' };
    expect(agents()).toEqual({ agent: expect.objectContaining({ type: 'http', url, body, output }) });
    expect(firstCase()).toMatchObject({ input: hours, max_turns: 1, checkpoints: [{ id: 'turn-1' }] });
  });

  it('says it when the text at a path that was named is always the same', async () => {
    const url = await serve(wanting('message', () => ({ reply: 'Booked.' })));
    const { code, stdout } = await tryAgent(url, ['--output', 'reply'], { input: hours });
    expect(code).toBe(0);
    expect(stdout).toContain(
      '; the text of the agent is "reply" of its answer; different messages got the same text: "Booked."',
    );
    expect(stdout).not.toContain('different texts');
  });

  it('keeps variables in an address, and what they hold out of everything', async () => {
    const secret = 'secret-0123456789';
    const at = `/chat?key=${secret}`;
    const url = await serve(
      wanting('input', (message) => ({ reply: `${message}: noted` })),
      at,
    );
    const configuredUrl = url.replace(secret, '$ENV.CHAT_KEY');
    const options = { input: `Remember ${secret} please`, variables: { CHAT_KEY: secret } };
    const { stdout, stderr } = await tryAgent(configuredUrl, [], options);
    expect(agents().agent).toMatchObject({ url: configuredUrl });
    expect(firstCase()).toMatchObject({ input: 'Remember [redacted] please' });
    const everything = stdout + stderr + readText('runner.config.json') + readText('tests/agent/first.jsonl');
    expect(everything).not.toContain(secret);
  });

  it('sends every usual key to a server that takes any body', async () => {
    const url = await serve(({ question }) => ({ answer: `About "${question}": 12:00.` }));
    const { code, stdout } = await tryAgent(url, [], { input: hours });
    expect(code).toBe(0);
    expect(stdout).toContain(`agent: About "${hours}": 12:00.`);
  });

  it('joins the events of a stream', async () => {
    const events = (text: string) =>
      text.split(/(?= )/).map((delta) => `data: ${JSON.stringify({ type: 'text-delta', delta })}\n\n`);
    const url = await serve(
      wanting('input', (message) => ({
        type: 'text/event-stream',
        text: `${events(opening(message)).join('')}data: [DONE]\n\n`,
      })),
    );
    const { code, stdout } = await tryAgent(url, [], { input: hours });
    expect(code).toBe(0);
    expect(stdout).toContain(`agent: ${opening(hours)}\n`);
    expect(agents().agent).toMatchObject({ output: 'delta', stream: true });
  });

  it('says what was tried when nothing is understood, and writes nothing', async () => {
    const url = await serve(() => ({ type: 'text/html', text: '<html>Welcome</html>' }));
    const { code, stderr } = await tryAgent(url);
    expect(code).toBe(1);
    expect(stderr).toContain(`could not detect the protocol of ${url}`);
    expect(stderr).toContain(`GET ${url}/v1/models: 404 {}`);
    expect(stderr).toContain(`POST ${url} {message, session_id}: 200 <html>Welcome</html>`);
    expect(existsSync(path.join(root, 'runner.config.json'))).toBe(false);
  });

  it('ends with the option that names the text when an answer never changes', async () => {
    const url = await serve(() => ({ type: 'application/json', text: '{"reply": "Which number does it have?"}' }));
    expect((await tryAgent(url)).stderr).toContain(
      `If "reply" is the text of the agent, name it: npx turntree try ${url} --output 'reply'\n`,
    );
  });

  it('says that a key is wanted', async () => {
    const url = await serve(() => ({ status: 401, type: 'application/json', text: '{"error": "no key"}' }));
    expect((await tryAgent(url)).stderr).toMatch(/It requires a key.*\{\}: 401 \{"error": "no key"\}\n/s);
  });

  it('prints a long answer to several requests once', async () => {
    const text = JSON.stringify({ error: { message: 'Incorrect API key provided. Find your key in the console.' } });
    const url = await serve(() => ({ status: 401, type: 'application/json', text }));
    const { stderr } = await tryAgent(url);
    expect(stderr.split(text)).toHaveLength(2);
    expect(stderr).toContain(`POST ${url} {message, session_id}: 401, the same answer\n`);
  });

  it('says that the key is refused, and which request had it', async () => {
    const url = await serve(
      () => ({ status: 401, type: 'application/json', text: '{"error": "bad key"}' }),
      '/v1/chat/completions',
    );
    const { stderr } = await tryAgent(url, [], { variables: { OPENAI_API_KEY: 'wrong' } });
    expect(stderr).toContain('It refuses the key in OPENAI_API_KEY; any other key goes');
    expect(stderr).toContain(`POST ${url} {model, messages, stream}, with the key: 401 {"error": "bad key"}\n`);
  });

  it('is refused when nobody answers', async () => {
    const url = await serve(() => ({}));
    await closing.pop()?.();
    const { code, stderr } = await tryAgent(url);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^turntree: http:\/\/127\.0\.0\.1:\d+\/chat does not answer: .*ECONNREFUSED/);
  });

  it.each([
    ['there is a key in it', 'http://127.0.0.1:1/chat?api_key=abc', /the address holds a key/],
    ['its variable is not set', 'http://127.0.0.1:1/chat?key=$ENV.NO_SUCH', /set the environment variable NO_SUCH/],
    ['it has no scheme', '127.0.0.1:8000/chat', /neither an address.*\n.*http:\/\/127\.0\.0\.1:8000\/chat/],
  ])('is refused when %s', async (_why, url, message) => {
    const { code, stderr } = await tryAgent(url);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe('turntree try on a file', () => {
  it('calls what a module exports, and answers with the verdict', async () => {
    const { code, stdout, stderr } = await tryAgent(write('src/desk.mjs', agentSource));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Calls the default export of src/desk.mjs.');
    expect(agents()).toMatchObject({ desk: { type: 'module', path: 'src/desk.mjs' } });
    expect(await runCli(['lint'], { cwd: root })).toMatchObject({ code: 0, stdout: '' });
    const again = await runCli(['test', '--no-output'], { cwd: root });
    expect(again.code).toBe(0);
  });

  it('asks which one when a module has several', async () => {
    write('desk.mjs', "export const ask = () => 'We open at 12:00.';\nexport const other = () => 'no';\n");
    const { code, stderr } = await tryAgent('desk.mjs');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/name one with --export\n.*ask, other/),
    });
    expect((await tryAgent('desk.mjs', ['--export', 'ask'])).code).toBe(0);
    expect(agents()).toMatchObject({ desk: { export: 'ask' } });
    expect((await tryAgent('desk.mjs', ['--export', 'no'])).stderr).toContain(
      'desk.mjs has no agent "no"; it has ask, other',
    );
  });

  it('knows the agents of frameworks by their shape', async () => {
    const agent = "{ tools: {}, stream() {}, generate: async () => ({ text: 'We open at 12:00.' }) }";
    write('sdk.mjs', `export const tools = {};\nexport const desk = ${agent};\n`);
    const { code, stdout } = await tryAgent('sdk.mjs', [], { input: hours });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Calls desk of sdk.mjs.') });
  });

  it('takes the name of the export when the file name tells nothing', async () => {
    write('agent.mjs', "export const frontDesk = () => 'We open at 12:00.';\n");
    expect((await tryAgent('agent.mjs')).code).toBe(0);
    expect(agents()).toMatchObject({ 'front-desk': { path: 'agent.mjs', export: 'frontDesk' } });
  });

  it('starts programs', async () => {
    const readStdin = "let text = '';\nfor await (const part of process.stdin) text += part;\n";
    write('program.mjs', `${readStdin}console.log(JSON.parse(text).input + ' 12:00');\n`);
    expect((await tryAgent('program.mjs', [], { input: hours })).code).toBe(0);
    write('run', `#!/usr/bin/env node\nprocess.stdin.on('data', () => console.log('12:00'));\n`);
    expect((await tryAgent('run')).stderr).toContain('run is neither a module nor a program');
    chmodSync(path.join(root, 'run'), 0o755);
    expect((await tryAgent('run', [], { input: hours })).code).toBe(0);
    write('say.sh', 'echo 12:00\n');
    expect((await tryAgent('say.sh', [], { input: hours })).code).toBe(0);
    expect(agents()).toEqual({
      program: { type: 'command', command: ['node', 'program.mjs'] },
      run: { type: 'command', command: ['./run'] },
      say: { type: 'command', command: ['sh', 'say.sh'] },
    });
  });

  it('ends with the code of the run when the agent does not do it again', async () => {
    write('moody.sh', 'test -f seen && echo Never again || echo We open at 12:00; touch seen\n');
    const { code, stdout, stderr } = await tryAgent('moody.sh', [], { input: hours });
    expect(stdout).toContain('FAILED');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('exit 1') });
  });

  it.each([
    ['does not load', "import 'no-such-package';\nexport default () => 'x';\n", /no-such-package/],
    ['exports no function', 'export const limit = 3;\n', /desk\.mjs exports no agent/],
    ['throws', "export default () => { throw new Error('out of order'); };\n", /out of order/],
    [
      'says nothing',
      "export default () => '';\n",
      /nothing was written: the agent gave no text or tool call to make a checkpoint from/,
    ],
  ])('writes nothing when a module %s', async (_what, text, message) => {
    const { code, stderr } = await tryAgent(write('desk.mjs', text));
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(existsSync(path.join(root, 'runner.config.json'))).toBe(false);
  });

  it('writes nothing when nothing is said', async () => {
    const { code, stderr } = await tryAgent(write('desk.mjs', agentSource), [], { input: '' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'turntree: there was no conversation, and nothing was written\n',
    });
  });
});

describe('turntree try in a workspace', () => {
  it('keeps what is in the config, comments too, and uses an entry that is there', async () => {
    write('desk.mjs', agentSource);
    const existingConfig =
      '{\n  // mine\n  "agents": {\n    "desk": { "type": "scripted", "rules": [{ "answer": "x" }] }\n  }\n}\n';
    write('runner.config.json', existingConfig);
    expect((await tryAgent('desk.mjs', ['-n', 'Desk'])).stderr).toContain('another agent is called Desk');
    expect((await tryAgent('desk.mjs')).code).toBe(0);
    const before = readText('runner.config.json');
    expect(before).toContain(
      '// mine\n  "agents": {\n    "desk": { "type": "scripted", "rules": [{ "answer": "x" }] },',
    );
    expect(before).toContain('"desk-2": { "type": "module", "path": "desk.mjs" }');
    expect((await tryAgent('desk.mjs', [], { input: hours })).code).toBe(0);
    expect(readText('runner.config.json')).toBe(before);
    const everything = await runCli(['test', '--no-output'], { cwd: root });
    expect(everything).toMatchObject({ code: 0, stdout: expect.stringContaining('desk-2') });
    expect(firstCase('tests/desk-2/first-2.jsonl')).toMatchObject({ id: 'first-2', max_turns: 1 });
  });

  it('asks the only agent of a folder, or the one that is named', async () => {
    write('shop/desk.mjs', agentSource);
    const entry = { type: 'module', path: 'desk.mjs' };
    write('shop/runner.config.json', JSON.stringify({ agents: { desk: entry } }));
    const only = await tryAgent('shop');
    expect(only).toMatchObject({ code: 0, stdout: expect.stringContaining('Asks the only agent of') });
    expect(existsSync(path.join(root, 'shop/tests/desk/first.jsonl'))).toBe(true);
    write('shop/runner.config.json', JSON.stringify({ agents: { desk: entry, other: entry } }));
    expect((await tryAgent('shop')).stderr).toMatch(/has several agents: name one with -n\n {2}desk\n {2}other/);
    expect((await tryAgent('shop', ['-n', 'other'])).code).toBe(0);
    mkdirSync(path.join(root, 'empty'));
    expect((await tryAgent('empty')).stderr).toContain('has no agents');
  });

  it('does not write into a config that is a program', async () => {
    write('runner.config.ts', 'export default {};\n');
    expect((await tryAgent(write('desk.mjs', agentSource))).stderr).toContain(
      'runner.config.ts is code, so no agent can be written into it',
    );
    expect((await tryAgent('desk.mjs', ['-a', 'own'])).stderr).toMatch(/--app own: the folder .* does not exist/);
    mkdirSync(path.join(root, 'own'));
    expect((await tryAgent('desk.mjs', ['-a', 'own'])).code).toBe(0);
    expect(JSON.parse(readText('own/runner.config.json')).agents.desk).toEqual({ type: 'module', path: '../desk.mjs' });
  });
});
