import { describe, expect, it } from 'vitest';
import type { Review } from '@/runner/contract';
import { withReview } from './with-review';

const place = { suiteKey: 'tests/suite.jsonl', caseId: 'T001', attempt: 1 };
const ann: Review = { ...place, reviewer: 'ann', verdict: 'good', note: 'well said', reviewedAt: 1 };
const others: Review[] = [
  { ...ann, reviewer: 'bob' },
  { ...ann, attempt: 2 },
  { ...ann, caseId: 'T002' },
  { ...ann, suiteKey: 'tests/other.jsonl' },
];

describe('withReview', () => {
  it('replaces what the same person said of the attempt, and keeps the note unless there is another', () => {
    const said = { ...place, reviewer: 'ann', verdict: 'bad' as const };
    expect(withReview([ann, ...others], said, 2)).toEqual([...others, { ...ann, verdict: 'bad', reviewedAt: 2 }]);
    expect(withReview([ann], { ...said, note: '' }, 2)).toEqual([{ ...ann, verdict: 'bad', note: '', reviewedAt: 2 }]);
    expect(withReview(others, said, 2)).toEqual([...others, { ...ann, verdict: 'bad', note: '', reviewedAt: 2 }]);
  });

  it('takes it back without a verdict', () => {
    expect(withReview([ann, ...others], { ...place, reviewer: 'ann', verdict: null }, 2)).toEqual(others);
  });
});
