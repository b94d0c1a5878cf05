import { describe, expect, it } from 'vitest';
import type { CaseResult, StandardCase } from '../../contract/index.ts';
import type { Agent, AgentResponse, MockEnding, ToolMocks } from '../../ports/index.ts';
import { dynamicCase, plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { judgeRecording } from '../recorded/judge-recording.ts';
import { toRecordedAnswer } from '../recorded/recorded-answer.ts';

type Tools = (name: string, args?: Parameters<ToolMocks['answer']>[0]['arguments']) => ReturnType<ToolMocks['answer']>;

/** Creates an agent that calls its tools through the mocks. */
function agentThat(act: (tools: Tools, turn: number) => Promise<Partial<AgentResponse>>): Agent {
  return {
    id: 'target',
    async invoke({ mocks, context }, signal) {
      const tools: Tools = (name, args = {}) => {
        if (mocks === undefined) throw new Error('no desk');
        return mocks.answer({ name, arguments: args }, signal);
      };
      return { content: 'done', toolCalls: [], ...(await act(tools, context.turn)) };
    },
  };
}

async function results(agent: Agent, cases: Parameters<typeof plannedCase>[0][]): Promise<CaseResult[]> {
  const plan = runPlan(cases.map((each) => plannedCase(each, { agentId: 'target' })));
  const runMock = (): Promise<MockEnding> => Promise.resolve({ type: 'returned', result: true, state: { paid: true } });
  const scripts = { runMock, runHook: reject, runFunction: reject, runTest: reject };
  const { events, done } = recordRun(plan, [agent], { scripts });
  await done;
  return listResultsInEvents(events);
}

const reject = () => Promise.reject(new Error('no scripts here'));
const mocks: StandardCase['mocks'] = { pay: [{ use: 'scripts:x.Pay' }], see: [{ result: { $state: '$.paid' } }] };

describe('a case with mocks', () => {
  it('has the calls that they answered, and the state at its end', async () => {
    const agent = agentThat(async (tools) => {
      await tools('pay', { amount: 1 });
      await tools('see');
      return {};
    });
    const [result] = await results(agent, [standardCase({ mocks, state: { paid: false } })]);
    expect(result).toMatchObject({
      status: 'passed',
      toolCalls: [
        { tool: 'pay', arguments: { amount: 1 }, result: true, mocked: true },
        { tool: 'see', result: true, mocked: true },
      ],
      state: { final: { paid: true }, changes: [{ kind: 'changed', path: '$.paid', before: false, after: true }] },
    });
  });

  it('tells of each call when it begins and when it has ended', async () => {
    const agent = agentThat(async (tools) => {
      await tools('see', { id: 7 });
      return {};
    });
    const plan = runPlan([plannedCase(standardCase({ mocks, state: { paid: true } }), { agentId: 'target' })]);
    const { events, done } = recordRun(plan, [agent]);
    await done;
    const turnEvents = events.filter(({ type }) =>
      ['turn.started', 'tool.started', 'tool.finished', 'turn.finished'].includes(type),
    );
    expect(turnEvents).toMatchObject([
      { type: 'turn.started', turn: 1, origin: 'case' },
      { type: 'tool.started', turn: 1, call: 1, tool: 'see', arguments: { id: 7 } },
      { type: 'tool.finished', turn: 1, call: 1, tool: 'see', durationMs: expect.any(Number) },
      { type: 'turn.finished' },
    ]);
  });

  it('keeps its state from turn to turn', async () => {
    const agent = agentThat(async (tools, turn) => {
      const answer = await tools(turn === 1 ? 'pay' : 'see');
      return { content: JSON.stringify(answer) };
    });
    const testCase = dynamicCase({
      mocks,
      state: { paid: false },
      checkpoints: [],
      turns: [{ input: 'see', assert: [{ type: 'contains', value: '"result":true' }] }],
    });
    expect(await results(agent, [testCase])).toMatchObject([
      { status: 'passed', toolCalls: [{ mocked: true }, { mocked: true }], state: { final: { paid: true } } },
    ]);
  });

  const text =
    'the agent called "delete_all", which has no mock; add it to "mocks", or to "pass" if the real one may be called';

  it('is an error where the agent calls another tool, also when it takes the refusal in its stride', async () => {
    const calls = agentThat(async (tools) => {
      await tools('delete_all');
      return {};
    });
    const reports = agentThat(async () => ({ toolCalls: [{ tool: 'delete_all', result: 'gone' }] }));
    const fails = agentThat(async (tools) => {
      await tools('delete_all');
      throw new Error('cannot go on');
    });
    const cases = [
      standardCase({ mocks, expected: 'done' }),
      dynamicCase({ mocks, checkpoints: [], turns: [{ input: 'go', assert: [{ type: 'contains', value: 'done' }] }] }),
    ];
    for (const agent of [calls, reports]) {
      expect(await results(agent, cases)).toMatchObject([
        { status: 'error', error: text, endReason: 'unmocked_call', toolCalls: [{ tool: 'delete_all' }] },
        { status: 'error', error: `turn 1: ${text}`, endReason: 'unmocked_call', toolCalls: [{ tool: 'delete_all' }] },
      ]);
    }
    expect(await results(fails, cases)).toMatchObject([
      { status: 'error', error: `${text}; then the agent failed: cannot go on`, toolCalls: [{ tool: 'delete_all' }] },
      { status: 'error', endReason: 'unmocked_call', toolCalls: [{ tool: 'delete_all' }] },
    ]);
  });

  it('keeps what was called before the agent failed', async () => {
    const agent = agentThat(async (tools) => {
      await tools('see');
      throw new Error('cannot go on');
    });
    const state = { paid: false };
    const cases = [
      standardCase({ mocks, state, expected: 'x' }),
      dynamicCase({ mocks, state, checkpoints: [], assertions: [{ type: 'contains', value: 'x' }] }),
    ];
    const outcomes = await results(agent, cases);
    expect(outcomes).toMatchObject([
      { status: 'error', error: 'agent error: cannot go on', toolCalls: [{ tool: 'see', result: false }], state: {} },
      { status: 'error', error: 'agent error at turn 1: cannot go on', toolCalls: [{ tool: 'see', mocked: true }] },
    ]);
    for (const [index, result] of outcomes.entries()) {
      const testCase = cases[index];
      if (testCase === undefined) throw new Error('no case');
      const answer = toRecordedAnswer(result);
      const judge = () => Promise.reject(new Error('nothing is judged'));
      const { verdict } = await judgeRecording({ testCase, answer, judge });
      expect(verdict).toMatchObject({ status: 'error' });
    }
  });

  it('lets through what it names in `pass`', async () => {
    const agent = agentThat(async (tools) => {
      const { type } = await tools('delete_all');
      return { content: type, toolCalls: [{ tool: 'delete_all', result: 'gone' }] };
    });
    const testCase = standardCase({ mocks, pass: ['delete_*'], expected: 'pass' });
    expect(await results(agent, [testCase])).toMatchObject([{ status: 'passed', toolCalls: [{ result: 'gone' }] }]);
  });

  it('has the calls that it lets through, even if the agent does not report them', async () => {
    const agent = agentThat(async (tools) => {
      await tools('delete_all');
      return { content: 'done', toolCalls: [] };
    });
    const testCase = standardCase({ mocks, pass: ['*'], expected: 'done' });
    expect(await results(agent, [testCase])).toMatchObject([
      { status: 'passed', toolCalls: [{ tool: 'delete_all' }], unjudged: { calls: [{ name: 'delete_all', turn: 1 }] } },
    ]);
  });

  it('mocks nothing without `mocks` and `state`', async () => {
    const agent = agentThat(async () => ({ toolCalls: [{ tool: 'delete_all', result: 'gone' }] }));
    expect(await results(agent, [standardCase({ expected: 'done' })])).toMatchObject([{ status: 'passed' }]);
    expect(await results(agent, [standardCase({ expected: 'done', state: {} })])).toMatchObject([{ status: 'error' }]);
  });
});
