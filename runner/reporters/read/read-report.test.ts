import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseKind, CaseResult, ResultByKind } from '../../contract/index.ts';
import { caseResult, type FinishedRun, finishedRun } from '../../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../../testing/measured-results.ts';
import { buildJsonReport } from '../json/json-report.ts';
import { buildSummaryReport } from '../json/report-summary.ts';
import { formatJsonlReport } from '../jsonl-reporter.ts';
import { mergeReports } from './merge-reports.ts';
import { parseReport } from './read-report.ts';

const json = ({ state, resultsOf }: FinishedRun): string => [...buildJsonReport(state, resultsOf)].join('');
const jsonl = ({ state, resultsOf }: FinishedRun): string => [...formatJsonlReport(state, resultsOf)].join('');
const resultsIn = (text: string): unknown => {
  const { results, skipped, quarantined } = JSON.parse(text);
  return [...results, ...skipped, ...quarantined];
};

const conversation: CaseResult = caseResult({
  id: 'talk',
  hash: 'abc',
  kind: 'dynamic',
  status: 'failed',
  input: 'Hello',
  error: 'missing checkpoints: b',
  endReason: 'max_turns',
  usage: { agent: { inputTokens: 3, outputTokens: 4, calls: 1, retries: 0 } },
  turns: [
    {
      turn: 1,
      origin: 'case',
      input: 'Hello',
      output: 'Hi',
      response: { content: 'Hi', toolCalls: [{ tool: 'greet', arguments: { name: 'x' }, result: true }] },
      checkpointsReached: ['a'],
      interrupts: [{ message: 'Pay?', tool: 'pay', arguments: { in_cents: 5 }, answeredBy: 'script', answer: 'yes' }],
      startedAt: 1_700_000_000_000,
      durationMs: 12,
    },
  ],
  checkpoints: [
    { id: 'a', after: [], required: true, reached: true, reachedAtTurn: 1, outOfOrderAtTurns: [], passed: true },
    { id: 'b', after: ['a'], required: true, reached: false, outOfOrderAtTurns: [1], passed: false, message: 'no' },
  ],
});
const judged: CaseResult = caseResult({
  id: 'judged',
  output: { a: 1 },
  assertions: [
    {
      type: 'agent',
      status: 'failed',
      message: 'too rude',
      agentValidation: { passed: false, reason: 'too rude', score: 0.2 },
    },
  ],
  status: 'failed',
  toolCalls: [{ tool: 'find', arguments: { q: 'x' }, durationMs: 3 }],
  interrupts: [{ message: 'Which city?', reason: 'input-required' }],
});

describe('reading a report', () => {
  it('brings back what was reported', () => {
    const text = json(finishedRun([conversation, judged, caseResult({ status: 'skipped', reason: 'skip' })]));
    const { state, resultsOf } = parseReport(text);
    expect(resultsIn(json({ state, resultsOf }))).toEqual(resultsIn(text));
    expect(resultsIn(text)).toMatchObject([
      { turns: [{ interrupts: [{ arguments: { in_cents: 5 }, answered_by: 'script', answer: 'yes' }] }] },
      { interrupts: [{ message: 'Which city?' }] },
      { reason: 'skip' },
    ]);
    expect(state).toMatchObject({
      runId: 'run-1',
      status: 'failed',
      exitCode: 1,
      suites: [{ key: 'tests/suite.jsonl', agentId: 'echo', connector: 'openai.gpt' }],
      counts: { failed: 2, skipped: 1 },
      environment: { userId: 'test-user' },
    });
  });

  it('brings back the attempts of stability results', () => {
    const run = finishedRun(
      [1, 2, 3].map((attempt) => caseResult({ attempt, status: attempt === 2 ? 'error' : 'passed' })),
    );
    const { state, resultsOf } = parseReport(json(run));
    expect(state.rows.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      ['passed', 'error', 'passed'],
    ]);
    expect(resultsIn(json({ state, resultsOf }))).toEqual(resultsIn(json(run)));
  });

  it('brings back answers, scores and metrics, and what the run announced of them', () => {
    const results = [
      consistencyResult({ attempt: 1 }),
      consistencyResult({ attempt: 2, scores: [], metrics: [], score: null, status: 'error', error: 'no answer' }),
      experimentResult(),
    ];
    const run = finishedRun(results);
    const text = json(run);
    const { state, resultsOf } = parseReport(text);
    expect(state.rows.flatMap(resultsOf)).toEqual(
      results.map((result) => ({
        ...result,
        startedAt: 1_700_000_000_000,
      })),
    );
    expect(resultsIn(json({ state, resultsOf }))).toEqual(resultsIn(text));
    expect(state.rows).toMatchObject([
      { test: 1, attempts: [{ samples: 3, verdicts: 3, metrics: [{ score: 0.5 }] }, { status: 'error' }] },
      { tags: ['spanish', 'greeting'], metadata: { difficulty: 'easy' }, range: { min: 0.8, max: 1 } },
    ]);
    expect(state.rows[1]?.attempts[0]?.cells).toHaveLength(2);
  });

  it('finds keys in one order, whatever the order in which judges and scorers gave them', () => {
    const turned = ({ kind, scores, metrics, ...result }: CaseResult): CaseResult => {
      const other: ResultByKind[CaseKind] = {
        ...result,
        kind,
        scores: scores?.map(reverseKeys),
        metrics: metrics?.map(reverseKeys),
      };
      return other;
    };
    const results = [consistencyResult(), experimentResult()];
    expect(json(finishedRun(results.map(turned)))).toBe(json(finishedRun(results)));
  });

  it('measures the same accuracy after reports of parts are merged', () => {
    const first = finishedRun([consistencyResult()]);
    const perfect = { type: 'similarity', kind: 'accuracy', score: 1, records: 2 } as const;
    const second = finishedRun([consistencyResult({ id: 'test-1-2', status: 'passed', metrics: [perfect] })]);
    const { state } = mergeReports([
      { name: 'a.json', report: parseReport(json(first)) },
      { name: 'b.json', report: parseReport(json(second)) },
    ]);
    expect(buildSummaryReport(first.state)).toMatchObject({ accuracy: 0.5 });
    expect(buildSummaryReport(state)).toMatchObject({ accuracy: 0.75 });
  });

  it('has the most attempts of a case that a part had', () => {
    const parts = [finishedRun([conversation]), finishedRun([{ ...judged }, { ...judged, attempt: 2 }])];
    const [one, two] = parts.map((run, place) => ({ name: `${place}.json`, report: parseReport(json(run)) }));
    if (one === undefined || two === undefined) throw new Error('no parts');
    expect(mergeReports([one, two]).state.options?.attempts).toBe(2);
    expect(mergeReports([one]).state.options?.attempts).toBe(1);
  });

  it('reads a report that names no suites: its agent is that of the summary', () => {
    const { summary, results, metadata } = JSON.parse(json(finishedRun([conversation])));
    const { suites: _, ...rest } = metadata;
    const readSuites = (parts: object) =>
      parseReport(JSON.stringify({ results, metadata: rest, ...parts })).state.suites;
    expect(readSuites({ summary })).toEqual([{ key: 'tests/suite.jsonl', agentId: 'echo' }]);
    expect(readSuites({})).toEqual([{ key: 'tests/suite.jsonl', agentId: '' }]);
  });

  it('reads JSON lines, also of a run that was interrupted', () => {
    const text = jsonl(finishedRun([conversation, judged]));
    expect(parseReport(text).state).toMatchObject({
      status: 'failed',
      rows: [{ id: 'talk', hash: 'abc' }, { id: 'judged' }],
    });
    const cut = text.split('\n').slice(0, 2).join('\n');
    expect(parseReport(cut).state).toMatchObject({ status: 'interrupted', rows: [{ id: 'talk' }] });
  });

  it('refuses everything else, and never fails in another way', () => {
    for (const text of ['', '[]', '{}', '{"type":"case"}', '{"results":[{"id":1}],"metadata":{}}']) {
      expect(() => parseReport(text)).toThrow();
    }
    const report = json(finishedRun([conversation, judged]));
    fc.assert(
      fc.property(fc.nat(report.length), fc.nat(40), fc.string(), (start, length, inserted) => {
        const damaged = report.slice(0, start) + inserted + report.slice(start + length);
        try {
          expect(parseReport(damaged).state.rows.length).toBeLessThanOrEqual(2);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

function reverseKeys<Value extends object>(value: Value): Value {
  const turned = { ...value };
  for (const [key, part] of Object.entries(value).reverse()) {
    Reflect.deleteProperty(turned, key);
    Reflect.set(turned, key, part);
  }
  return turned;
}
