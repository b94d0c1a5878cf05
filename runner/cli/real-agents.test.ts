import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedRulesSchema } from '../contract/index.ts';
import { answerChatByRules, type ChatHandler, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli } from '../testing/run-cli.ts';

const key = 'sk-loopback-canary-1234567890';
const assistants = 'assistants/workshop';
let root: string;
let server: OpenAIServer;
let answer: ChatHandler;

const rules = scriptedRulesSchema.parse([
  {
    when: { system: 'you are a rider', reply: 'wrong with it' },
    answer: { message: 'A flat tyre, I think', goal_achieved: false },
  },
  { when: { system: 'you are a rider', reply: 'frame' }, answer: { message: 'A racing bike', goal_achieved: false } },
  { when: { system: 'you are a rider' }, answer: { message: 'See you!', goal_achieved: true } },
  {
    when: { system: 'you are the inspector', output: 'ticket' },
    answer: { passed: true, reason: 'it has a number' },
  },
  { when: { system: 'you are the inspector' }, answer: { passed: false, reason: 'no number' } },
  { when: { system: 'repair counter', text: 'broken' }, answer: 'Good day! What is wrong with it?' },
  { when: { system: 'repair counter', text: 'tyre' }, answer: 'Which frame is it?' },
  { when: { system: 'repair counter', text: 'racing' }, answer: 'Booked for Monday: ticket 7.' },
  { when: { system: 'stamp card' }, answer: 'You said: {{input}}' },
  { when: { system: 'you are the doorbell' }, answer: 'Welcome! You said {{input}}' },
]);

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-real-'));
  cpSync(path.join(import.meta.dirname, '..', 'testing', 'fixtures', 'workshop-app'), root, { recursive: true });
  write(`${assistants}/stamps/src/bench_test.ts`, hooks);
  server = await startOpenAIServer({ handler: (request) => answer(request), key });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const hooks = `
import { appendFileSync } from 'node:fs';
type Case = { id: string };

export function Before(_ctx: unknown, testCase: Case) {
  appendFileSync(process.env.HOOKS_LOG ?? '', 'before ' + testCase.id + '\\n');
  return { data: { prepared: testCase.id } };
}

async function After(_ctx: unknown, testCase: Case, result: { status: string }, data: { prepared: string }) {
  appendFileSync(process.env.HOOKS_LOG ?? '', 'after ' + testCase.id + ' ' + result.status + ' ' + data.prepared + '\\n');
}
`;

function write(file: string, content: string): string {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
  return file;
}

async function report(handler: ChatHandler, ...args: string[]) {
  answer = handler;
  const first = server.requests.length;
  const { code, stderr } = await runCli(['test', ...args, '-o', 'report.json'], {
    cwd: root,
    variables: { OPENAI_HOST: server.url, OPENAI_API_KEY: key, HOOKS_LOG: path.join(root, 'hooks.log') },
  });
  const { results, summary } = JSON.parse(readFileSync(path.join(root, 'report.json'), 'utf8'));
  return { code, stderr, results, summary, requests: server.requests.slice(first) };
}

const visit = (id: string, more: object = {}) => `${JSON.stringify({ id, input: `Anybody there, ${id}?`, ...more })}\n`;

describe('the assistants of a whole application, over HTTP', () => {
  it('pass their own suite, hooks included', async () => {
    // The suite checks the model's text, but the assistant's Next hook returns data instead.
    rmSync(path.join(root, `${assistants}/stamps/src/index.ts`));
    const { code, results } = await report(answerChatByRules(rules), `${assistants}/stamps/tests/visits.jsonl`);
    expect(results.map((result: { status: string }) => result.status)).toEqual(['passed', 'passed', 'passed']);
    expect(code).toBe(0);
    expect(readFileSync(path.join(root, 'hooks.log'), 'utf8').trim().split('\n')).toEqual([
      'before V-1',
      'after V-1 passed V-1',
      'before V-2',
      'after V-2 passed V-2',
    ]);
  });

  it('hold a whole conversation: simulator, agent and validator are all models', async () => {
    const suite = write(
      `${assistants}/counter/tests/repairs.jsonl`,
      `{
  "id": "flat-tyre",
  "input": "My bicycle is broken",
  "simulator": {"use": "testers.rider", "options": {"metadata": {"persona": "in a hurry", "goal": "Get a ticket for a repair"}}},
  "checkpoints": [
    {"id": "fault", "assert": {"type": "regex", "value": "(?i)WRONG with"}},
    {"id": "frame", "after": ["fault"], "assert": {"type": "contains", "value": "frame"}},
    {"id": "ticket", "after": ["frame"], "assert": {"type": "agent", "use": "agents:testers.inspector", "value": "says the ticket"}}
  ]
}
`,
    );
    const { code, results, summary } = await report(answerChatByRules(rules), suite);
    expect(results).toMatchObject([
      {
        status: 'passed',
        total_turns: 3,
        end_reason: 'checkpoints_reached',
        checkpoints: [
          { id: 'fault', reached_at_turn: 1 },
          { id: 'frame', reached_at_turn: 2 },
          { id: 'ticket', reached_at_turn: 3, agent_validation: { passed: true, reason: 'it has a number' } },
        ],
      },
    ]);
    expect(summary.usage).toMatchObject({ agent: { calls: 3 }, simulator: { calls: 2 }, judge: { calls: 2 } });
    expect(code).toBe(0);
  });

  it('are told whom they play and what they judge, where their prompt in the config asks for it', async () => {
    const entry = (system: string) => ({
      type: 'openai',
      base_url: `${server.url}/v1`,
      api_key: key,
      model: 'm',
      system,
    });
    write(
      'runner.config.json',
      JSON.stringify({
        agents: {
          'helpers.user': entry(
            'You play {{persona}}, who wants to {{ goal }}. So far: {{conversation}}. Not {{name}}.',
          ),
          'helpers.judge': entry('Does it hold that it {{criteria}}?'),
        },
      }),
    );
    const talk = {
      simulator: { use: 'helpers.user', options: { metadata: { persona: 'a nurse', goal: 'ride home' } } },
      checkpoints: [
        { id: 'asks', assert: { type: 'agent', use: 'agents:helpers.judge', value: 'asks for the frame' } },
      ],
      max_turns: 2,
    };
    const suite = write(`${assistants}/counter/tests/names.jsonl`, visit('names', talk));
    const { requests } = await report(({ body }) => {
      const system = String(body.messages[0]?.content);
      if (system.startsWith('You play'))
        return { type: 'answer', content: '{"message": "Go on", "goal_achieved": false}' };
      if (system.startsWith('Does it')) return { type: 'answer', content: '{"passed": false, "reason": "no"}' };
      return { type: 'answer', content: 'Good day!' };
    }, suite);
    const systems = new Set(requests.map(({ body }) => String(body.messages[0]?.content)));
    expect(systems).toContain('Does it hold that it asks for the frame?');
    const [user = ''] = [...systems].filter((system) => system.startsWith('You play'));
    expect(user).toMatch(
      /^You play a nurse, who wants to ride home\. So far: .*Anybody there, names\?.*Not \{\{name\}\}\.$/s,
    );
    rmSync(path.join(root, 'runner.config.json'));
  });

  it('are asked again after 429, when the server says so, and the retries are counted', async () => {
    const suite = write(`${assistants}/doorbell/tests/busy.jsonl`, visit('busy'));
    let refusals = 0;
    const { results, requests } = await report((request) => {
      refusals += 1;
      if (refusals > 2) return answerChatByRules(rules)(request);
      return { type: 'error', status: 429, message: 'slow down', headers: { 'retry-after': '0' } };
    }, suite);
    expect(results).toMatchObject([{ status: 'passed', usage: { agent: { calls: 1, retries: 2 } } }]);
    expect(requests).toHaveLength(3);
  });

  it('time out when the answer hangs, before it begins and in the middle, and the socket is closed', async () => {
    const suite = write(
      `${assistants}/doorbell/tests/hang.jsonl`,
      visit('before headers', { timeout: '700ms' }) + visit('mid-stream', { timeout: '700ms' }) + visit('fine'),
    );
    const hangs = [{ type: 'hang', where: 'before headers' } as const, { type: 'hang', where: 'mid-stream' } as const];
    const { code, results, requests } = await report(
      (request) => hangs.shift() ?? answerChatByRules(rules)(request),
      suite,
    );
    const error = expect.stringContaining("timeout after 700ms: waiting for the agent's model in turn 1");
    expect(results).toMatchObject([{ status: 'timeout', error }, { status: 'timeout', error }, { status: 'passed' }]);
    expect(code).toBe(1);
    await server.until(() => requests.slice(0, 2).every((request) => request.clientClosed));
  });

  it('end as errors of their own attempts when the server fails, and the run goes on', async () => {
    const suite = write(
      `${assistants}/doorbell/tests/broken.jsonl`,
      visit('dropped') + visit('garbage') + visit('refused') + visit('fine'),
    );
    const failing: ChatHandler = (request) => {
      const lastMessage = JSON.stringify(request.body.messages.at(-1));
      if (lastMessage.includes('dropped')) return { type: 'drop', content: 'Welco' };
      if (lastMessage.includes('garbage')) return { type: 'garbage', body: 'data: {"choices": [nonsense\n\n' };
      if (lastMessage.includes('refused')) return { type: 'error', status: 400, message: 'no such parameter' };
      return answerChatByRules(rules)(request);
    };
    const { results, stderr } = await report(failing, suite, '--parallel', '4');
    expect(results.map((result: { id: string; status: string }) => [result.id, result.status])).toEqual([
      ['dropped', 'error'],
      ['garbage', 'error'],
      ['refused', 'error'],
      ['fine', 'passed'],
    ]);
    expect(results[2].error).toContain('no such parameter');
    expect(stderr).not.toContain(key);
    expect(JSON.stringify(results)).not.toContain(key);
  });

  it('read host and key from env files, later ones first, and never store what they hold', async () => {
    const suite = write(`${assistants}/doorbell/tests/env.jsonl`, visit('env'));
    write('host.env', `OPENAI_HOST=${server.url}\nOPENAI_API_KEY=sk-an-older-key-555555\n`);
    write('key.env', `# a comment\nOPENAI_API_KEY="${key}"\n`);
    answer = answerChatByRules(rules);
    const variables = { OPENAI_HOST: undefined, OPENAI_API_KEY: undefined };
    const flags = ['-e', 'host.env', '-e', 'key.env', '--db', 'env.db', '-o', 'env.json'];
    const { code } = await runCli(['test', suite, ...flags], { cwd: root, variables });
    expect(code).toBe(0);
    for (const file of ['env.db', 'env.json']) expect(readFileSync(path.join(root, file), 'latin1')).not.toContain(key);
  });

  it('are refused a wrong key in the words of the server, without showing it', async () => {
    const suite = write(`${assistants}/doorbell/tests/key.jsonl`, visit('key'));
    answer = answerChatByRules(rules);
    const variables = { OPENAI_HOST: server.url, OPENAI_API_KEY: 'sk-wrong-key-9876543210' };
    const { code, stdout } = await runCli(['test', suite, '--no-output'], { cwd: root, variables });
    expect(code).toBe(1);
    expect(stdout).toContain('401');
    expect(stdout).not.toContain('sk-wrong-key-9876543210');
  });
});
