import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseKey, type RunState } from '../../fold/index.ts';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import type { FailingCaseHistory } from '../../verdict/index.ts';
import { createStyleText } from '../console/style-text.ts';
import { explainRunFailures } from './explained-run.ts';
import { toWhyJson } from './why-json.ts';
import { formatWhyLines } from './why-text.ts';

const suiteKey = 'tests/suite.jsonl';
const lacks = (value: string) => [
  { type: 'contains' as const, status: 'failed' as const, message: `lacks "${value}"` },
];
const mark = { runId: 'earlier', startedAt: 1_700_000_000_000 };
const tally = { passed: 0, judged: 3, bounds: { low: 0, high: 0.63 } };
const brandNew: FailingCaseHistory = {
  standing: { state: 'new', ...tally },
  isNewlyFailing: false,
  lastPassed: mark,
  changes: ['case edited'],
  runs: 1,
};
const brokenPast: FailingCaseHistory = { standing: { state: 'broken', ...tally }, isNewlyFailing: false, runs: 2 };
const failed = (id: string, parts: Partial<CaseResult> = {}) =>
  caseResult({ id, status: 'failed', assertions: lacks('bye'), ...parts });
const results = [
  failed('A', { name: 'says bye' }),
  failed('B'),
  failed('C', { assertions: lacks('now'), attempt: 2 }),
  caseResult({ id: 'D' }),
];

function explained(
  of: readonly CaseResult[],
  pasts: Record<string, FailingCaseHistory>,
  parts: Partial<RunState> = {},
) {
  const { state, resultsOf } = finishedRun(of, parts);
  const pastsByCase = new Map(Object.entries(pasts).map(([id, past]) => [caseKey(suiteKey, id), past]));
  return explainRunFailures(state, { resultsOf, pastsOf: () => pastsByCase });
}

const explainLines = (...parameters: Parameters<typeof explained>) =>
  formatWhyLines(explained(...parameters), createStyleText(false));

describe('why a run failed', () => {
  it('is told by cause, with what is known of each case before', () => {
    expect(explainLines(results, { A: brandNew, B: brokenPast, C: brokenPast, D: brokenPast })).toEqual([
      'Run run-1 of 2023-11-14 22:13 UTC: tests/suite.jsonl',
      '3 failures · 2 causes · 1 new · 2 broken',
      ...['', 'FAILED [A] [B] (2×)', '  lacks "bye"', '  1 new · 1 broken'],
      ...['', 'FAILED [C] (run 2)', '  lacks "now"', '  Also failed in all 2 complete runs before'],
    ]);
  });

  it('says once what is known of all, and names the suite where there are several', () => {
    const suites = [suiteKey, 'other.jsonl'].map((key) => ({ key, agentId: 'echo' }));
    const parts = { suites, faults: { agent: 2, infra: 1, judge: 2 } };
    expect(
      explainLines(
        [results[0], results[2]].flatMap((each) => each ?? []),
        { A: brokenPast, C: brokenPast },
        parts,
      ),
    ).toEqual([
      'Run run-1 of 2023-11-14 22:13 UTC: tests/suite.jsonl',
      "2 failures · 2 causes · 2 broken · 3 not the agent's fault",
      ...['', 'FAILED [A] says bye in tests/suite.jsonl', '  lacks "bye"'],
      ...['', 'FAILED [C] (run 2) in tests/suite.jsonl', '  lacks "now"'],
      ...['', 'All of them: also failed in all 2 complete runs before'],
    ]);
  });

  it('is nothing where nothing failed', () => {
    expect(explainLines([caseResult()], {})).toEqual([
      'Run run-1 of 2023-11-14 22:13 UTC: tests/suite.jsonl',
      'Nothing failed: 1 case passed.',
    ]);
  });

  it('is data, with what is known of each attempt and no more', () => {
    const document = JSON.parse(
      toWhyJson(explained(results, { A: { ...brandNew, isNewlyFailing: true }, C: brokenPast })),
    );
    expect(document).toMatchObject({ run_id: 'run-1', status: 'failed', failures: 3 });
    const inReport = (state: string) => ({
      standing: { state },
      steadiness: { class: 'unknown', ...tally, words: '0 of 3: could be anything below 63%' },
    });
    const [bye, now] = document.causes;
    expect(bye).toMatchObject({ status: 'failed', headline: 'lacks "bye"' });
    expect(bye.attempts).toEqual([
      {
        suite: suiteKey,
        id: 'A',
        attempt: 1,
        newly_failing: true,
        ...inReport('new'),
        last_passed: 'earlier',
        changes: ['case edited'],
      },
      { suite: suiteKey, id: 'B', attempt: 1 },
    ]);
    expect(now.attempts).toEqual([
      { suite: suiteKey, id: 'C', attempt: 2, ...inReport('broken'), newly_failing: false },
    ]);
    const bad = { ...brokenPast, lastPassed: mark, firstBad: { ...mark, runId: 'bad' } };
    const [cause] = JSON.parse(toWhyJson(explained(results, { A: bad }))).causes;
    expect(cause.attempts[0]).toMatchObject({ last_passed: 'earlier', first_bad: 'bad' });
  });
});
