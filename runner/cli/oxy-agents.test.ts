import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createRepliesInTurn } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const opened: OpenAIServer[] = [];
const roots: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const noKey = { OPENAI_API_KEY: undefined };
const withKey = { OPENAI_API_KEY: 'sk-canary-0123456789' };

async function serverSaying(content: string): Promise<OpenAIServer> {
  const server = await startOpenAIServer({ handler: createRepliesInTurn({ type: 'answer', content }) });
  opened.push(server);
  return server;
}

async function project(url: string, files: Record<string, string> = {}): Promise<string> {
  const root = await createTemporaryWorkspace({
    'config.yml': `databases: []
models:
  - {name: fast, vendor: openai, model_ref: gpt-4o-mini, key_var: OPENAI_API_KEY, api_url: "${url}/v1"}
`,
    'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "offline: {{input}}"}]}',
    'agents/desk.agent.yml': "model: fast\nsystem_instructions: It is {{ now(utc=true, fmt='%s %f') }}. Be kind.\n",
    'cases.jsonl': '{"id": "hi", "input": "Hi", "assert": {"type": "contains", "value": "Hello"}}\n',
    ...files,
  });
  roots.push(root);
  return root;
}

const deskFlags = ['-n', 'agents/desk.agent.yml', '--no-history', '-q', '-o', 'out.json'];

describe('agents of oxy on the command line', () => {
  it('answer cases of any kind', async () => {
    const server = await serverSaying('Hello, we are open.');
    const talk = {
      id: 'talk',
      simulator: 'caller',
      max_turns: 3,
      checkpoints: [{ id: 'open', assert: { type: 'contains', value: 'open' } }],
    };
    const cwd = await project(server.url, {
      'talk.jsonl': `${JSON.stringify(talk)}\n`,
      'runner.config.json': JSON.stringify({
        agents: { caller: { type: 'scripted', rules: [{ answer: { message: 'Are you open?' } }] } },
      }),
    });
    const { code, stderr } = await runCli(['test', 'cases.jsonl', 'talk.jsonl', ...deskFlags], {
      cwd,
      variables: withKey,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    expect(server.requests.map(({ body }) => body.messages.at(-1)?.content)).toEqual(['Hi', 'Are you open?']);
    expect(server.requests.every(({ body }) => body.messages[0]?.role === 'system')).toBe(true);
  });

  it('answer a message', async () => {
    const server = await serverSaying('Hello.');
    const cwd = await project(server.url);
    const args = ['test', 'Good morning', '-n', 'agents/desk.agent.yml', '--no-history'];
    expect(await runCli(args, { cwd, variables: withKey })).toMatchObject({ code: 0, stdout: 'Hello.\n' });
    expect((await runCli([...args, '-c', 'offline'], { cwd, variables: noKey })).stdout).toBe(
      'offline: Good morning\n',
    );
  });

  it('take their key from an env file, and nothing that is kept has it', async () => {
    const server = await serverSaying(`Hello, your key is ${withKey.OPENAI_API_KEY}.`);
    const cwd = await project(server.url, { 'keys.env': `OPENAI_API_KEY=${withKey.OPENAI_API_KEY}\n` });
    const { code, stdout } = await runCli(['test', 'cases.jsonl', ...deskFlags, '-e', 'keys.env', '--format', 'json'], {
      cwd,
      variables: noKey,
    });
    expect(code).toBe(0);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${withKey.OPENAI_API_KEY}`);
    expect(stdout).not.toContain(withKey.OPENAI_API_KEY);
  });

  it('are refused without their key before anything runs', async () => {
    const server = await serverSaying('Hello.');
    const cwd = await project(server.url);
    const { code, stderr } = await runCli(['test', 'cases.jsonl', ...deskFlags], { cwd, variables: noKey });
    expect(code).toBe(1);
    expect(stderr).toContain('set the environment variable OPENAI_API_KEY, which holds its key');
    expect(server.requests).toHaveLength(0);
  });

  it('are replayed from a cassette, whatever time it is then', async () => {
    const server = await serverSaying('Hello.');
    const cwd = await project(server.url);
    const record = await runCli(['test', 'cases.jsonl', ...deskFlags, '--record'], { cwd, variables: withKey });
    expect(record).toMatchObject({ code: 0 });
    const replay = await runCli(['test', 'cases.jsonl', ...deskFlags, '--replay'], { cwd, variables: noKey });
    expect({ code: replay.code, stderr: replay.stderr }).toMatchObject({ code: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it('are known to lint', async () => {
    const cwd = await project('http://127.0.0.1:1', {
      'cases.jsonl': ['agents/desk.agent.yml', 'model:fast', 'agents/dsek.agent.yml']
        .map((use, index) =>
          JSON.stringify({ id: `c${index}`, input: 'Hi', assert: { type: 'agent', use, value: 'x' } }),
        )
        .join('\n'),
    });
    const { code, stdout, stderr } = await runCli(['lint', 'cases.jsonl'], { cwd, variables: noKey });
    expect(code).toBe(1);
    const messages = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('has no agent'));
    expect(messages).toEqual([expect.stringContaining('did you mean "agents/desk.agent.yml"')]);
  });
});
