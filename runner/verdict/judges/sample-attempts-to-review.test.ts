import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttemptId, attemptKey } from '../../fold/index.ts';
import { sampleAttemptsToReview } from './sample-attempts-to-review.ts';

function attempts(prefix: string, cases: number, each = 1): AttemptId[] {
  return Array.from({ length: cases * each }, (_, position) => ({
    suiteKey: 'tests/suite.jsonl',
    caseId: `${prefix}${Math.floor(position / each)}`,
    attempt: (position % each) + 1,
  }));
}

const never = () => false;
const drawing = { seed: 'run-1', count: 20, part: 0, isReviewed: never, isJudged: never };
const caseIds = (sampledAttempts: readonly AttemptId[]) => sampledAttempts.map(({ caseId }) => caseId);

describe('sampleAttemptsToReview', () => {
  it('draws the same ones for the same run, none twice, half of each outcome, and all of them in the end', {
    tags: 'thorough',
  }, () => {
    const size = fc.nat({ max: 30 });
    const parts = {
      passed: size,
      failed: size,
      each: fc.integer({ min: 1, max: 3 }),
      count: fc.integer({ min: 1, max: 25 }),
    };
    fc.assert(
      fc.property(fc.record({ ...parts, seed: fc.string() }), ({ passed, failed, each, count, seed }) => {
        const from = { passed: attempts('P', passed, each), failed: attempts('F', failed, each) };
        const total = from.passed.length + from.failed.length;
        const isReviewed = ({ caseId }: AttemptId) => caseId.endsWith('3');
        const isJudged = ({ caseId }: AttemptId) => caseId.endsWith('1');
        const draw = (part: number) =>
          sampleAttemptsToReview(from, { ...drawing, isReviewed, isJudged, seed, count, part });
        const all = Array.from({ length: Math.ceil(total / count) }, (_, part) => draw(part));
        expect(draw(0)).toEqual(draw(0));
        const reversed = { passed: from.passed.toReversed(), failed: from.failed.toReversed() };
        expect(sampleAttemptsToReview(reversed, { ...drawing, isReviewed, isJudged, seed, count })).toEqual(draw(0));
        expect(new Set(all.flat().map(attemptKey)).size).toBe(total);
        expect(all.flat()).toHaveLength(total);
        const first = caseIds(draw(0));
        expect(first).toHaveLength(Math.min(count, total));
        const passes = first.filter((id) => id.startsWith('P')).length;
        expect(passes).toBeGreaterThanOrEqual(Math.min(from.passed.length, Math.floor(count / 2)));
        expect(first.length - passes).toBeGreaterThanOrEqual(Math.min(from.failed.length, Math.floor(count / 2)));
      }),
      { numRuns: 50 },
    );
  });

  it('draws others for another run, in an order that does not give the outcome away', () => {
    const from = { passed: attempts('P', 50), failed: attempts('F', 50) };
    const sampledIds = caseIds(sampleAttemptsToReview(from, drawing));
    expect(sampledIds).not.toEqual(caseIds(sampleAttemptsToReview(from, { ...drawing, seed: 'run-2' })));
    const turns = sampledIds.filter((id, place) => place > 0 && id[0] !== sampledIds[place - 1]?.[0]).length;
    expect(turns).toBeGreaterThan(3);
  });

  it('begins with what nobody has reviewed, and there with what a judge decided alone', () => {
    const from = { passed: attempts('P', 30), failed: attempts('F', 4) };
    const judgedIds = new Set(['P1', 'P7', 'P29']);
    const sampledIds = caseIds(
      sampleAttemptsToReview(from, {
        ...drawing,
        isReviewed: ({ caseId }) => caseId === 'P7' || caseId === 'F2' || caseId.startsWith('P2'),
        isJudged: ({ caseId }) => judgedIds.has(caseId),
      }),
    );
    expect(sampledIds).toHaveLength(20);
    expect(sampledIds).toContain('P1');
    expect(sampledIds.filter((id) => id.startsWith('F'))).toHaveLength(4);
    expect(sampledIds.filter((id) => id === 'P7' || id.startsWith('P2'))).toEqual([]);
  });

  it('draws an attempt of every case before a second one of any', () => {
    const from = { passed: attempts('P', 10, 5), failed: attempts('F', 10, 5) };
    expect(new Set(caseIds(sampleAttemptsToReview(from, drawing))).size).toBe(20);
  });
});
