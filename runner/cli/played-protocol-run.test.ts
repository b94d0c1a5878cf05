import { afterEach, describe, expect, it } from 'vitest';
import { EventSchema, RunAgentInputSchema } from '../testing/ag-ui-schemas.ts';
import { type ProtocolServer, startProtocolServer } from '../testing/protocol-server.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const opened: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

const payment = {
  id: 'i1',
  reason: 'tool_call',
  message: 'Pay 5?',
  toolCallId: 'c1',
  responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } } },
};
const asks: object[] = [
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'pay' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"amount":5}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c1' },
  { type: 'RUN_FINISHED', outcome: { type: 'interrupt', interrupts: [payment] } },
];
const pays: object[] = [
  { type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', content: '{"ok":true}' },
  {
    type: 'STATE_DELTA',
    delta: [
      { op: 'replace', path: '/balance', value: 15 },
      { op: 'add', path: '/paid/-', value: 5 },
    ],
  },
  { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Paid.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
  { type: 'RUN_FINISHED' },
];
const leaves: object[] = [
  { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Not paid.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
  { type: 'RUN_FINISHED' },
];

/** An agent that asks for approval before it pays. */
async function startBank(): Promise<ProtocolServer> {
  const server = await startProtocolServer(({ body }, response) => {
    const { threadId, runId, resume, state } = RunAgentInputSchema.parse(body);
    const [answer] = resume ?? [];
    const isApproved = JSON.stringify(answer?.payload) === '{"approved":true}';
    const goesOn = isApproved ? pays : leaves;
    const openingEvents = [{ type: 'RUN_STARTED' }, { type: 'STATE_SNAPSHOT', snapshot: state }];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [...openingEvents, ...(answer === undefined ? asks : goesOn)]) {
      response.write(`data: ${JSON.stringify(EventSchema.parse({ threadId, runId, ...event }))}\n\n`);
    }
    response.end();
  });
  opened.push(server);
  return server;
}

const script = `export function Decide({ message, tool, arguments: { amount } }) {
  if (message !== 'Pay 5?' || tool !== 'pay') throw new Error('asked something else');
  return amount < 10;
}
export function Never() {
  return false;
}
`;

const pay = {
  id: 'pay',
  turns: ['Pay 5'],
  state: { balance: 20, paid: [] },
  pass: ['pay'],
  assert: [
    { type: 'state', path: '$.balance', value: 15 },
    { type: 'state', path: '$.paid', value: [5] },
    { type: 'tools', match: 'exactly', calls: [{ name: 'pay', arguments: { amount: 5 }, result: { ok: true } }] },
    { type: 'contains', value: 'Paid.' },
  ],
};

describe('a run of cases with an AG-UI agent', () => {
  it.each([
    ['scripts:bank.Decide', 0, /Passed: +1\b/],
    ['scripts:bank.Never', 1, /\$\.balance/],
  ])('judges its state, and %s answers its interrupts', async (interrupts, expected, outputPattern) => {
    const bank = await startBank();
    const root = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { bank: { type: 'ag-ui', url: bank.url, interrupts } } }),
      'scripts/bank.ts': script,
      'tests/pay.jsonl': `${JSON.stringify(pay)}\n`,
    });
    const { code, stdout, stderr } = await runCli(['test', 'tests/pay.jsonl', '-n', 'bank', '--no-output'], {
      cwd: root,
    });
    expect({ code, all: stdout + stderr }).toEqual({ code: expected, all: expect.stringMatching(outputPattern) });
    expect(bank.asked).toHaveLength(2);
  });
});
