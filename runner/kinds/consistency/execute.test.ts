import { describe, expect, it } from 'vitest';
import type { CaseResult, ConsistencyCase, Metric, RunEvent, RunOptions } from '../../contract/index.ts';
import type { AgentRequest, RunnerPorts } from '../../ports/index.ts';
import { consistencyCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import {
  answeringAgent,
  type FakeAgent,
  type ScriptedAnswer,
  scriptedAgent,
  unresponsiveAgent,
} from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

const similarity: Metric = { type: 'similarity', judge: 'judge', scores: { A: 1, B: 0 } };
const correctness: Metric = { type: 'correctness', judge: 'judge' };
const recall: Metric = { type: 'context_recall', threshold: 0.5 };

type ConsistencyRun = {
  target: readonly ScriptedAnswer[] | FakeAgent;
  judge?: readonly ScriptedAnswer[] | FakeAgent;
  ports?: Partial<RunnerPorts>;
};
type ConsistencyRecord = { result: CaseResult; events: RunEvent[]; judge: FakeAgent };

async function runConsistency(
  caseFields: Partial<ConsistencyCase>,
  { target, judge = [], ports = {} }: ConsistencyRun,
): Promise<ConsistencyRecord> {
  const asAgent = (id: string, answersOrAgent: readonly ScriptedAnswer[] | FakeAgent) =>
    'invoke' in answersOrAgent ? { ...answersOrAgent, id } : scriptedAgent(id, answersOrAgent);
  const judging = asAgent('judge', judge);
  const plan = runPlan([plannedCase(consistencyCase(caseFields), { agentId: 'target' })]);
  const { events, done } = recordRun(plan, [asAgent('target', target), judging], ports);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return { result, events, judge: judging };
}

const always = (answer: ScriptedAnswer): FakeAgent => answeringAgent('judge', () => answer);
const formatComparedSamples = ({ scores = [] }: CaseResult) => scores.map(({ samples = [] }) => samples.join('-'));
const firstPrompt = ({ messages }: AgentRequest): string => String(messages[0]?.content);

it('warns of answers that are all an error message, and not of one among others', async () => {
  const measure = (...target: string[]) =>
    runConsistency({ samples: 2, metrics: [similarity] }, { target, judge: always('A') });
  const error = 'Internal error: upstream timed out.\nTry again.';
  const { result } = await measure(error, 'Bad Gateway: 502');
  expect(result.warnings).toEqual(['every answer is an error message, such as "Internal error: upstream timed out."']);
  const right = [
    [error, 'We are closed.'],
    ['Internal error codes are secret.', 'Bad gateway'],
  ];
  for (const [first = '', second = ''] of right) expect((await measure(first, second)).result.warnings).toBeUndefined();
});

describe('answers that are compared with each other', () => {
  it('are asked as often as the case says, and each is compared with the next, the last with the first', async () => {
    const { result, judge } = await runConsistency(
      { input: 'how many users?', samples: 3, metrics: [similarity] },
      { target: ['12', 'twelve', '13'], judge: ['fine\nA', '+++ 12\n--- 13\nnot the same\nB', 'A'] },
    );
    expect(result).toMatchObject({
      status: 'passed',
      output: '12',
      score: 2 / 3,
      samples: [
        { label: '1', output: '12' },
        { label: '2', output: 'twelve' },
        { label: '3', output: '13' },
      ],
      scores: [
        { metric: 'similarity', position: 0, samples: ['1', '2'], score: 1, passed: true, choice: 'A', reason: 'fine' },
        { samples: ['2', '3'], score: 0, passed: false, choice: 'B', reason: '+++ 12\n--- 13\nnot the same' },
        { samples: ['3', '1'], score: 1, passed: true, choice: 'A', reason: '' },
      ],
      metrics: [{ type: 'similarity', kind: 'accuracy', score: 2 / 3, records: 3 }],
    });
    expect(judge.requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['system'],
      ['system'],
      ['system'],
    ]);
    for (const part of ['how many users?', 'twelve', '13'])
      expect(firstPrompt(judge.requests[1] ?? fail())).toContain(part);
    expect(result.scores?.[1]).toMatchObject({
      request: [{ role: 'system' }],
      response: '+++ 12\n--- 13\nnot the same\nB',
    });
  });

  it.each([
    [2, ['1-2', '2-1']],
    [4, ['1-2', '2-3', '3-4', '4-1']],
  ])('make as many pairs as there are answers: %i', async (samples, pairs) => {
    const { result } = await runConsistency(
      { samples, metrics: [similarity] },
      { target: always('x'), judge: always('A') },
    );
    expect(formatComparedSamples(result)).toEqual(pairs);
    expect(result.status).toBe('passed');
  });

  it('are all compared with all on request', async () => {
    const { result } = await runConsistency(
      { samples: 4, pairing: 'all', metrics: [similarity] },
      { target: always('x'), judge: always('A') },
    );
    expect(formatComparedSamples(result)).toEqual(['1-2', '1-3', '1-4', '2-3', '2-4', '3-4']);
  });

  it('that fail are listed and only make the others fewer', async () => {
    const { result } = await runConsistency(
      { samples: 3, metrics: [similarity] },
      { target: ['x', new Error('no connection'), 'x'], judge: always('A') },
    );
    expect(result).toMatchObject({
      status: 'passed',
      score: 1,
      samples: [{}, { label: '2', error: 'agent error: no connection' }, {}],
    });
    expect(formatComparedSamples(result)).toEqual(['1-3', '3-1']);
  });

  it('are an error when fewer than half of them came: a few would stand for all', async () => {
    const connectionError = new Error('no connection');
    const { result, judge } = await runConsistency(
      { samples: 3, metrics: [similarity] },
      { target: ['x', connectionError, connectionError], judge: always('A') },
    );
    expect(result).toMatchObject({
      status: 'error',
      error: 'only one answer of 3 arrived, too few to measure: agent error: no connection',
      endReason: 'agent_error',
      score: null,
      metrics: [{ score: null, records: 0 }],
    });
    expect(judge.requests).toEqual([]);
  });

  it.each([
    ['is asked for', 1, ['x'] as ScriptedAnswer[], 'a single answer cannot be compared with anything; '],
    [
      'came',
      2,
      ['x', new Error('no connection')] as ScriptedAnswer[],
      'only one answer arrived, so there is nothing to compare it with',
    ],
  ])('are an error when only one %s: it would be compared with itself', async (_when, samples, target, reason) => {
    const { result, judge } = await runConsistency({ samples, metrics: [similarity] }, { target, judge: always('A') });
    expect(result).toMatchObject({ status: 'error', score: null, metrics: [{ score: null, records: 0 }] });
    expect(result.error?.startsWith(`no verdict: ${reason}`)).toBe(true);
    expect(judge.requests).toEqual([]);
  });

  it('are an error when there is none, with a score of nothing', async () => {
    const { result, judge } = await runConsistency(
      { samples: 2, metrics: [similarity] },
      { target: always(new Error('no connection')) },
    );
    expect(result).toMatchObject({
      status: 'error',
      error: 'no answer: agent error: no connection',
      endReason: 'agent_error',
      score: null,
      scores: [],
      metrics: [{ score: null, records: 0 }],
    });
    expect(judge.requests).toEqual([]);
  });

  it('of a workflow that loops are compared round by round, each with what its agent was asked', async () => {
    const target = always({ content: 'a\nb', next: { outputs: [{ text: 'a', prompt: 'about a?' }, { text: 'b' }] } });
    const { result, judge } = await runConsistency(
      { input: undefined, samples: 2, metrics: [similarity] },
      { target, judge: always('A') },
    );
    expect(result.samples?.map(({ label, output, prompt }) => [label, output, prompt])).toEqual([
      ['1.1', 'a', 'about a?'],
      ['1.2', 'b', undefined],
      ['2.1', 'a', 'about a?'],
      ['2.2', 'b', undefined],
    ]);
    expect(formatComparedSamples(result)).toEqual(['1.1-2.1', '2.1-1.1', '1.2-2.2', '2.2-1.2']);
    expect(firstPrompt(judge.requests[0] ?? fail())).toContain('about a?');
    expect(firstPrompt(judge.requests[2] ?? fail())).not.toContain('<question>');
  });
});

describe('a judge', () => {
  it.each([
    ['ends with the key of a score', 'I looked.\n  A  \n', 1],
    ['puts a full stop behind it', 'A.', 0],
    ['says more on the line', 'Answer: A', 0],
    ['prints it bold', '**A**', 0],
    ['has the last word after it', 'A\nHope this helps!', 0],
    ['says nothing', '', 0],
    ['names what every object has', 'toString', 0],
  ])('that %s is read strictly', async (_how, reply, score) => {
    const { result } = await runConsistency(
      { samples: 1, expected: 'x', metrics: [similarity] },
      { target: ['x'], judge: [reply] },
    );
    expect(result.scores).toMatchObject([{ score, passed: score === 1 }]);
  });

  it('that gives no key is told by what came instead and which keys there are', async () => {
    const { result } = await runConsistency(
      { samples: 1, expected: 'x', metrics: [similarity] },
      { target: ['x'], judge: ['They agree.\nAnswer: A'] },
    );
    expect(result.scores?.[0]?.reason).toBe(
      'They agree.\n\nThe last line of the judge judge is "Answer: A", which matches no score; it must be one of: A, B.',
    );
  });

  it('may have scores and a prompt of its own', async () => {
    const metric: Metric = { ...similarity, prompt: 'Q', scores: { same: 1, close: 0.7, other: -1 } };
    const rendered: unknown[] = [];
    const { result } = await runConsistency(
      { input: 'why?', samples: 2, metrics: [metric] },
      {
        target: ['x', 'y'],
        judge: ['close', 'same'],
        ports: { render: (template, values) => `${template} ${rendered.push(values)}` },
      },
    );
    expect(result).toMatchObject({
      score: 0.85,
      scores: [
        { score: 0.7, passed: false, choice: 'close' },
        { score: 1, passed: true },
      ],
    });
    expect(rendered[0]).toEqual({ task_description: 'why?', submission_1: 'x', submission_2: 'y' });
    expect(result.scores?.[0]?.request).toEqual([{ role: 'system', content: 'Q 1' }]);
  });

  it('that fails is a verdict that failed, not the end', async () => {
    const { result } = await runConsistency(
      { samples: 2, metrics: [similarity] },
      { target: ['x', 'x'], judge: [new Error('overloaded'), 'A'] },
    );
    expect(result).toMatchObject({
      status: 'passed',
      score: 0.5,
      warnings: ['1 of 2 verdicts failed: judge: agent error: overloaded'],
      scores: [{ score: 0, passed: false, error: 'judge: agent error: overloaded' }, { score: 1 }],
    });
  });

  it('that always fails makes the case an error', async () => {
    const { result } = await runConsistency(
      { samples: 2, metrics: [similarity] },
      { target: always('x'), judge: always(new Error('overloaded')) },
    );
    expect(result).toMatchObject({
      status: 'error',
      endReason: 'judge_error',
      error: 'no verdict: judge: agent error: overloaded',
    });
  });

  it('that always fails for one of several metrics makes the case an error too', async () => {
    const contexts = { content: 'x', toolCalls: [{ tool: 'find', result: 'abcd' }] };
    const { result } = await runConsistency(
      { samples: 1, expected: 'x', contexts: ['abcd'], metrics: [recall, similarity, correctness] },
      { target: [contexts], judge: ['A', new Error('overloaded')] },
    );
    expect(result).toMatchObject({
      status: 'error',
      error: 'no verdict: judge: agent error: overloaded',
      metrics: [{ score: 1 }, { score: 1 }, { score: 0 }],
    });
  });

  it('that nobody asks lets nothing pass', async () => {
    const { result } = await runConsistency({ samples: 1, metrics: [] }, { target: ['x'] });
    expect(result).toMatchObject({ status: 'error', error: 'no verdict: the test has no metrics', score: null });
  });

  it('whose prompt cannot be filled in is told why', async () => {
    const metric: Metric = { ...similarity, prompt: '{{ nope }}' };
    const render = (): never => {
      throw new Error('line 1: nope is not known');
    };
    const { result, judge } = await runConsistency(
      { samples: 1, expected: 'x', metrics: [metric] },
      { target: ['x'], judge: ['A'], ports: { render } },
    );
    expect(result).toMatchObject({
      status: 'error',
      scores: [{ error: 'prompt: line 1: nope is not known' }],
    });
    expect(judge.requests).toEqual([]);
  });
});

describe('answers that are held against the expected one', () => {
  it('are each compared with it when their likeness is measured', async () => {
    const { result, judge } = await runConsistency(
      { samples: 2, expected: 'twelve', metrics: [similarity] },
      { target: ['12', '13'], judge: ['A', 'B'] },
    );
    expect(formatComparedSamples(result)).toEqual(['1', '2']);
    expect(firstPrompt(judge.requests[0] ?? fail())).toContain('twelve');
    expect(result).toMatchObject({ score: 0.5, expected: 'twelve' });
  });

  it.each([
    ['PASS', 'PASS', 1],
    ['a decorated verdict', 'All there.\n\n## **Verdict: pass**', 1],
    ['a verdict among the last five lines', 'PASS\n1\n2\n3\n4', 1],
    ['a verdict before the last five lines', 'PASS\n1\n2\n3\n4\n5', 0],
    ['the same verdict twice', 'PASS\n**Verdict: PASS**', 1],
    ['PASS or FAIL on one line', 'PASS or FAIL: undecided', 0],
    ['FAIL', 'It is wrong.\nFAIL', 0],
    ['no verdict', 'I cannot say.', 0],
  ])('are right as the judge says near the end: %s', async (_what, reply, score) => {
    const { result } = await runConsistency(
      { samples: 1, expected: 'y', metrics: [correctness] },
      { target: ['x'], judge: [reply] },
    );
    expect(result.scores).toMatchObject([{ score, passed: score === 1, choice: score === 1 ? 'PASS' : 'FAIL' }]);
    expect(result.scores?.[0]?.reason).toContain(reply);
  });

  it.each([
    ['FAIL\nPASS', correctness, 'FAIL, PASS'],
    ['PASS\n\nOn second thought:\nVERDICT: FAIL', correctness, 'PASS, FAIL'],
    ['B\nNo, wait:\nA', similarity, 'B, A'],
  ])('are neither right nor wrong by a judge that contradicts itself: %j', async (reply, metric, choice) => {
    const { result } = await runConsistency(
      { samples: 1, expected: 'y', metrics: [metric] },
      { target: ['x'], judge: [reply] },
    );
    const error = `judge: two different verdicts in one reply: ${choice}`;
    expect(result).toMatchObject({ status: 'error', scores: [{ score: 0, passed: false, error }] });
  });

  it('have the next answer for an expected one where there is none', async () => {
    const { result, judge } = await runConsistency(
      { samples: 3, metrics: [correctness] },
      { target: ['12', '13', new Error('no connection')], judge: ['PASS', 'FAIL'] },
    );
    expect(formatComparedSamples(result)).toEqual(['1-2', '2-1', '3']);
    expect(result.scores?.map(({ score }) => score)).toEqual([1, 0, 0]);
    expect(firstPrompt(judge.requests[0] ?? fail())).toMatch(/<right-answer>\s*13\s*<.*<given-answer>\s*12\s*</s);
  });

  it('say so when the judge gave no verdict', async () => {
    const { result } = await runConsistency(
      { samples: 1, expected: 'y', metrics: [correctness] },
      { target: ['x'], judge: ['Hm.'] },
    );
    expect(result.scores?.[0]?.reason).toContain('The judge judge gave no verdict');
  });

  it('are wrong when they fail', async () => {
    const { result } = await runConsistency(
      { samples: 2, expected: 'y', metrics: [correctness] },
      { target: [new Error('no connection'), 'y'], judge: ['PASS'] },
    );
    expect(result).toMatchObject({
      status: 'passed',
      score: 0.5,
      scores: [
        {
          samples: ['1'],
          score: 0,
          passed: false,
          choice: 'FAIL',
          reason: 'The agent did not answer: agent error: no connection',
        },
        { samples: ['2'], score: 1 },
      ],
    });
  });
});

describe('what was looked up', () => {
  const looksUp = (...results: string[]): ScriptedAnswer => ({
    content: 'x',
    toolCalls: [{ tool: 'search', result: results }],
  });

  it('is held against the reference, the best likeness of each, and must lie above the threshold', async () => {
    const { result } = await runConsistency(
      { samples: 2, expected: 'y', contexts: ['abcd', 'wxyz'], metrics: [recall, similarity] },
      { target: [looksUp('abcd', 'wx--'), looksUp('ab--', 'wx--')], judge: always('A') },
    );
    expect(result).toMatchObject({
      status: 'passed',
      score: 1,
      scores: [
        {
          metric: 'context_recall',
          samples: ['1'],
          score: 0.75,
          passed: true,
          contexts: { retrieved: ['abcd', 'wx--'], reference: ['abcd', 'wxyz'] },
        },
        { metric: 'context_recall', samples: ['2'], score: 0.5, passed: false },
        { metric: 'similarity' },
        { metric: 'similarity' },
      ],
      metrics: [
        { type: 'context_recall', kind: 'recall', score: 0.625 },
        { type: 'similarity', score: 1 },
      ],
    });
  });

  it('is measured where nothing else is', async () => {
    const caseFields = { samples: 1, expected: 'y', contexts: ['abcd'], metrics: [recall] };
    expect((await runConsistency(caseFields, { target: [looksUp('abcd')] })).result.status).toBe('passed');
    const missedRun = await runConsistency(caseFields, { target: [looksUp('zzzz')] });
    expect(missedRun.result).toMatchObject({ status: 'passed', score: null, metrics: [{ score: 0 }] });
    const emptyRun = await runConsistency(caseFields, { target: ['x'] });
    expect(emptyRun.result).toMatchObject({
      status: 'passed',
      scores: [{ score: 0, passed: false, reason: 'no recall: the agent retrieved nothing' }],
      metrics: [{ score: 0, records: 1 }],
    });
  });

  it('is none of an answer that looked nothing up, and that counts', async () => {
    const caseFields = { samples: 2, expected: 'y', contexts: ['abcd'], metrics: [recall] };
    const { result } = await runConsistency(caseFields, { target: [looksUp('abcd'), 'x'] });
    expect(result.metrics).toMatchObject([{ score: 0.5, records: 2 }]);
    const nothingToFind = await runConsistency(
      { ...caseFields, contexts: [] },
      { target: [looksUp('abcd'), looksUp('abcd')] },
    );
    expect(nothingToFind.result).toMatchObject({
      status: 'error',
      error: 'no verdict: no recall: there is nothing to compare with',
      metrics: [{ score: null, records: 0 }],
    });
  });

  it('is nothing of answers of which none looked anything up, and that is measured', async () => {
    const { result } = await runConsistency({ samples: 2, metrics: [recall] }, { target: ['x', 'x'] });
    expect(result).toMatchObject({ status: 'passed', metrics: [{ score: 0, records: 2 }] });
  });

  it('is that of the other answer when answers are compared', async () => {
    const { result } = await runConsistency(
      { samples: 2, metrics: [recall] },
      { target: [looksUp('abcd'), looksUp('ab--')] },
    );
    expect(result).toMatchObject({
      scores: [
        { samples: ['1', '2'], score: 0.5 },
        { samples: ['2', '1'], score: 0.5 },
      ],
    });
  });

  it('goes by the ids of documents where the case says so', async () => {
    const target: ScriptedAnswer = {
      content: 'x',
      toolCalls: [{ tool: 'search', result: { hits: [{ id: 'doc-1', content: 'text' }], total: 1 } }],
    };
    const runWithContexts = (contextIds: boolean) =>
      runConsistency({ samples: 1, contexts: ['doc-1'], contextIds, metrics: [recall] }, { target: [target] });
    expect((await runWithContexts(true)).result.samples?.[0]?.contexts).toEqual(['doc-1']);
    expect((await runWithContexts(false)).result.samples?.[0]?.contexts).toEqual(['text']);
  });
});

describe('a tool that every answer must call', () => {
  const callingAnswer: ScriptedAnswer = { content: 'x', toolCalls: [{ tool: 'sql', server: 'db', result: '1' }] };
  const caseFields = { samples: 2, tool: 'sql', metrics: [similarity] };

  it('is a check of its own beside the accuracy', async () => {
    const goodRun = await runConsistency(caseFields, { target: always(callingAnswer), judge: always('A') });
    expect(goodRun.result).toMatchObject({ status: 'passed', assertions: [{ type: 'tool_called', status: 'passed' }] });
    expect(goodRun.events.filter(({ type }) => type === 'assertion.finished')).toHaveLength(1);
    const badRun = await runConsistency(caseFields, { target: [callingAnswer, 'x'], judge: always('A') });
    expect(badRun.result).toMatchObject({
      status: 'failed',
      score: 1,
      error: 'answer 2 did not call sql',
      assertions: [{ type: 'tool_called', status: 'failed', expected: 'sql', actual: ['sql'] }],
    });
  });
});

const severities = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'fault.found' ? [event.fault.severity] : []));

describe('calls of a consistency case', () => {
  it('are never more at once than its concurrency, and keep their order', async () => {
    let running = 0;
    let maxRunning = 0;
    const target = answeringAgent('target', async ({ sessionId }) => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
      return sessionId;
    });
    const { result, events } = await runConsistency(
      { samples: 7, concurrency: 3, metrics: [similarity] },
      { target, judge: always('A') },
    );
    expect(maxRunning).toBe(3);
    expect(result.samples?.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(new Set(result.samples?.map(({ output }) => output)).size).toBe(7);
    const count = (type: RunEvent['type']) => events.filter((event) => event.type === type).length;
    expect([count('sample.finished'), count('score.finished')]).toEqual([7, 7]);
  });

  it('that never end are late each for itself, and the others count', async () => {
    const deaf = unresponsiveAgent('target');
    let requestCount = 0;
    const target = answeringAgent('target', (request, signal) => {
      requestCount += 1;
      return requestCount === 2 ? deaf.invoke(request, signal) : 'x';
    });
    const testCase = consistencyCase({ samples: 3, concurrency: 1, metrics: [similarity] });
    const plan = runPlan([plannedCase(testCase, { agentId: 'target', timeoutMs: 6000 })]);
    const { events, clock, done } = recordRun(plan, [target, always('A')]);
    await clock.advance(1000);
    await done;
    const [result] = listResultsInEvents(events);
    expect(result).toMatchObject({
      status: 'passed',
      samples: [{ output: 'x' }, { error: 'timeout after 1s: waiting for the agent in turn 2' }, { output: 'x' }],
    });
    expect(severities(events)).toEqual(['minor']);
  });

  it('decide nothing alone when they break', async () => {
    let requestCount = 0;
    const target = answeringAgent('target', () => {
      requestCount += 1;
      return requestCount === 2 ? new Error('down') : 'x';
    });
    const { result, events } = await runConsistency(
      { samples: 3, concurrency: 1, metrics: [similarity] },
      { target, judge: always('A') },
    );
    expect(result).toMatchObject({
      status: 'passed',
      samples: [{ output: 'x' }, { error: 'agent error: down' }, { output: 'x' }],
    });
    expect(severities(events)).toEqual(['minor']);
  });
});

describe('failing fast', () => {
  const lowCase = consistencyCase({ id: 'low', samples: 2 });
  const next = consistencyCase({ id: 'next', samples: 2 });
  const statuses = async (first: ConsistencyCase, options: Partial<RunOptions> = {}) => {
    const cases = [first, next].map((each) => plannedCase(each, { agentId: 'target' }));
    const plan = runPlan(cases, { options: { failFast: true, ...options } });
    const target = { ...always('x'), id: 'target' };
    const { events, done } = recordRun(plan, [target, always('B')]);
    await done;
    return listResultsInEvents(events).map(({ status, reason }) => reason ?? status);
  };

  it('does not stop at a low accuracy, whatever the threshold, but at a check that failed', async () => {
    expect(await statuses(lowCase)).toEqual(['passed', 'passed']);
    expect(await statuses(lowCase, { gates: { minAccuracy: 0.5 } })).toEqual(['passed', 'passed']);
    expect(await statuses({ ...lowCase, tool: 'sql' })).toEqual(['failed', 'fail-fast']);
  });
});

describe('a consistency case that is stopped', () => {
  it('keeps the answers that came, measures nothing, and says nothing afterwards', async () => {
    const lateAnswer = Promise.withResolvers<ScriptedAnswer>();
    let requestCount = 0;
    const target = answeringAgent('target', () => {
      requestCount += 1;
      return requestCount === 1 ? 'x' : lateAnswer.promise;
    });
    const plan = runPlan([plannedCase(consistencyCase({ samples: 3, concurrency: 2 }), { agentId: 'target' })]);
    const { events, clock, controller, done } = recordRun(plan, [target, always('A')]);
    await clock.advance(1);
    controller.abort('SIGINT');
    const state = await done;
    lateAnswer.resolve('too late');
    await clock.advance(1);
    expect(listResultsInEvents(events)).toMatchObject([
      { status: 'skipped', reason: 'cancelled', samples: [{ label: '1', output: 'x' }], metrics: [{ score: null }] },
    ]);
    expect(events.at(-1)?.type).toBe('run.finished');
    expect({ status: state.status, asked: requestCount }).toEqual({ status: 'cancelled', asked: 3 });
  });
});

function fail(): never {
  throw new Error('nothing was asked');
}
