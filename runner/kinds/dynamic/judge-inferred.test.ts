import { describe, expect, it } from 'vitest';
import { type CaseResult, checkpointSchema, type InferredRules, type TestCase } from '../../contract/index.ts';
import { dynamicCase, plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

const noRules: InferredRules = { assertions: [], never: [], checkpoints: [] };
const call = (tool: string) => ({ tool, arguments: {}, result: true });
const checkpoint = (id: string, tool: string, fields: object = {}) =>
  checkpointSchema.parse({ id, assert: { type: 'tool_called', name: tool }, inferred: true, ...fields });

async function play(testCase: TestCase, answers: readonly ScriptedAnswer[]): Promise<CaseResult> {
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), [
    scriptedAgent('target', answers),
  ]);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return result;
}

const statuses = ({ inferred = [] }: CaseResult): string[] =>
  inferred.map(({ type, status, turn }) => `${type} ${status}${turn === undefined ? '' : ` in turn ${turn}`}`);

describe('rules that nobody has accepted', () => {
  it('are judged on a single answer, and fail nothing', async () => {
    const inferred: InferredRules = {
      ...noRules,
      assertions: [
        { type: 'contains', value: 'yes', inferred: true },
        { type: 'contains', value: 'hi', inferred: true },
      ],
    };
    const result = await play(standardCase({ inferred }), ['hi']);
    expect(result).toMatchObject({ status: 'passed', assertions: [] });
    expect(result.fault).toBeUndefined();
    expect(statuses(result)).toEqual(['contains failed', 'contains passed']);
  });

  it('neither end a conversation nor fail it', async () => {
    const inferred: InferredRules = {
      assertions: [{ type: 'contains', value: 'never said', inferred: true }],
      never: [{ type: 'contains', value: 'one', inferred: true }],
      checkpoints: [checkpoint('missed', 'nothing'), checkpoint('reached', 'look')],
    };
    const testCase = dynamicCase({
      input: 'hello',
      simulator: undefined,
      turns: [{ input: 'go on' }],
      checkpoints: [],
      inferred,
    });
    const result = await play(testCase, ['one', { content: 'two', toolCalls: [call('look')] }]);
    expect(result).toMatchObject({ status: 'passed', endReason: 'turns_played', checkpoints: [], assertions: [] });
    expect(result.turns).toHaveLength(2);
    expect(result.turns?.[1]?.checkpointsReached).toEqual([]);
    expect(statuses(result)).toEqual([
      'contains failed',
      'contains failed in turn 1',
      'checkpoint failed',
      'checkpoint passed in turn 2',
    ]);
  });

  it('hold an order, also behind an accepted checkpoint', async () => {
    const checkpoints = [checkpoint('look', 'look', { required: false, inferred: undefined })];
    const strict = checkpoint('act', 'act', { after: ['look'], required: false, strict: true });
    const testCase = dynamicCase({
      input: 'hello',
      simulator: undefined,
      turns: [{ input: 'go on' }],
      checkpoints,
      inferred: { ...noRules, checkpoints: [strict] },
    });
    const lookupTurn = { content: 'a', toolCalls: [call('look')] };
    const act = { content: 'b', toolCalls: [call('act')] };
    expect(statuses(await play(testCase, [lookupTurn, act]))).toEqual(['checkpoint passed in turn 2']);
    expect(statuses(await play(testCase, [act, lookupTurn]))).toEqual(['checkpoint failed in turn 1']);
    expect(statuses(await play(testCase, [lookupTurn, lookupTurn]))).toEqual(['checkpoint passed']);
  });

  it('are left out where nothing was answered', async () => {
    const inferred: InferredRules = { ...noRules, assertions: [{ type: 'contains', value: 'x', inferred: true }] };
    const result = await play(standardCase({ inferred }), []);
    expect(result.status).toBe('error');
    expect(result.inferred).toBeUndefined();
  });
});
