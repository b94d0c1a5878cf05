import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { Database } from '../db/index.ts';
import { drawReviewSample, getRunState, type ReviewSample, saveReview } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/suite.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

const judgedResult = (id: string, passed: boolean): CaseResult =>
  caseResult({
    id,
    status: passed ? 'passed' : 'failed',
    assertions: [
      {
        type: 'agent',
        status: passed ? 'passed' : 'failed',
        agentValidation: { passed, reason: 'why', use: 'fair', criteria: 'polite' },
      },
    ],
  });

async function record(results: CaseResult[]): Promise<void> {
  await writeResults(database, { runId: 'run-1', at: 1, results });
}

function sampleFor(reviewer: string, partNumber = 0, cases?: string[]): ReviewSample {
  const state = getRunState(database, 'run-1');
  if (state === undefined) throw new Error('the run is not there');
  return drawReviewSample(database, state, { reviewer, part: partNumber, cases });
}

const caseIds = ({ attempts }: ReviewSample) => attempts.map(({ caseId }) => caseId);

describe('the attempts that a person is asked to review', () => {
  it('are conversations that passed or failed, with the judge that decided them alone', async () => {
    await record([
      judgedResult('good', true),
      judgedResult('bad', false),
      caseResult({ id: 'plain' }),
      caseResult({ id: 'broken', status: 'error' }),
      caseResult({ id: 'script', kind: 'script' }),
    ]);
    const { attempts, ...counts } = sampleFor('ann');
    expect(counts).toEqual({ passed: 2, failed: 1, left: 0 });
    const byId = new Map(attempts.map((attempt) => [attempt.caseId, attempt]));
    expect([...byId.keys()].toSorted()).toEqual(['bad', 'good', 'plain']);
    expect(byId.get('bad')).toMatchObject({ status: 'failed', judged: { judge: 'fair', held: false } });
    expect(byId.get('plain')).toMatchObject({ status: 'passed', judged: null, announced: { kind: 'standard' } });
  });

  it('are only of the requested cases', async () => {
    await record([judgedResult('a', true), judgedResult('b', false), judgedResult('c', true)]);
    const sample = sampleFor('ann', 0, ['c', 'b', 'gone']);
    expect(caseIds(sample).toSorted()).toEqual(['b', 'c']);
    expect(sample).toMatchObject({ passed: 1, failed: 1, left: 0 });
  });

  it('stay the same while the person reviews them, and leave what others have reviewed for later', async () => {
    const numbers = Array.from({ length: 30 }, (_, number) => number);
    await record(numbers.map((number) => judgedResult(`c${number}`, number % 2 === 0)));
    const first = sampleFor('ann');
    expect(first.left).toBe(10);
    const [reviewedCaseId = ''] = caseIds(first);
    saveReview(database, 'run-1', {
      suiteKey,
      caseId: reviewedCaseId,
      attempt: 1,
      reviewer: 'ann',
      verdict: 'good',
      reviewedAt: 1,
    });
    expect(sampleFor('ann')).toEqual(first);
    expect(caseIds(sampleFor('bob'))).not.toContain(reviewedCaseId);
    expect(new Set([...caseIds(first), ...caseIds(sampleFor('ann', 1))]).size).toBe(30);
    expect(sampleFor('ann', 2)).toMatchObject({ attempts: [], left: 0 });
  });
});
