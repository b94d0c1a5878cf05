import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const agent = `
export default async ({ input }: { input: string }, { tools }: { tools: any }) => {
  const [verb, id, amount] = input.split(' ');
  if (verb === 'delete') return String(await tools.delete_all({}).catch(() => 'done'));
  if (verb === 'list') return String(await tools.call('list', { id }, (args: { id: string }) => 'real ' + args.id));
  const [order] = await tools.call('get_order', { id });
  if (verb === 'where') return 'It is ' + order.status;
  try {
    const { ok } = await tools.refund({ id, amount: Number(amount) });
    return { content: 'refunded: ' + ok, tool_calls: [{ tool: 'refund', arguments: { amount: Number(amount), id } }] };
  } catch (error) {
    return 'Sorry: ' + error.message;
  }
};`;
const shop = `
type State = { orders: { id: string; status: string }[]; refunds?: object[] };
export function Refund({ id, amount }: { id: string; amount: number }, state: State) {
  const order = state.orders.find((each) => each.id === id);
  if (order === undefined) throw new Error('no order ' + id);
  order.status = 'refunded';
  state.refunds = [...(state.refunds ?? []), { id, amount }];
  return { ok: true };
}
export function Broken() {
  return undefinedName;
}
export function Seen(_output: string, _input: unknown, _value: unknown, _metadata: unknown, seen: any) {
  return seen.state.refunds.length === 1 && seen.turns.length === 2 && seen.turns[0].tool_calls[0].name === 'get_order';
}
export function Check(state: State, conversation: { turns: { tool_calls: object[] }[] }, metadata: object) {
  return state.refunds?.length === 1 && conversation.turns.length > 0 && metadata !== undefined;
}`;
const mocks = {
  get_order: { result: { $state: '$.orders[?(@.id=={{id}})]' } },
  refund: [{ when: { amount: { gt: 500 } }, error: 'limit exceeded' }, { use: 'scripts:shop.Refund' }],
};
const state = 'fixtures/shop.json';
const cases = [
  {
    id: 'talk',
    mocks,
    state,
    turns: ['refund A17 20', 'where A17'],
    assert: [
      { type: 'contains', value: 'It is refunded' },
      { type: 'state', path: '$.orders[0].status', value: 'refunded' },
      { type: 'state', use: 'scripts:shop.Check' },
      { type: 'script', script: 'scripts:shop.Seen' },
    ],
  },
  { id: 'much', mocks, state, input: 'refund A17 501', expected: 'Sorry: limit exceeded' },
  { id: 'none', mocks, state, input: 'refund B1 20', expected: 'Sorry: no order B1' },
  { id: 'wrong', mocks, state, input: 'refund A17 20', assert: { type: 'state', equals: { orders: [] } } },
  { id: 'unmocked', mocks, state, input: 'delete all', expected: 'done' },
  { id: 'passed', mocks, pass: ['li*'], input: 'list A17', expected: 'real A17' },
  { id: 'broken', mocks: { ...mocks, refund: { use: 'scripts:shop.Broken' } }, state, input: 'refund A17 1' },
  {
    id: 'stuck',
    mocks: { get_order: { fault: { kind: 'timeout' } } },
    input: 'where A17',
    timeout: '1s',
    expected: 'never',
  },
  { id: 'plain', input: 'list A17', expected: 'real A17' },
];

const others = ['out.md', 'out.xml', 'out.jsonl'].flatMap((file) => ['-o', file]);
let root: string;
let result: CliResult;

beforeAll(async () => {
  root = await createTemporaryWorkspace({
    'agent.ts': agent,
    'scripts/shop.ts': shop,
    'fixtures/shop.json': JSON.stringify({
      orders: [
        { id: 'A17', status: 'paid' },
        { id: 'B1x', status: 'open' },
      ],
    }),
    'runner.config.json': JSON.stringify({ agents: { shop: { type: 'module', path: 'agent.ts' } } }),
    'cases.jsonl': cases.map((each) => JSON.stringify(each)).join('\n'),
  });
  result = await runCli(['test', 'cases.jsonl', '-n', 'shop', '-v', '-o', 'out.json', ...others], { cwd: root });
});

describe('mocks of a module agent', () => {
  it('answer from a state that scripts change, and the calls are marked in the console', () => {
    const { stdout } = result;
    expect(stdout).toContain('tool: refund({"amount":20,"id":"A17"}) → {"ok":true} (mocked)');
    expect(stdout).toContain('tool: get_order({"id":"A17"}) → [{"id":"A17","status":"refunded"}] (mocked)');
    expect(stdout).toContain('├─ state: $.orders[0].status: "paid" → "refunded"');
    expect(stdout).toMatch(
      /Failures[\s\S]*FAILED \[wrong\][\s\S]*state: \$\.refunds added: \[\{"id":"A17","amount":20\}\]/,
    );
  });

  it('decide the attempts, also where the agent takes a refusal in its stride', () => {
    const results: { id: string; status: string; error?: string }[] = report().results;
    expect(results.map(({ id, status }) => [id, status])).toEqual([
      ['talk', 'passed'],
      ['much', 'passed'],
      ['none', 'passed'],
      ['wrong', 'failed'],
      ['unmocked', 'error'],
      ['passed', 'passed'],
      ['broken', 'error'],
      ['stuck', 'timeout'],
      ['plain', 'passed'],
    ]);
    const findError = (caseId: string) => results.find(({ id }) => id === caseId)?.error;
    expect(findError('unmocked')).toBe(
      'the agent called "delete_all", which has no mock; add it to "mocks", or to "pass" if the real one may be called',
    );
    expect(findError('broken')).toMatch(
      /the mock of "refund" is broken: undefinedName is not defined \(scripts\/shop\.ts:11/,
    );
    expect(findError('stuck')).toContain(
      'timeout after 1s: waiting for the agent in turn 1, waiting for the mock of "get_order", which never answers',
    );
  });

  it('stand in the report with the state at the end, and count as judged', () => {
    const [talk] = report().results;
    expect(talk).toMatchObject({
      tool_calls: [{ mocked: true }, { tool: 'refund', result: { ok: true }, mocked: true }, { mocked: true }],
      state: {
        final: { orders: [{ id: 'A17', status: 'refunded' }, {}], refunds: [{ id: 'A17', amount: 20 }] },
        changes: [
          { kind: 'changed', path: '$.orders[0].status', before: 'paid', after: 'refunded' },
          { kind: 'added', path: '$.refunds' },
        ],
      },
    });
    expect(talk.unjudged).toBeUndefined();
  });

  it.each([
    ['md', ['- refund {"amount":20,"id":"A17"} (mocked)', '- \\$.orders\\[0\\].status: "paid" → "refunded"']],
    ['xml', ['state: $.orders[0].status: "paid" → "refunded"']],
    ['jsonl', ['"mocked":true', '"changes":[{"kind":"changed","path":"$.orders[0].status"']],
  ])('are in the %s report', (format, texts) => {
    const text = readFileSync(path.join(root, `out.${format}`), 'utf8');
    for (const each of texts) expect(text).toContain(each);
  });
});

function report() {
  return JSON.parse(readFileSync(path.join(root, 'out.json'), 'utf8'));
}
