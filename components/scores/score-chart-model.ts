import type { CaseRow } from '@/runner/fold';

/** A score by one scorer. `place` is its rank, where 1 is the lowest score; `band` is the expected range. */
export type ScorePoint = {
  place: number;
  row: CaseRow;
  attempt: number;
  score: number;
  passed: boolean;
  band: [number, number] | undefined;
};

/** Returns the scores of one scorer for all cases and attempts, lowest first. */
export function listScorePoints(rows: readonly CaseRow[], scorer: string): ScorePoint[] {
  const points = rows.flatMap((row) =>
    row.attempts.flatMap(({ attempt, cells = [] }) =>
      cells.flatMap(({ metric, score, passed, range }) =>
        metric === scorer && score !== null
          ? [{ row, attempt, score, passed, band: range === undefined ? undefined : rangeToPair(range) }]
          : [],
      ),
    ),
  );
  points.sort((left, right) => left.score - right.score);
  return points.map((point, position) => ({ place: position + 1, ...point }));
}

/** Selects at most `maxPoints` of the points, evenly spaced and including the first and the last. */
export function sampleEvenly(points: readonly ScorePoint[], maxPoints: number): ScorePoint[] {
  if (points.length <= maxPoints) return [...points];
  const step = (points.length - 1) / (maxPoints - 1);
  return Array.from({ length: maxPoints }, (_, position) => points[Math.round(position * step)]).filter(
    (point) => point !== undefined,
  );
}

export type ScoreBin = { from: number; to: number; passed: number; failed: number };

/**
 * Counts scores in bins of equal width from 0 to 1, or beyond if there are scores outside. The last bin includes its
 * upper end.
 */
export function buildBins(points: readonly ScorePoint[], count: number): ScoreBin[] {
  const from = Math.min(0, points[0]?.score ?? 0);
  const to = Math.max(1, points.at(-1)?.score ?? 1);
  const width = (to - from) / count;
  const bins = Array.from({ length: count }, (_, position) => ({
    from: from + position * width,
    to: from + (position + 1) * width,
    passed: 0,
    failed: 0,
  }));
  for (const { score, passed } of points) {
    // A tolerance for assigning scores to bins. Without it, a rounding error, as in 0.1 + 0.2, could move a score to
    // the next bin.
    const bin = bins[Math.min(count - 1, Math.floor((score - from) / width + 1e-9))];
    if (bin === undefined) continue;
    if (passed) bin.passed += 1;
    else bin.failed += 1;
  }
  return bins;
}

function rangeToPair({ min, max }: { min: number; max: number }): [number, number] {
  return [min, max];
}
