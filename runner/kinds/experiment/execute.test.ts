import { describe, expect, it } from 'vitest';
import type { CaseResult, ExperimentCase, RunEvent } from '../../contract/index.ts';
import type { Agent, ScoreQuestion, ScorerHost, ScorerVerdict } from '../../ports/index.ts';
import { experimentCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { scriptedAgent, throwingAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

type Scorers = Record<string, (question: ScoreQuestion) => ScorerVerdict | Promise<ScorerVerdict>>;

async function scoreRow(
  caseFields: Partial<ExperimentCase>,
  scorers: Scorers,
  agents: readonly Agent[] = [],
): Promise<{ result: CaseResult; events: RunEvent[] }> {
  const host: ScorerHost = {
    async score({ scorer, question }) {
      const answer = scorers[scorer];
      if (answer === undefined) throw new Error(`no scorer ${scorer}`);
      return answer(question);
    },
  };
  const plan = runPlan([plannedCase(experimentCase(caseFields), { agentId: 'target' })]);
  const { events, done } = recordRun(plan, agents, { scorers: host });
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the row did not finish');
  return { result, events };
}

describe('a row of a table without an agent', () => {
  it('has what is expected as its output, and as its ground truth where there is none', async () => {
    const questions: ScoreQuestion[] = [];
    const { result } = await scoreRow(
      { scorers: ['a'], metadata: { level: 'hard' }, tags: ['x'] },
      {
        a(question) {
          questions.push(question);
          return { score: 1 };
        },
      },
    );
    expect(result).toMatchObject({ status: 'passed', output: 'hello', expected: 'hello', score: 1 });
    expect(questions).toEqual([
      {
        input: 'hello',
        output: 'hello',
        expectedOutput: 'hello',
        groundTruth: 'hello',
        caseId: 'E001',
        tags: ['x'],
        metadata: { level: 'hard' },
        toolCalls: [],
        direct: true,
      },
    ]);
  });

  it('is judged by the other scorers where one has nothing to say, and skipped where none has', async () => {
    const silent = (): ScorerVerdict => ({ notScorable: true, reason: 'no claims' });
    const partialResult = await scoreRow({ scorers: ['a', 'b'] }, { a: silent, b: () => ({ score: 1 }) });
    expect(partialResult.result).toMatchObject({
      status: 'passed',
      score: 1,
      scores: [
        { metric: 'a', score: null, passed: false, notScorable: true, reason: 'no claims' },
        { metric: 'b', score: 1, passed: true },
      ],
    });
    const silentResult = await scoreRow({ scorers: ['a'] }, { a: silent });
    expect(silentResult.result).toMatchObject({ status: 'skipped', reason: 'not scorable: no claims', score: null });
    expect(silentResult.result.error).toBeUndefined();
  });

  it('keeps what the models of a scorer were asked and answered, and counts what they spent', async () => {
    const usage = { inputTokens: 7, outputTokens: 2, calls: 1, retries: 0 };
    const record = { request: { analyze: 'Judge' }, response: { analyze: { ok: true } } };
    const { result } = await scoreRow({ scorers: ['a'] }, { a: () => ({ score: 1, ...record, usage }) });
    expect(result.scores).toMatchObject([record]);
    expect(result.usage).toEqual({ judge: usage });
  });

  it('passes within its range, both ends included', async () => {
    const statuses = [];
    for (const score of [0.5, 1, 0.1 + 0.4, 0.49, 1.01]) {
      statuses.push((await scoreRow({}, { exact: () => ({ score }) })).result.status);
    }
    expect(statuses).toEqual(['passed', 'passed', 'passed', 'failed', 'failed']);
  });

  it('says which scorer gave what, and what was expected', async () => {
    const { result } = await scoreRow({ scorers: ['a', 'b'] }, { a: () => ({ score: 0.2 }), b: () => ({ score: 1 }) });
    expect(result).toMatchObject({ status: 'failed', score: 0.6, error: 'scorer "a" gave 0.2, expected 0.5-1' });
  });

  it('has ranges of their own for scorers that have one', async () => {
    const { result } = await scoreRow(
      { scorers: ['a', 'b'], ranges: { a: { min: 0, max: 0.3 } } },
      { a: () => ({ score: 0.2, reason: 'little' }), b: () => ({ score: 0.7 }) },
    );
    expect(result.status).toBe('passed');
    expect(result.scores).toMatchObject([
      { metric: 'a', position: 0, score: 0.2, passed: true, range: { min: 0, max: 0.3 }, reason: 'little' },
      { metric: 'b', position: 1, score: 0.7, passed: true, range: { min: 0.5, max: 1 } },
    ]);
  });

  it('asks the other scorers when one breaks, and is an error then', async () => {
    const { result, events } = await scoreRow(
      { scorers: ['a', 'b'] },
      { a: () => Promise.reject(new Error('boom')), b: () => ({ score: 1 }) },
    );
    expect(result).toMatchObject({
      status: 'error',
      score: 1,
      error: 'scorer "a": boom',
      endReason: 'scorer_error',
      scores: [
        { metric: 'a', score: null, passed: false, error: 'boom' },
        { metric: 'b', passed: true },
      ],
    });
    expect(events.filter(({ type }) => type === 'score.finished')).toHaveLength(2);
  });

  it('has no score when no scorer gave one', async () => {
    expect((await scoreRow({ scorers: ['a'] }, {})).result).toMatchObject({ status: 'error', score: null });
  });

  it('keeps the scores that are there when its time is over', async () => {
    const plan = runPlan([plannedCase(experimentCase({ scorers: ['a', 'b'], timeoutMs: 5 }))]);
    const scorers: ScorerHost = {
      score: ({ scorer }) => (scorer === 'a' ? Promise.resolve({ score: 1 }) : new Promise(() => undefined)),
    };
    const { events, clock, done } = recordRun(plan, [], { scorers });
    await expect.poll(() => events.filter(({ type }) => type === 'phase.started').length).toBe(2);
    await clock.advance(10);
    await done;
    expect(listResultsInEvents(events)).toMatchObject([
      { status: 'timeout', scores: [{ metric: 'a', score: 1 }], score: 1 },
    ]);
  });
});

describe('a row of a table with an agent', () => {
  it('scores what the agent answers, with its tool calls', async () => {
    const questions: ScoreQuestion[] = [];
    const { result, events } = await scoreRow(
      { direct: false, groundTruth: 'the truth' },
      {
        exact(question) {
          questions.push(question);
          return { score: 1 };
        },
      },
      [scriptedAgent('target', [{ content: 'Hi!', toolCalls: [{ tool: 'look', arguments: {} }] }])],
    );
    expect(result).toMatchObject({ status: 'passed', output: 'Hi!', toolCalls: [{ tool: 'look' }] });
    expect(questions).toMatchObject([
      { input: 'hello', output: 'Hi!', groundTruth: 'the truth', toolCalls: [{ tool: 'look' }] },
    ]);
    expect(events.some(({ type }) => type === 'turn.finished')).toBe(true);
  });

  it('is an error without any score when the agent breaks', async () => {
    const { result } = await scoreRow({ direct: false }, {}, [throwingAgent('target')]);
    expect(result).toMatchObject({ status: 'error', error: 'agent error: the agent broke', endReason: 'agent_error' });
    expect(result.scores).toBeUndefined();
  });
});

describe('a validator agent as a scorer', () => {
  const runWithJudge = (...answers: string[]) =>
    scoreRow({ scorers: ['agent:judge'], range: { min: 0.5, max: 1 } }, {}, [scriptedAgent('judge', answers)]);

  it('gives its score, and its verdict counts where it gives none', async () => {
    const result = await runWithJudge('{"score": 0.75, "passed": false, "reason": "mostly"}');
    expect(result.result.scores).toMatchObject([
      { metric: 'agent:judge', score: 0.75, passed: true, reason: 'mostly' },
    ]);
    expect((await runWithJudge('{"passed": true, "reason": "fine"}')).result.score).toBe(1);
    expect((await runWithJudge('passed: false\nreason: no')).result.score).toBe(0);
  });

  it('is asked with output, input, ground truth and the other columns, and that is kept', async () => {
    const judge = scriptedAgent('judge', ['{"score": 1}']);
    const row = { scorers: ['agent:judge'], groundTruth: 'truth', metadata: { level: 'hard' } };
    const { result } = await scoreRow(row, {}, [judge]);
    const request = { output: 'hello', input: 'hello', criteria: 'truth', level: 'hard' };
    expect(judge.requests[0]?.messages).toEqual([{ role: 'user', content: JSON.stringify(request) }]);
    expect(judge.requests[0]?.options).toMatchObject({ metadata: { test_mode: 'validator' } });
    expect(result.scores).toMatchObject([{ request, response: { score: 1 } }]);
  });

  it('is an error when it contradicts itself', async () => {
    expect((await runWithJudge('{"score": 0, "passed": true}')).result).toMatchObject({
      status: 'error',
      error: expect.stringContaining('judge contradicts itself: "passed": true with the score 0'),
    });
  });

  it('is asked twice more when it decides nothing, and the side that two are on counts', async () => {
    const unsure = 'I cannot say';
    expect((await runWithJudge(unsure, '{"score": 0.9, "reason": "fine"}', '{"score": 0.6}')).result).toMatchObject({
      status: 'passed',
      scores: [{ score: 0.9, reason: '2 of 3 answers: fine', response: { score: 0.9 } }],
    });
    expect((await runWithJudge(unsure, '{"score": 0.1}', '{"score": 0}')).result).toMatchObject({
      status: 'failed',
      score: 0.1,
    });
    const expected =
      'scorer "agent:judge": judge must answer {"score": 0.8, "reason": "…"} or {"passed": true | false}, got "I cannot say"; two retries gave no majority';
    for (const more of [
      ['{"score": 1}', '{"score": 0}'],
      ['{"score": 1}', unsure],
      [unsure, unsure],
    ]) {
      expect((await runWithJudge(unsure, ...more)).result).toMatchObject({
        status: 'error',
        error: expected,
        fault: { by: 'judge', kind: 'undecided' },
      });
    }
  });
});

describe('a score that passes although half of it may be missing', () => {
  const half = { min: 0.5, max: 1 };
  const listWarnings = async (range: ExperimentCase['range'], score: number, scorer = 'facts') => {
    const { result } = await scoreRow({ scorers: [scorer], range }, { [scorer]: () => ({ score }) });
    return result.warnings ?? [];
  };

  it('is a warning', async () => {
    expect(await listWarnings(half, 0.6)).toEqual([
      'scorer "facts" gave 0.6 of 1, and this passed, because the range begins at 0.5; raise expected_score_min if nothing may be missing',
    ]);
  });

  it('is none for full scores, other ranges, and scorers that measure similarity', async () => {
    expect(await listWarnings(half, 0.95)).toEqual([]);
    expect(await listWarnings({ min: 0.7, max: 1 }, 0.8)).toEqual([]);
    expect(await listWarnings({ min: 0, max: 0.5 }, 0.3)).toEqual([]);
    expect(await listWarnings(half, 0.6, 'levenshtein')).toEqual([]);
  });
});
