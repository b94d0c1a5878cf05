import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerChatByRules, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const sdk = import.meta.resolve('@modelcontextprotocol/client');
/** An agent that looks up an order and refunds it, but reports only the first call. Writes a file at each start. */
const program = `
  import { writeFileSync } from 'node:fs';
  writeFileSync('started-' + process.pid, '');
  import { Client, StreamableHTTPClientTransport } from '${sdk}';
  let text = '';
  for await (const part of process.stdin) text += part;
  const { mocks_url } = JSON.parse(text);
  const client = new Client({ name: 'program', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mocks_url)));
  const { content } = await client.callTool({ name: 'get_order', arguments: { id: 'A17' } });
  await client.callTool({ name: 'refund', arguments: { id: 'A17' } });
  await client.close();
  const tool_calls = [{ id: 'own', tool: 'get_order', arguments: { id: 'A17' } }];
  console.log(JSON.stringify({ content: 'It was ' + JSON.parse(content[0].text)[0].status, tool_calls }));`;

const rules = [
  { when: { tool_result: { name: 'refund' } }, answer: 'It was paid' },
  { when: { tool_result: { name: 'get_order' } }, tool_calls: [{ name: 'refund', arguments: { id: 'A17' } }] },
  { tool_calls: [{ name: 'get_order', arguments: { id: 'A17' } }] },
];

const refund = {
  id: 'refund',
  turns: ['refund A17', 'and again'],
  state: { orders: [{ id: 'A17', status: 'paid' }] },
  mocks: {
    get_order: { result: { $state: '$.orders[?(@.id=={{id}})]' } },
    refund: { use: 'scripts:shop.Refund' },
  },
  assert: {
    type: 'tools',
    match: 'exactly',
    calls: [
      { name: 'get_order', result: [{ status: 'paid' }] },
      { name: 'refund', result: { ok: true } },
      { name: 'get_order', result: [{ status: 'refunded' }] },
      { name: 'refund' },
    ],
  },
};

let root: string;
let server: OpenAIServer;

beforeEach(async () => {
  server = await startOpenAIServer({ handler: answerChatByRules(rules) });
  const tools = [{ name: 'get_order' }, { name: 'refund' }];
  root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({
      agents: {
        chat: { type: 'openai', base_url: `${server.url}/v1`, model: 'm', tools },
        rules: { type: 'scripted', rules },
        program: { type: 'command', command: [process.execPath, 'program.mjs'] },
      },
    }),
    'program.mjs': program,
    'scripts/shop.ts': `export function Refund({ id }, state) {
      state.orders.find((order) => order.id === id).status = 'refunded';
      return { ok: true };
    }`,
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

async function run(testCase: object, ...flags: string[]) {
  writeFileSync(path.join(root, 'cases.jsonl'), `${JSON.stringify(testCase)}\n`);
  const ended = await runCli(['test', 'cases.jsonl', '-o', 'report.json', ...flags], { cwd: root });
  const { results } = JSON.parse(readFileSync(path.join(root, 'report.json'), 'utf8'));
  return { ...ended, result: results[0] };
}

describe('the tools of a case with mocks', () => {
  it.each(['chat', 'rules', 'program'])('are answered in every turn of the agent "%s"', async (agent) => {
    const { result, code } = await run(refund, '-n', agent);
    expect(result).toMatchObject({ status: 'passed' });
    expect(result.tool_calls.map(({ tool }: { tool: string }) => tool)).toEqual([
      ...['get_order', 'refund', 'get_order', 'refund'],
    ]);
    expect(code).toBe(0);
  });

  it('are part of the next question to a model', async () => {
    await run(refund, '-n', 'chat');
    expect(server.requests[3]?.body.messages).toMatchObject([
      { role: 'user', content: 'refund A17' },
      { role: 'assistant', tool_calls: [{ function: { name: 'get_order' } }, { function: { name: 'refund' } }] },
      { role: 'tool', content: '[{"id":"A17","status":"paid"}]' },
      { role: 'tool', content: '{"ok":true}' },
      { role: 'assistant', content: 'It was paid' },
      { role: 'user', content: 'and again' },
    ]);
  });

  it.each(['chat', 'program'])('are asked again in a replay, and the agent "%s" is not', async (agent) => {
    expect(await run(refund, '-n', agent, '--record')).toMatchObject({ code: 0 });
    await server.close();
    const starts = () => readdirSync(root).filter((name) => name.startsWith('started-'));
    expect(starts()).toHaveLength(agent === 'program' ? 2 : 0);
    for (const name of starts()) rmSync(path.join(root, name));
    const replayed = await run(refund, '-n', agent, '--replay', 'strict');
    expect(replayed.result).toMatchObject({ status: 'passed' });
    const changed = { ...refund, state: { orders: [{ id: 'A17', status: 'open' }] } };
    const { result } = await run(changed, '-n', agent, '--replay', 'strict');
    expect(result.status).toBe('error');
    expect(result.error).toContain(
      agent === 'chat' ? 'has no answer' : 'does not match the mocks of the case: get_order',
    );
    expect(starts()).toEqual([]);
  });
});
