import { describe, expect, it } from 'vitest';
import type { Assertion, CaseResult, DynamicCase, RunEvent, ToolCall } from '../../contract/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { answeringAgent, type ScriptedAnswer, scriptedAgent, unresponsiveAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

type Script = {
  agent: readonly ScriptedAnswer[];
  simulator?: readonly ScriptedAnswer[];
  judge?: readonly ScriptedAnswer[];
};
type RuleRun = { result: CaseResult; events: RunEvent[]; judged: string[] };

async function runConversation(
  caseFields: Partial<DynamicCase>,
  { agent, simulator = [], judge = [] }: Script,
): Promise<RuleRun> {
  const judging = scriptedAgent('validator', judge);
  const agents = [scriptedAgent('target', agent), scriptedAgent('simulator', simulator), judging];
  const plan = runPlan([plannedCase(dynamicCase(caseFields), { agentId: 'target' })]);
  const { events, done } = recordRun(plan, agents);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  const judged = judging.requests.map(({ messages }) => String(messages[0]?.content));
  return { result, events, judged };
}

const simulatorReply = (message: string): string => JSON.stringify({ message, goal_achieved: false });
const bye = '{"message": "", "goal_achieved": true}';
const callTools = (content: string, ...toolCalls: ToolCall[]): ScriptedAnswer => ({ content, toolCalls });
const refund = (id: number): ToolCall => ({ tool: 'refund', arguments: { id } });
const findOrder: ToolCall = { tool: 'get_order' };
const contains = (value: string, fields: object = {}): Assertion => ({ type: 'contains', value, ...fields });
const toolCalled = (value: string, fields: object = {}): Assertion => ({ type: 'tool_called', value, ...fields });
const states = (events: readonly RunEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'checkpoint.updated' ? [[event.checkpoint, event.turn, event.state]] : []));

describe('assertions on a whole conversation', () => {
  const judgeWholeConversation = (assertion: Assertion, agent: readonly ScriptedAnswer[]): Promise<RuleRun> => {
    const simulator = [...agent.slice(1).map((_, turn) => simulatorReply(`${turn}`)), bye];
    return runConversation({ checkpoints: [], assertions: [assertion] }, { agent, simulator });
  };

  it.each<[string, Assertion, ScriptedAnswer[], boolean]>([
    ['a text holds in one turn', contains('a'), ['a', 'b'], true],
    ['a text that is in none of them fails', contains('c'), ['a', 'b'], false],
    ['every asks for each turn', contains('a', { on: 'every' }), ['a', 'b'], false],
    ['last asks for the last', contains('a', { on: 'last' }), ['a', 'b'], false],
    ['a negated text is in none', contains('b', { negate: true }), ['a', 'b'], false],
    ['not_contains looks at every turn', { type: 'not_contains', value: 'a' }, ['a', 'b'], false],
    ['a negated not_contains is positive', { type: 'not_contains', value: 'a', negate: true }, ['a', 'b'], true],
    ['equals looks at the last turn', { type: 'equals', value: 'b' }, ['a', 'b'], true],
    ['JSON is looked for in the last turn', { type: 'json_path', path: 'n', value: 1 }, ['{"n": 1}', 'b'], false],
    ['a tool may be called in any turn', toolCalled('refund'), [callTools('a', refund(1)), 'b'], true],
    [
      'calls of all turns are counted',
      toolCalled('refund', { times: 2 }),
      [callTools('', refund(1)), callTools('', refund(2))],
      true,
    ],
    ['a tool that is never called', toolCalled('refund', { times: 0 }), ['a', callTools('b', refund(1))], false],
    ['turns are counted', { type: 'limits', turns: 2 }, ['a', 'b', 'c'], false],
    [
      'calls are counted over turns',
      { type: 'limits', tool_calls: 1 },
      [callTools('', findOrder), callTools('', findOrder)],
      false,
    ],
  ])('%s', async (_title, assertion, agent, isSatisfied) => {
    const { result } = await judgeWholeConversation(assertion, agent);
    expect(result.status).toBe(isSatisfied ? 'passed' : 'failed');
  });

  it('sees what the agent did after everything else was said and done', async () => {
    const tools: Assertion = { type: 'tools', match: 'exactly', calls: [{ name: 'refund' }], ignore: ['get_*'] };
    const agent = [callTools('done', findOrder, refund(1)), callTools('and once more', refund(2))];
    const { result } = await runConversation(
      { assertions: [tools] },
      { agent, simulator: [simulatorReply('thanks'), bye] },
    );
    expect(result).toMatchObject({
      status: 'failed',
      endReason: 'goal_achieved',
      error: 'tool calls (exactly): extra: refund({"id":2}) (turn 2)',
      checkpoints: [{ id: 'done', reached: true }],
    });
  });

  it('can ask that nothing be changed', async () => {
    const noCallsAssertion: Assertion = { type: 'tools', match: 'exactly', calls: [], ignore: ['get_*'] };
    const quietRun = await runConversation(
      { checkpoints: [], assertions: [noCallsAssertion] },
      { agent: [callTools('no', findOrder)], simulator: [bye] },
    );
    expect(quietRun.result).toMatchObject({ status: 'passed', assertions: [{ type: 'tools', status: 'passed' }] });
    const busy = await runConversation(
      { checkpoints: [], assertions: [noCallsAssertion] },
      { agent: [callTools('ok', refund(1))], simulator: [bye] },
    );
    expect(busy.result).toMatchObject({
      status: 'failed',
      error: 'tool calls (exactly): extra: refund({"id":1}) (turn 1)',
    });
  });

  it('shows a judge every turn with its calls', async () => {
    const politeAssertion: Assertion = { type: 'agent', use: 'agents:validator', value: 'polite' };
    const { result, judged: requests } = await runConversation(
      { checkpoints: [], assertions: [politeAssertion] },
      {
        agent: [callTools('a', findOrder), 'b'],
        simulator: [simulatorReply('more'), bye],
        judge: ['{"passed": true}'],
      },
    );
    expect(result.status).toBe('passed');
    expect(JSON.parse(requests[0] ?? '')).toMatchObject({
      criteria: 'polite',
      conversation: [
        { turn: 1, input: 'hello', output: 'a', tool_calls: [{ name: 'get_order' }] },
        { turn: 2, input: 'more', output: 'b', tool_calls: [] },
      ],
    });
  });

  it('makes an error of a check that could not be made only where nothing failed', async () => {
    const politeAssertion: Assertion = { type: 'agent', use: 'agents:validator', value: 'polite' };
    const script = { agent: ['a'], simulator: [bye], judge: ['?', '?', '?'] };
    const alone = await runConversation({ checkpoints: [], assertions: [politeAssertion] }, script);
    expect(alone.result).toMatchObject({ status: 'error', endReason: 'judge_error' });
    const withSecondRule = await runConversation(
      { checkpoints: [], assertions: [politeAssertion, contains('b')] },
      script,
    );
    expect(withSecondRule.result.status).toBe('failed');
    expect(withSecondRule.result.error).toMatch(/^expected output to contain "b".*validator must answer/);
  });

  it('are listed after the agent broke, without asking anybody', async () => {
    const politeAssertion: Assertion = { type: 'agent', use: 'agents:validator', value: 'polite' };
    const { result, judged: requests } = await runConversation(
      { checkpoints: [], assertions: [contains('a'), politeAssertion] },
      { agent: ['a', new Error('broken')], simulator: [simulatorReply('more'), bye] },
    );
    expect(result).toMatchObject({ status: 'error', endReason: 'agent_error' });
    expect(result.assertions.map(({ type, status }) => [type, status])).toEqual([
      ['contains', 'passed'],
      ['agent', 'error'],
    ]);
    expect(requests).toEqual([]);
  });
});

describe('never', () => {
  it('ends the case in the first turn in which it holds', async () => {
    const { result, events } = await runConversation(
      { never: [toolCalled('refund'), contains('sorry')], maxTurns: 5 },
      {
        agent: ['done', callTools('ok', refund(1)), 'sorry'],
        simulator: [simulatorReply('1'), simulatorReply('2'), bye],
      },
    );
    expect(result).toMatchObject({
      status: 'failed',
      endReason: 'never',
      error: 'never: tool_called refund, turn 2',
      assertions: [
        { type: 'tool_called', status: 'failed', rule: 'never', turn: 2 },
        { type: 'contains', status: 'passed', rule: 'never' },
      ],
    });
    expect(result.turns).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'assertion.finished')).toHaveLength(2);
  });

  it('comes before missing checkpoints, which are named too', async () => {
    const { result } = await runConversation({ never: [contains('no')] }, { agent: ['no'], simulator: [bye] });
    expect(result.error).toBe('never: contains no, turn 1; missing checkpoints: done');
  });

  it('is no pass when nobody can say', async () => {
    const rudeAssertion: Assertion = { type: 'agent', use: 'agents:validator', value: 'rude' };
    const { result } = await runConversation(
      { checkpoints: [], never: [rudeAssertion] },
      { agent: ['a'], simulator: [bye], judge: ['?', '?', '?'] },
    );
    expect(result).toMatchObject({ status: 'error', endReason: 'judge_error' });
  });
});

describe('checkpoints that say what must not be', () => {
  const buildCaseFields = (fields: Partial<DynamicCase> = {}): Partial<DynamicCase> => ({
    checkpoints: [
      checkpoint({ id: 'done' }),
      checkpoint({
        id: 'quiet',
        assert: [toolCalled('refund', { negate: true }), { type: 'not_contains', value: 'oops' }],
      }),
    ],
    ...fields,
  });

  it('are broken by any later turn', async () => {
    const { result, events } = await runConversation(buildCaseFields(), {
      agent: ['done', callTools('there', refund(1)), 'bye'],
      simulator: [simulatorReply('1'), simulatorReply('2'), bye],
    });
    expect(result).toMatchObject({
      status: 'failed',
      endReason: 'goal_achieved',
      checkpoints: [
        { id: 'done', reached: true },
        { id: 'quiet', invariant: 'broken', brokenAtTurn: 2, passed: false },
      ],
    });
    expect(result.error).toMatch(/^checkpoint quiet broken in turn 2: expected the agent not to call "refund"/);
    expect(states(events)).toEqual([
      ['done', 1, 'reached'],
      ['quiet', 2, 'broken'],
    ]);
  });

  it('are kept to the end, and end nothing', async () => {
    const { result, events } = await runConversation(buildCaseFields(), {
      agent: ['done', 'bye'],
      simulator: [simulatorReply('1'), bye],
    });
    expect(result).toMatchObject({
      status: 'passed',
      endReason: 'goal_achieved',
      checkpoints: [{ id: 'done' }, { id: 'quiet', invariant: 'kept', passed: true }],
    });
    expect(states(events).at(-1)).toEqual(['quiet', 2, 'kept']);
  });

  it('are judged from the turn in which their prerequisites are reached', async () => {
    const checkpoints = [
      checkpoint({ id: 'done' }),
      checkpoint({ id: 'quiet', after: ['done'], assert: [toolCalled('refund', { times: 0 })] }),
    ];
    const early = await runConversation(
      { checkpoints },
      { agent: [callTools('', refund(1)), 'done'], simulator: [simulatorReply('1'), bye] },
    );
    expect(early.result).toMatchObject({
      status: 'passed',
      checkpoints: [{}, { invariant: 'kept', reachedAtTurn: 2 }],
    });
    const neverReached = await runConversation({ checkpoints }, { agent: ['x'], simulator: [bye] });
    expect(neverReached.result).toMatchObject({
      error: 'missing checkpoints: done',
      checkpoints: [{}, { invariant: 'not_judged' }],
    });
  });

  it('stand in the way of no other checkpoint, and only report when they are optional', async () => {
    const checkpoints = [
      checkpoint({ id: 'quiet', required: false, assert: [contains('loud', { negate: true })] }),
      checkpoint({ id: 'done', after: ['quiet'] }),
    ];
    const { result } = await runConversation(
      { checkpoints },
      { agent: ['loud', 'done'], simulator: [simulatorReply('1'), bye] },
    );
    expect(result).toMatchObject({ status: 'passed', checkpoints: [{ invariant: 'broken' }, { reached: true }] });
  });
});

describe('a scripted user', () => {
  it('says everything, without a simulator; the turns have assertions of their own', async () => {
    const { result } = await runConversation(
      {
        checkpoints: [],
        simulator: undefined,
        turns: [
          { input: 'one', assert: [contains('b')] },
          { input: 'two', assert: [contains('x')] },
          { input: 'three' },
        ],
        maxTurns: 1,
      },
      { agent: ['a', 'b', 'c', 'd'] },
    );
    expect(result).toMatchObject({
      status: 'failed',
      endReason: 'turns_played',
      error: 'turn 3: expected output to contain "x", got "c"',
      turns: [{ input: 'hello' }, { input: 'one', origin: 'case' }, { input: 'two' }, { input: 'three' }],
      assertions: [
        { status: 'passed', turn: 2, rule: 'turn' },
        { status: 'failed', turn: 3, rule: 'turn' },
      ],
    });
  });

  it('plays on after the last checkpoint', async () => {
    const { result } = await runConversation(
      { input: undefined, simulator: undefined, turns: [{ input: 'one' }, { input: 'two' }] },
      { agent: ['done', 'more'] },
    );
    expect(result).toMatchObject({ status: 'passed', endReason: 'turns_played', turns: [{}, {}] });
  });
});

describe('the end of a conversation', () => {
  it('is its last checkpoint, as long as nothing else is said', async () => {
    const { result } = await runConversation({}, { agent: ['done', 'more'], simulator: [simulatorReply('1'), bye] });
    expect(result).toMatchObject({ status: 'passed', endReason: 'checkpoints_reached', turns: [{}] });
    const untilDone = await runConversation(
      { until: 'done' },
      { agent: ['done', 'more'], simulator: [simulatorReply('1'), bye] },
    );
    expect(untilDone.result).toMatchObject({ status: 'passed', endReason: 'goal_achieved', turns: [{}, {}] });
  });

  it('may be the last turn allowed, if everything is reached', async () => {
    const script = { agent: ['done', 'more'], simulator: [simulatorReply('1'), simulatorReply('2')] };
    expect((await runConversation({ until: 'done', maxTurns: 2 }, script)).result).toMatchObject({
      status: 'passed',
      endReason: 'max_turns',
    });
  });

  it('may be said by the agent', async () => {
    const closingAnswer = { content: 'done', endsConversation: true };
    const { result } = await runConversation(
      { until: 'done' },
      { agent: [closingAnswer], simulator: [simulatorReply('1')] },
    );
    expect(result).toMatchObject({ status: 'passed', endReason: 'agent_ended', turns: [{}] });
  });
});

describe('the order inside a turn', () => {
  const checkpoints = [
    checkpoint({ id: 'found', assert: [toolCalled('get_order')] }),
    checkpoint({ id: 'refunded', after: ['found'], assert: [toolCalled('refund')] }),
  ];

  it('is that of the calls', async () => {
    const right = await runConversation({ checkpoints }, { agent: [callTools('', findOrder, refund(1))] });
    expect(right.result.status).toBe('passed');
    const wrongOrderRun = await runConversation(
      { checkpoints, maxTurns: 1 },
      { agent: [callTools('', refund(1), findOrder)] },
    );
    expect(wrongOrderRun.result).toMatchObject({
      status: 'failed',
      checkpoints: [
        { reached: true },
        {
          reached: false,
          outOfOrderAtTurns: [1],
          message: 'satisfied at turn 1, but its call came before that of found',
        },
      ],
    });
    const secondResult = await runConversation(
      { checkpoints },
      { agent: [callTools('', refund(1), findOrder, refund(1))] },
    );
    expect(secondResult.result.status).toBe('passed');
  });

  it('leaves text free, unless it is strict', async () => {
    const confirmation = [
      checkpoint({ id: 'asked', assert: [contains('sure?')] }),
      checkpoint({ id: 'refunded', after: ['asked'], assert: [toolCalled('refund')] }),
    ];
    const agent = [callTools('sure?', refund(1))];
    expect((await runConversation({ checkpoints: confirmation }, { agent })).result.status).toBe('passed');
    expect((await runConversation({ checkpoints: confirmation, strict: true }, { agent })).result).toMatchObject({
      status: 'failed',
      endReason: 'out_of_order',
      error:
        'strict: checkpoint refunded satisfied at turn 1, but its call came before that of asked; missing checkpoints: refunded',
    });
  });

  it.each([
    ['a strict checkpoint in a case that is not', { strictCase: true, ofCase: undefined }, 'out_of_order'],
    ['a checkpoint that is not strict in a case that is', { strictCase: false, ofCase: true }, 'checkpoints_reached'],
    ['a checkpoint that says nothing in a strict case', { strictCase: undefined, ofCase: true }, 'out_of_order'],
  ])('is strict for %s', async (_name, { strictCase, ofCase }, endReason) => {
    const checkpoints = [
      checkpoint({ id: 'asked', assert: [contains('sure?')] }),
      checkpoint({ id: 'refunded', after: ['asked'], assert: [toolCalled('refund')], strict: strictCase }),
    ];
    const agent = [callTools('', refund(1)), callTools('sure?'), callTools('', refund(1))];
    const simulator = [simulatorReply('1'), simulatorReply('2'), simulatorReply('3')];
    expect((await runConversation({ checkpoints, strict: ofCase }, { agent, simulator })).result).toMatchObject({
      endReason,
    });
  });

  it('asks no judge about a checkpoint whose turn it is not', async () => {
    const politeAssertion: Assertion = { type: 'agent', use: 'agents:validator', value: 'polite' };
    const blocked = [
      checkpoint({ id: 'done' }),
      checkpoint({ id: 'polite', after: ['done'], assert: [politeAssertion] }),
    ];
    const { result, judged: requests } = await runConversation(
      { checkpoints: blocked },
      { agent: ['a', 'b', 'done'], simulator: [simulatorReply('1'), simulatorReply('2')], judge: ['{"passed": true}'] },
    );
    expect(result.status).toBe('passed');
    expect(requests).toHaveLength(1);
    // The judge also gets the user's message of that turn.
    expect(JSON.stringify(requests)).toContain(JSON.stringify('"output":"done","input":"2"').slice(1, -1));
  });
});

describe('what no rule looked at', () => {
  it('is said of every pass', async () => {
    const agent = [callTools('done', findOrder, refund(1), refund(2))];
    const { result } = await runConversation(
      { checkpoints: [checkpoint({ id: 'done', assert: [contains('done'), toolCalled('get_order')] })] },
      { agent },
    );
    expect(result).toMatchObject({
      status: 'passed',
      unjudged: {
        calls: [
          { name: 'refund', turn: 1 },
          { name: 'refund', turn: 1 },
        ],
        endedBeforeDone: true,
      },
    });
  });

  it('is nothing where all calls are named and the user was content', async () => {
    const onlyGetOrder: Assertion = { type: 'tools', match: 'only', calls: [{ name: 'get_order' }] };
    const { result } = await runConversation(
      { assertions: [onlyGetOrder] },
      { agent: [callTools('done', findOrder)], simulator: [bye] },
    );
    expect(result.unjudged).toBeUndefined();
    const failed = await runConversation(
      { assertions: [onlyGetOrder] },
      { agent: [callTools('done', refund(1))], simulator: [bye] },
    );
    expect(failed.result.unjudged).toBeUndefined();
  });
});

describe('after a timeout', () => {
  const rules: Partial<DynamicCase> = {
    checkpoints: [
      checkpoint({ id: 'polite', assert: [{ type: 'agent', use: 'validator', value: 'polite' }] }),
      checkpoint({ id: 'paid', assert: [toolCalled('refund')] }),
      checkpoint({ id: 'silent', assert: [{ type: 'not_contains', value: 'secret' }] }),
    ],
    assertions: [
      toolCalled('refund', { times: 2 }),
      { type: 'agent', use: 'validator', value: 'kind' },
      contains('money'),
    ],
    never: [contains('sorry')],
  };

  async function timedOut(agents: Parameters<typeof recordRun>[1], parts = rules): Promise<CaseResult> {
    const plan = runPlan([plannedCase(dynamicCase(parts), { agentId: 'target', timeoutMs: 80 })]);
    const { events, clock, done } = recordRun(plan, agents);
    await clock.advance(80);
    await done;
    const [result] = listResultsInEvents(events);
    if (result === undefined) throw new Error('the case did not finish');
    return result;
  }
  const listStatuses = ({ assertions }: CaseResult) =>
    assertions.map(({ type, status, rule }) => [rule ?? type, status]);
  const unasked = 'not judged, because the attempt ended early';

  it('everything that needs nobody is judged and listed, of the turns that were answered', async () => {
    const deaf = unresponsiveAgent();
    const answers = [callTools('your money', refund(1))];
    const target = answeringAgent('target', (request, signal) => answers.shift() ?? deaf.invoke(request, signal));
    const validator = scriptedAgent('validator', ['{"passed": false}']);
    const result = await timedOut([target, scriptedAgent('simulator', [simulatorReply('and?')]), validator]);
    expect(result).toMatchObject({ status: 'timeout', endReason: 'timeout', turns: [{ turn: 1 }, { turn: 2 }] });
    expect(listStatuses(result)).toEqual([
      ['never', 'passed'],
      ['tool_called', 'failed'],
      ['agent', 'error'],
      ['contains', 'passed'],
    ]);
    expect(result.assertions[2]?.message).toBe(unasked);
    expect(validator.requests).toHaveLength(1);
  });

  it('the turn that was being judged is judged as well', async () => {
    const target = scriptedAgent('target', [callTools('sorry, no secret here', refund(1))]);
    const result = await timedOut([target, scriptedAgent('simulator', []), unresponsiveAgent('validator')]);
    expect(result).toMatchObject({
      status: 'timeout',
      checkpoints: [
        { id: 'polite', reached: false, message: unasked },
        { id: 'paid', reached: true },
        { id: 'silent', reached: false, invariant: 'broken', brokenAtTurn: 1 },
      ],
      assertions: [{ rule: 'never', status: 'failed', message: 'never: contains sorry, turn 1' }, {}, {}, {}],
    });
  });

  it('the own rules of the turn that was being judged are judged, too', async () => {
    const assert: Assertion[] = [contains('money'), contains('soon')];
    const parts = { ...rules, input: undefined, turns: [{ input: 'hello', assert }, { input: 'and?' }] };
    const target = scriptedAgent('target', ['your money']);
    const result = await timedOut([target, scriptedAgent('simulator', []), unresponsiveAgent('validator')], parts);
    expect(result.assertions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ expected: 'soon', turn: 1, status: 'failed' }),
        expect.objectContaining({ expected: 'money', turn: 1, status: 'passed' }),
      ]),
    );
  });
});
