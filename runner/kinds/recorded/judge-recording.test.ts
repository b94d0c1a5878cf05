import { describe, expect, it } from 'vitest';
import { isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import { evaluateAssertion } from '../../assertions/evaluate-assertion.ts';
import type {
  Assertion,
  CaseResult,
  CheckpointResult,
  DynamicCase,
  RunEvent,
  StandardOrDynamicCase,
  ToolCall,
} from '../../contract/index.ts';
import { emptyAttemptState, reduceAttempt } from '../../fold/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { type JudgedRecording, judgeRecording } from './judge-recording.ts';
import { type RecordedAnswer, toRecordedAnswer } from './recorded-answer.ts';
import { createRecordedVerdicts } from './recorded-verdicts.ts';

type Script = {
  agent: readonly ScriptedAnswer[];
  simulator?: readonly ScriptedAnswer[];
  judge?: readonly ScriptedAnswer[];
};

async function record(
  testCase: StandardOrDynamicCase,
  { agent, simulator = [], judge = [] }: Script,
): Promise<Recorded> {
  const agents = [
    scriptedAgent('target', agent),
    scriptedAgent('simulator', simulator),
    scriptedAgent('validator', judge),
  ];
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), agents);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return { result, answer: answerIn(events, result) };
}

type Recorded = { result: CaseResult; answer: RecordedAnswer };

function answerIn(events: readonly RunEvent[], result: CaseResult): RecordedAnswer {
  const key = { suiteKey: 'tests/suite.jsonl', caseId: result.id, attempt: 1 };
  return toRecordedAnswer(result, events.reduce(reduceAttempt, emptyAttemptState(key)));
}

const nobody = {
  askBuiltInJudge: () => Promise.reject(new Error('nobody judges')),
  askValidator: () => Promise.reject(new Error('nobody is asked')),
  runScript: () => Promise.reject(new Error('nobody is asked')),
};

/** Judges a recording like `regrade` without `--judge`. */
function judgeAgain(testCase: StandardOrDynamicCase, answer: RecordedAnswer): Promise<JudgedRecording> {
  const verdictOf = createRecordedVerdicts(answer);
  const { signal } = new AbortController();
  return judgeRecording({
    testCase,
    answer,
    async judge({ assertion, ...question }) {
      if (isDelegatedAssertion(assertion)) return verdictOf({ assertion, ...question });
      return evaluateAssertion({ assertion, subject: question.subject, helpers: nobody }, signal);
    },
  });
}

const reachedAt = ({ id, reachedAtTurn, message }: CheckpointResult) => [id, reachedAtTurn, message];
const simulatorReply = (message: string, goal = false): string => JSON.stringify({ message, goal_achieved: goal });
const bye = simulatorReply('', true);
const callTools = (content: string, ...toolCalls: ToolCall[]): ScriptedAnswer => ({ content, toolCalls });
const refund = (id: number): ToolCall => ({ tool: 'refund', arguments: { id } });
const contains = (value: string, fields: object = {}): Assertion => ({ type: 'contains', value, ...fields });
const toolCalled = (value: string, fields: object = {}): Assertion => ({ type: 'tool_called', value, ...fields });
const agentAssertion = (value: string, fields: object = {}): Assertion => ({
  type: 'agent',
  use: 'validator',
  value,
  ...fields,
});
const passedReply = '{"passed": true, "reason": "fine"}';
const failedReply = '{"passed": false, "reason": "rude"}';
const brokenAgent = new Error('gone');

describe('judged again by the same rules, an attempt has the verdict of its run', () => {
  it.each<[string, Partial<DynamicCase>, Script]>([
    ['its last checkpoint', {}, { agent: ['hm', 'done'], simulator: [simulatorReply('more')] }],
    ['a content simulator', {}, { agent: ['hm', 'no'], simulator: [simulatorReply('more'), bye] }],
    [
      'a last message that is content',
      { never: [contains('x')] },
      { agent: ['hm', 'done'], simulator: [simulatorReply('ok', true)] },
    ],
    ['max_turns', { maxTurns: 2 }, { agent: ['hm', 'no'], simulator: [simulatorReply('more')] }],
    [
      'never',
      { never: [toolCalled('refund')] },
      { agent: ['a', callTools('done', refund(1))], simulator: [simulatorReply('b')] },
    ],
    [
      'strict',
      { checkpoints: [checkpoint({ id: 'a' }), checkpoint({ id: 'b', after: ['a'] })], strict: true },
      { agent: ['b'] },
    ],
    [
      'scripted turns',
      { simulator: undefined, turns: [{ input: 'x', assert: [contains('y')] }] },
      { agent: ['a', 'done'] },
    ],
    [
      'the agent',
      { assertions: [contains('a')], checkpoints: [] },
      { agent: [{ content: 'a', endsConversation: true }] },
    ],
    ['a broken agent', {}, { agent: ['hm', brokenAgent], simulator: [simulatorReply('more')] }],
    ['a broken simulator', {}, { agent: ['hm'], simulator: [brokenAgent] }],
    ['nobody to go on', { simulator: undefined }, { agent: ['hm'] }],
    [
      'a judge on the whole',
      { assertions: [agentAssertion('kind')] },
      { agent: ['done'], simulator: [bye], judge: [failedReply] },
    ],
    [
      'a judge in a checkpoint',
      { checkpoints: [checkpoint({ id: 'kind', assert: [agentAssertion('kind')] })] },
      { agent: ['a', 'b'], simulator: [simulatorReply('more')], judge: [failedReply, passedReply] },
    ],
    [
      'a judge in never',
      { never: [agentAssertion('rude')] },
      { agent: ['a', 'done'], simulator: [simulatorReply('b'), bye], judge: [failedReply, passedReply] },
    ],
    [
      'a judge in never that held not',
      { never: [agentAssertion('rude')] },
      { agent: ['done'], simulator: [bye], judge: [failedReply] },
    ],
    ['limits of time', { assertions: [{ type: 'limits', duration: '1s' }] }, { agent: ['done'], simulator: [bye] }],
  ])('ended by %s', async (_, caseFields, script) => {
    const testCase = dynamicCase(caseFields);
    const { result, answer } = await record(testCase, script);
    const { verdict } = await judgeAgain(testCase, answer);
    const { status, endReason, error, checkpoints = [] } = verdict.outcome;
    expect({ judged: verdict.status, status, endReason, error, reached: checkpoints.map(reachedAt) }).toEqual({
      judged: result.status,
      status: result.status,
      endReason: result.endReason,
      error: result.error,
      reached: (result.checkpoints ?? []).map(reachedAt),
    });
  });

  it('a standard case, too', async () => {
    for (const assertion of [contains('hi'), contains('bye'), agentAssertion('kind'), toolCalled('refund')]) {
      const testCase = standardCase({ assertions: [assertion] });
      const { result, answer } = await record(testCase, { agent: [callTools('hi', refund(1))], judge: [passedReply] });
      const { verdict } = await judgeAgain(testCase, answer);
      expect([verdict.status, verdict.outcome.error]).toEqual([result.status, result.error]);
    }
  });
});

describe('judged by other rules', () => {
  const reaching = { agent: ['a', callTools('done', refund(1))], simulator: [simulatorReply('b')] };

  async function rejudgeWith(
    newFields: Partial<DynamicCase>,
    script: Script,
    recordedFields: Partial<DynamicCase> = {},
  ) {
    const { answer } = await record(dynamicCase(recordedFields), script);
    return (await judgeAgain(dynamicCase(newFields), answer)).verdict;
  }

  it('fails by what must never be', async () => {
    const verdict = await rejudgeWith({ never: [toolCalled('refund')] }, reaching);
    expect(verdict).toMatchObject({ status: 'failed', outcome: { error: 'never: tool_called refund, turn 2' } });
  });

  it('ends where the new rules end it', async () => {
    const verdict = await rejudgeWith({ checkpoints: [checkpoint({ id: 'a' })] }, reaching);
    expect(verdict).toMatchObject({ status: 'passed', outcome: { turns: [{ turn: 1 }] } });
  });

  it('is open where they would have played on', async () => {
    expect(await rejudgeWith({ until: 'done' }, reaching)).toMatchObject({ status: 'open', because: 'goes_on' });
    expect(await rejudgeWith({ never: [contains('x')] }, reaching)).toMatchObject({
      status: 'open',
      because: 'goes_on',
    });
    const scripted = { simulator: undefined, turns: [{ input: 'b' }] };
    const longer = { ...scripted, turns: [...scripted.turns, { input: 'c' }] };
    expect(await rejudgeWith(longer, { agent: ['a', 'done'] }, scripted)).toMatchObject({ because: 'goes_on' });
  });

  it('fails also then, where nothing that comes could mend it', async () => {
    const forbidden = checkpoint({ id: 'kept', assert: [contains('done', { negate: true })] });
    expect(await rejudgeWith({ checkpoints: [forbidden], until: 'done' }, reaching)).toMatchObject({
      status: 'failed',
    });
    const wholeConversationRule = { assertions: [contains('done', { negate: true })] };
    expect(await rejudgeWith(wholeConversationRule, reaching)).toMatchObject({ status: 'failed' });
  });

  it('is open where the judge of the run could not say, because nobody knows what ended it', async () => {
    const caseFields = { assertions: [agentAssertion('kind')] };
    const verdict = await rejudgeWith(caseFields, { agent: ['done'], simulator: [bye], judge: ['?', '?'] }, caseFields);
    expect(verdict).toMatchObject({ status: 'open', because: 'goes_on' });
  });

  it('is open where nobody has answered its question, unless that decides nothing', async () => {
    const open = { status: 'open', because: 'open_checks', openChecks: [{ type: 'agent', value: 'kind' }] };
    const kind = checkpoint({ id: 'kind', assert: [agentAssertion('kind')] });
    const content = { agent: ['done'], simulator: [bye] };
    const recordedFields = { until: 'done' } as const;
    expect(await rejudgeWith({ checkpoints: [kind], ...recordedFields }, content, recordedFields)).toMatchObject(open);
    expect(
      await rejudgeWith({ checkpoints: [{ ...kind, required: false }], ...recordedFields }, content, recordedFields),
    ).toMatchObject({
      status: 'passed',
    });
    expect(
      await rejudgeWith({ never: [agentAssertion('rude')], assertions: [contains('x')] }, content, recordedFields),
    ).toMatchObject({
      status: 'failed',
    });
  });

  it('stays as it was where nothing was said', async () => {
    const answer = {
      turns: [],
      checkpointChecks: [],
      assertions: [],
      status: 'error',
      endReason: 'hook_error',
    } as const;
    expect(
      (await judgeAgain(dynamicCase(), { ...answer, turns: [], checkpointChecks: [], assertions: [] })).verdict.status,
    ).toBe('error');
  });

  it('sees the state that was left, as far as it is known', async () => {
    const paid: Assertion = { type: 'state', path: '$.paid', value: true };
    const { answer } = await record(standardCase(), { agent: ['done'] });
    const statusBy = async (state: RecordedAnswer['state']) =>
      (await judgeAgain(standardCase({ assertions: [paid] }), { ...answer, state })).verdict.status;
    expect(await statusBy({ final: { paid: true }, changes: [] })).toBe('passed');
    expect(await statusBy({ final: { paid: false }, changes: [] })).toBe('failed');
    expect(await statusBy(undefined)).toBe('open');
  });
});

describe('a conversation with the built-in user', () => {
  const testCase = dynamicCase({
    input: undefined,
    checkpoints: [],
    until: 'done',
    simulator: { goal: 'get a refund', facts: { 'order number': 'W2378156', phone: '555 010 9999' } },
    assertions: [{ type: 'elicited', value: ['order number'] }],
  });
  const refund: ScriptedAnswer = { content: 'Refunded.', toolCalls: [{ tool: 'refund', arguments: {} }] };

  it('is judged again by what the agent asked for', async () => {
    const { answer } = await record(testCase, { agent: ['What is your order number?', refund] });
    expect((await judgeAgain(testCase, answer)).verdict.status).toBe('passed');
    const stricter: StandardOrDynamicCase = { ...testCase, assertions: [{ type: 'elicited', value: ['phone'] }] };
    expect((await judgeAgain(stricter, answer)).verdict.status).toBe('failed');
  });

  it('keeps what was said, whatever the rules would say now', async () => {
    const { answer } = await record(testCase, { agent: ['I cannot refund it.'] });
    const other: StandardOrDynamicCase = { ...testCase, assertions: [{ type: 'contains', value: 'cannot' }] };
    expect((await judgeAgain(other, answer)).verdict.status).toBe('passed');
  });
});
