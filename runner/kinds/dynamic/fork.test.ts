import { describe, expect, it } from 'vitest';
import type { CaseResult, DynamicCase, RunEvent } from '../../contract/index.ts';
import type { ForkPoint, ScriptHost } from '../../ports/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { answeringAgent, type FakeAgent, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { toRecordedAnswer } from '../recorded/recorded-answer.ts';

/** An agent whose answer is a tool call: for a message `tool:argument`, it calls that tool through its mock. */
function callingAgent(): FakeAgent {
  return answeringAgent('target', async ({ messages, mocks }, signal) => {
    const text = String(messages.at(-1)?.content);
    const [tool = '', id = ''] = text.split(':');
    if (mocks === undefined || !text.includes(':')) return `heard ${text} after ${messages.length}`;
    const answer = await mocks.answer({ name: tool, arguments: { id } }, signal);
    return answer.type === 'result' ? JSON.stringify(answer.result) : 'failed';
  });
}

type Played = { result: CaseResult; events: RunEvent[] };
type Play = { agents?: readonly FakeAgent[]; attempt?: number; scripts?: Partial<ScriptHost> };

async function play(testCase: DynamicCase, { agents = [callingAgent()], scripts }: Play = {}): Promise<Played> {
  const refuse = () => Promise.reject(new Error('no scripts here'));
  const host = { runHook: refuse, runFunction: refuse, runTest: refuse, runMock: refuse, ...scripts };
  const plan = runPlan([plannedCase(testCase, { agentId: 'target' })]);
  const { events, done } = recordRun(plan, agents, { scripts: host });
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return { result, events };
}

function fork({ result, events }: Played, keptTurns: number, forkFields: Partial<ForkPoint> = {}): ForkPoint {
  const turns = result.kind === 'dynamic' ? (result.turns ?? []) : [];
  const checkpointUpdates = events.flatMap((event) => (event.type === 'checkpoint.updated' ? [event] : []));
  return {
    turns: turns.slice(0, keptTurns),
    message: turns[keptTurns]?.input,
    attempt: 1,
    verdicts: { assertions: result.assertions, checkpointChecks: checkpointUpdates },
    unlocked: toRecordedAnswer(result).unlocked,
    ...forkFields,
  };
}

function outputs({ result }: Played): unknown[] {
  return result.kind === 'dynamic' ? (result.turns ?? []).map(({ output }) => output) : [];
}

/** A script host whose mock counts its calls in the state. */
const countingHost: Partial<ScriptHost> = {
  runMock: ({ state }) => {
    const count = Number(isJsonObject(state) ? (state.count ?? 0) : 0) + 1;
    return Promise.resolve({ type: 'returned', result: count, state: { count } });
  },
};

const orders = {
  turns: ['count:a', 'count:b', 'count:c', 'bye'].map((input) => ({ input })),
  input: undefined,
  simulator: undefined,
  checkpoints: [],
  mocks: { count: [{ use: 'scripts:shop.Count' }] },
  state: { count: 0 },
} satisfies Partial<DynamicCase>;

describe('a fork', () => {
  it('has the state of the mocks after the turns that it keeps', async () => {
    const testCase = dynamicCase(orders);
    const original = await play(testCase, { scripts: countingHost });
    expect(outputs(original)).toEqual(['1', '2', '3', 'heard bye after 13']);
    const forked = await play({ ...testCase, forked: fork(original, 2) }, { scripts: countingHost });
    expect(outputs(forked)).toEqual(['1', '2', '3', 'heard bye after 13']);
    expect(forked.result.state?.final).toEqual({ count: 3 });
  });

  it('is refused if a mock answers otherwise than it did', async () => {
    const testCase = dynamicCase(orders);
    const original = await play(testCase, { scripts: countingHost });
    const other = { runMock: () => Promise.resolve({ type: 'returned', result: 9, state: {} } as const) };
    const { result } = await play({ ...testCase, forked: fork(original, 2) }, { scripts: other });
    expect(result).toMatchObject({
      status: 'error',
      endReason: 'input_error',
      error: 'the state after turn 1 cannot be restored: the mock of "count" answered 1, and now answers 9',
    });
  });

  it('has the counters of faults after the turns that it keeps, without waiting for them again', async () => {
    const fault = { kind: 'error', times: 2, message: 'busy' } as const;
    const slow = { kind: 'delay', duration: '1h', times: 1 } as const;
    const testCase = dynamicCase({
      ...orders,
      mocks: { count: [{ fault }, { fault: slow, when: { id: 'never' } }, { result: 'fine' }] },
    });
    const original = await play(testCase);
    expect(outputs(original)).toEqual(['failed', 'failed', '"fine"', 'heard bye after 13']);
    const forked = await play({ ...testCase, forked: fork(original, 2) });
    expect(outputs(forked)).toEqual(outputs(original));
  });

  it('draws random faults of kept turns as the forked attempt did', async () => {
    const fault = { kind: 'error', rate: 0.5, message: 'busy' } as const;
    const testCase = dynamicCase({ ...orders, mocks: { count: [{ fault }, { result: 'fine' }] } });
    const original = await play(testCase);
    const twice = runPlan([plannedCase({ ...testCase, forked: fork(original, 3) }, { agentId: 'target' })]);
    twice.options.attempts = 6;
    const { events, done } = recordRun(twice, [callingAgent()]);
    await done;
    expect(listResultsInEvents(events).map(({ error }) => error)).toEqual(Array.from({ length: 6 }, () => undefined));
  });

  it('keeps what its turns have reached and broken', async () => {
    const containsCount = { type: 'contains', value: 'count' } as const;
    const testCase = dynamicCase({
      ...orders,
      checkpoints: [
        checkpoint({ id: 'counted', assert: [{ type: 'tool_called', name: 'count' }] }),
        checkpoint({ id: 'polite', assert: [{ type: 'not_contains', value: '2' }] }),
      ],
      never: [{ type: 'contains', value: 'secret' }],
      assertions: [
        { type: 'limits', turns: 3 },
        { type: 'not_contains', value: '1' },
      ],
      turns: [{ input: 'count:a', assert: [{ ...containsCount, value: '1' }] }, ...orders.turns.slice(1)],
    });
    const original = await play(testCase, { scripts: countingHost });
    const forked = await play({ ...testCase, forked: fork(original, 3) }, { scripts: countingHost });
    const facts = ({ result }: Played) => ({
      error: result.error,
      assertions: result.assertions.map(({ type, status, turn }) => [type, status, turn]),
      checkpoints: result.kind === 'dynamic' ? result.checkpoints : undefined,
    });
    expect(facts(forked)).toEqual(facts(original));
    expect(facts(forked).checkpoints).toMatchObject([{ reachedAtTurn: 1 }, { invariant: 'broken', brokenAtTurn: 2 }]);
  });

  it('takes the verdicts of judges on kept turns from the recording', async () => {
    const politeAssertion = { type: 'agent', use: 'judge', value: 'is polite' } as const;
    const testCase = dynamicCase({ ...orders, never: [politeAssertion] });
    const verdict = '{"passed": false, "reason": "fine"}';
    const original = await play(testCase, {
      agents: [
        callingAgent(),
        scriptedAgent(
          'judge',
          Array.from({ length: 4 }, () => verdict),
        ),
      ],
      scripts: countingHost,
    });
    const judge = scriptedAgent('judge', [verdict, verdict]);
    await play({ ...testCase, forked: fork(original, 3) }, { agents: [callingAgent(), judge], scripts: countingHost });
    expect(judge.requests).toHaveLength(1);
  });

  it('plays only its next turn if that is asked for', async () => {
    const testCase = dynamicCase(orders);
    const original = await play(testCase, { scripts: countingHost });
    const rollout = { kept: 1, alone: true } as const;
    const forked = await play({ ...testCase, forked: fork(original, 1, { rollout }) }, { scripts: countingHost });
    expect(outputs(forked)).toEqual(['1', '2']);
    expect(forked.result).toMatchObject({ rollout });
  });

  it('goes on with the user by rules, who knows what was told', async () => {
    const testCase = dynamicCase({
      input: undefined,
      checkpoints: [],
      until: 'done',
      simulator: { goal: 'get a refund for the lamp', facts: { 'order number': 'W2378156', phone: 5550109999 } },
      assertions: [{ type: 'elicited', value: ['order number', 'phone'] }],
    });
    const refund = { content: 'Refunded.', toolCalls: [{ tool: 'refund', arguments: {} }] };
    const answers = ['What is your order number?', 'And your phone?', refund];
    const original = await play(testCase, { agents: [scriptedAgent('target', answers)] });
    const remainingAgents = [scriptedAgent('target', answers.slice(1))];
    const forked = await play({ ...testCase, forked: fork(original, 1) }, { agents: remainingAgents });
    expect(forked.result).toMatchObject({ status: 'passed', endReason: 'goal_achieved' });
    const facts = ({ result }: Played): Json =>
      JSON.parse(JSON.stringify(result.kind === 'dynamic' ? result.simulator : null));
    expect(facts(forked)).toEqual(facts(original));
  });

  it('is refused if the user by rules would write something else', async () => {
    const simulator = { goal: 'get a refund for the lamp', facts: { 'order number': 'W2378156' } };
    const testCase = dynamicCase({ input: undefined, checkpoints: [], until: 'done', simulator });
    const answers = ['What is your order number?', 'Refunded.', 'Bye.'];
    const original = await play(testCase, { agents: [scriptedAgent('target', answers)] });
    const other = { ...testCase, simulator: { ...simulator, facts: { 'order number': 'W99' } } };
    const { result } = await play(
      { ...other, forked: fork(original, 2) },
      { agents: [scriptedAgent('target', ['Bye.'])] },
    );
    expect(result.error).toBe(
      'the state after turn 2 cannot be restored: its simulated user wrote "The order number is W2378156", and now writes "The order number is W99"',
    );
  });
});
