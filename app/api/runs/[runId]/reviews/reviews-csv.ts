import type { Review, TurnReview } from '@/runner/contract';
import { formatIsoTime, toCsv } from '@/runner/format';

const columns = ['suite', 'case', 'attempt', 'turn', 'reviewer', 'verdict', 'note', 'reviewed_at'] as const;

/** Returns the reviews of a run as a CSV file. */
export function reviewsCsv(runId: string, reviews: readonly (Review | TurnReview)[]): Response {
  const rows = reviews.map((review) => {
    const { suiteKey, caseId, attempt, reviewer, verdict, note, reviewedAt } = review;
    const turn = 'turn' in review ? review.turn : '';
    return [suiteKey, caseId, attempt, turn, reviewer, verdict, note, formatIsoTime(reviewedAt)];
  });
  return new Response(toCsv([columns, ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="reviews-${runId.replaceAll(/[^a-z0-9-]/gi, '')}.csv"`,
    },
  });
}
