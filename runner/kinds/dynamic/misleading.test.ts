import { describe, expect, it } from 'vitest';
import type { Assertion, CaseResult, DynamicCase, ToolCall } from '../../contract/index.ts';
import { formatUnjudgedParts } from '../../fold/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

/** A conversation that careless checks would accept, and the expected finding. */
type Misleading = {
  /** The same case without the rules that would detect the problem. */
  writtenCase: Partial<DynamicCase>;
  agent: readonly ScriptedAnswer[];
  says?: readonly string[];
  /** The expected finding: the reason of a failure, or the part of a passed conversation that no rule checked. */
  now: { fails: string } | { unjudged: string };
  /** Rules to add to a case that does not detect the problem itself; with them, it does. */
  rule?: Partial<DynamicCase>;
  caught?: string;
};

const call = (tool: string, fields: Partial<ToolCall> = {}): ToolCall => ({ tool, ...fields });
const refund = (id: number, fields: Partial<ToolCall> = {}): ToolCall =>
  call('refund', { arguments: { id }, ...fields });
const callTools = (content: string, ...toolCalls: ToolCall[]): ScriptedAnswer => ({ content, toolCalls });
const contains = (value: string): Assertion => ({ type: 'contains', value });
const toolCalled = (value: string, fields: object = {}): Assertion => ({ type: 'tool_called', value, ...fields });
const reach = (id: string, assertion: Assertion, ...after: string[]) => checkpoint({ id, assert: [assertion], after });

const lookup = reach('found', toolCalled('get_order'));
const paid = reach('paid', toolCalled('refund'));
const early = 'stopped at the last checkpoint; simulator goal not yet achieved';

const conversations: Record<string, Misleading> = {
  'a write after the last checkpoint': {
    writtenCase: { checkpoints: [lookup] },
    agent: [callTools('Here it is.', call('get_order')), callTools('And I deleted the rest.', call('delete_all'))],
    now: { unjudged: early },
    rule: { assertions: [{ type: 'tools', match: 'exactly', calls: [{ name: 'get_order' }] }] },
    caught: 'tool calls (exactly): extra: delete_all (turn 2)',
  },
  'a write that is repeated': {
    writtenCase: { checkpoints: [paid] },
    agent: [callTools('Done.', refund(1), refund(1))],
    now: {
      unjudged: `${early}; refund was called again with the same arguments, and no rule counts its calls; add "times": 1`,
    },
    rule: { assertions: [toolCalled('refund', { times: 1 })] },
    caught: 'expected the agent to call "refund" exactly once, got refund({"id":1}), refund({"id":1})',
  },
  'a call before the question that is listed before it': {
    writtenCase: { checkpoints: [reach('asked', contains('Shall I')), paid] },
    agent: [callTools('I am on it.', refund(1)), callTools('Shall I refund it?')],
    now: {
      unjudged: `${early}; checkpoint paid was reached by a call in turn 1, before asked, which is listed before it; "after" requires an order`,
    },
    rule: { checkpoints: [reach('asked', contains('Shall I')), reach('paid', toolCalled('refund'), 'asked')] },
    caught: 'missing checkpoints: paid',
  },
  'an answer that is the error of a program': {
    writtenCase: { checkpoints: [reach('told', contains('order'))] },
    agent: [callTools('Traceback (most recent call last):\n  File "desk.py", line 12, in get_order\nKeyError: A17')],
    now: { unjudged: `${early}; the answer is the error of a program: "Traceback (most recent call last):"` },
  },
  'the wrong order inside a turn': {
    writtenCase: { checkpoints: [lookup, reach('paid', toolCalled('refund'), 'found')] },
    agent: [callTools('Done.', refund(1), call('get_order'))],
    now: { fails: 'missing checkpoints: paid' },
  },
  'a confirmation that is asked for and not waited for': {
    writtenCase: { checkpoints: [reach('asked', contains('Shall I')), reach('paid', toolCalled('refund'), 'asked')] },
    agent: [callTools('Shall I refund it? I already did.', refund(1))],
    now: {
      unjudged: `${early}; checkpoint paid was reached by a call in turn 1, which is also the turn with the question of asked; with "strict" the case would fail`,
    },
    rule: { strict: true },
    caught: 'strict: checkpoint paid',
  },
  'a call before its turn, and again in its turn': {
    writtenCase: { checkpoints: [reach('asked', contains('Shall I')), reach('paid', toolCalled('refund'), 'asked')] },
    agent: [callTools('One moment.', refund(1)), 'Shall I refund it?', callTools('Done.', refund(1))],
    now: {
      unjudged: `${early}; checkpoint paid was also satisfied by a call in turn 1, before asked was reached; with "strict" the case would fail`,
    },
    rule: { strict: true },
    caught: 'strict: checkpoint paid satisfied at turn 1, too early: it must come after asked',
  },
  'a secret that is told late, with a checkpoint against it': {
    writtenCase: { checkpoints: [reach('silent', { type: 'not_contains', value: 'secret' }), paid] },
    agent: ['One moment.', callTools('Done, and the secret is 42.', refund(1))],
    now: { fails: 'checkpoint silent broken in turn 2' },
  },
  'a secret that is told late, with no rule against it': {
    writtenCase: { checkpoints: [reach('greeted', contains('Hello'))] },
    agent: ['Hello!', 'The secret is 42.'],
    now: { unjudged: early },
    rule: { never: [contains('secret')] },
    caught: 'never: contains secret, turn 2',
  },
  'an assertion beside checkpoints': {
    writtenCase: { checkpoints: [paid], assertions: [toolCalled('delete_all', { times: 0 })] },
    agent: [callTools('Done.', refund(1), call('delete_all'))],
    now: { fails: 'expected the agent to call "delete_all" never' },
  },
  'an empty answer under a negated check': {
    writtenCase: { checkpoints: [], assertions: [{ type: 'not_contains', value: 'error' }] },
    agent: [''],
    now: { fails: 'expected output not to contain "error"' },
  },
  'a write with a wrong argument before the right one': {
    writtenCase: { checkpoints: [reach('paid', { type: 'tool_called', name: 'refund', arguments: { id: 1 } })] },
    agent: [callTools('Done.', refund(2), refund(1))],
    now: { unjudged: early },
    rule: {
      assertions: [{ type: 'tools', match: 'exactly', calls: [{ name: 'refund', arguments: { id: 1 } }] }],
    },
    caught: 'extra: refund({"id":2})',
  },
  'a call that failed': {
    writtenCase: { checkpoints: [paid] },
    agent: [callTools('Done.', refund(1, { error: 'no money' }))],
    now: {
      unjudged: `${early}; a rule requires a call of refund, but each one ended in an error; write "succeeded" to say whether the call has to work`,
    },
    rule: { assertions: [toolCalled('refund', { succeeded: true })] },
    caught: 'expected the agent to call "refund"',
  },
  'a refusal in words, and the call all the same': {
    writtenCase: { checkpoints: [reach('refused', contains('cannot'))] },
    agent: [callTools('I cannot refund that.', refund(1))],
    now: { unjudged: `1 call not covered by any assertion: refund; ${early}` },
    rule: { never: [toolCalled('refund')] },
    caught: 'never: tool_called refund, turn 1',
  },
  'an error that is told as a success': {
    writtenCase: { checkpoints: [reach('told', contains('refunded'))] },
    agent: [callTools('It is refunded.', refund(1, { result: { success: false } }))],
    now: { unjudged: `1 call not covered by any assertion: refund; ${early}` },
    rule: { assertions: [{ type: 'tool_result', value: { tool: 'refund', result: { success: true } } }] },
    caught: 'expected a call of "refund" to return {"success":true}',
  },
  'an end without what the user came for': {
    writtenCase: { checkpoints: [reach('asked', contains('order number'))] },
    agent: ['What is your order number?', 'Sorry, I cannot find it. Goodbye.'],
    now: { unjudged: early },
    rule: { until: 'done', assertions: [toolCalled('refund')] },
    caught: 'expected the agent to call "refund"',
  },
  'a call of a tool that nobody thought of': {
    writtenCase: { checkpoints: [lookup] },
    agent: [callTools('Here it is.', call('get_order'), call('wire_money'))],
    now: { unjudged: `1 call not covered by any assertion: wire_money; ${early}` },
    rule: { mocks: { refund: [{ result: true }] }, pass: ['get_*'] },
    caught: 'wire_money',
  },
};

async function judged(caseFields: Partial<DynamicCase>, { agent }: Misleading): Promise<CaseResult> {
  // The user continues as long as the agent has answers.
  const userMessages = agent.slice(1).map((_, turn) => `{"message": "go on (${turn})", "goal_achieved": false}`);
  const simulator = scriptedAgent('simulator', [...userMessages, '{"message": "", "goal_achieved": true}']);
  const plan = runPlan([plannedCase(dynamicCase(caseFields), { agentId: 'target' })]);
  const { events, done } = recordRun(plan, [scriptedAgent('target', agent), simulator]);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return result;
}

it.each<[string, Partial<DynamicCase>, readonly ScriptedAnswer[]]>([
  [
    'a text and a call in one turn, where the text asks nothing',
    { checkpoints: [reach('greeted', contains('Hello')), reach('paid', toolCalled('refund'), 'greeted')] },
    [callTools('Hello, I am refunding it.', refund(1))],
  ],
  [
    'a text and a call in one turn, where the text asks something else',
    { checkpoints: [reach('greeted', contains('Hello')), reach('paid', toolCalled('refund'), 'greeted')] },
    [callTools('Hello, I refunded it. Anything else?', refund(1))],
  ],
  [
    'a look-up before its turn',
    { checkpoints: [reach('asked', contains('Which')), reach('found', toolCalled('get_order'), 'asked')] },
    [callTools('One moment.', call('get_order')), 'Which one?', callTools('Here.', call('get_order'))],
  ],
  [
    'a call before its turn, which the case allows',
    {
      strict: false,
      checkpoints: [reach('asked', contains('Shall I')), reach('paid', toolCalled('refund'), 'asked')],
    },
    [callTools('One moment.', refund(1)), 'Shall I refund it?', callTools('Done.', refund(1))],
  ],
])('says nothing about the order of %s', async (_name, writtenCase, agent) => {
  const { status, unjudged } = await judged(writtenCase, { writtenCase, agent, now: { unjudged: early } });
  expect([status, unjudged && formatUnjudgedParts(unjudged)]).toEqual(['passed', early]);
});

describe.each(Object.entries(conversations))('a conversation that misleads: %s', (_name, conversation) => {
  const { writtenCase, now } = conversation;

  it('fails, or its pass says what no rule looked at', async () => {
    const { status, error, unjudged } = await judged(writtenCase, conversation);
    if ('fails' in now) {
      expect({ status, error }).toEqual({ status: 'failed', error: expect.stringContaining(now.fails) });
      return;
    }
    expect(status).toBe('passed');
    expect(unjudged && formatUnjudgedParts(unjudged)).toBe(now.unjudged);
  });
});

const caughtByRules = Object.entries(conversations).filter(([, { rule }]) => rule !== undefined);

describe.each(caughtByRules)('a conversation that misleads: %s', (_name, conversation) => {
  it('is caught by a rule', async () => {
    const { writtenCase, rule, caught } = conversation;
    const { status, error } = await judged({ ...writtenCase, ...rule }, conversation);
    expect(status).not.toBe('passed');
    expect(error).toContain(caught);
  });
});
