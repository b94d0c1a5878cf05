import type { Review } from '@/runner/contract';

const columns = ['suite', 'case', 'attempt', 'reviewer', 'verdict', 'note', 'reviewed_at'] as const;

/** The reviews of a run as a file for a table. */
export function reviewsCsv(runId: string, reviews: readonly Review[]): Response {
  const rows = reviews.map(({ suiteKey, caseId, attempt, reviewer, verdict, note, reviewedAt }) => [
    ...[suiteKey, caseId, String(attempt), reviewer, verdict, note, new Date(reviewedAt).toISOString()],
  ]);
  const text = [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="reviews-${runId.replaceAll(/[^a-z0-9-]/gi, '')}.csv"`,
    },
  });
}

/** A spreadsheet would calculate cells that begin like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
