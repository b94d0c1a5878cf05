import type { ScoreRange } from '@/runner/contract';
import { computeDistanceFromRange } from '@/runner/fold';
import { formatScoreOrDash } from '@/runner/format';

export function formatScoreRange({ min, max }: ScoreRange): string {
  return min === max ? formatScoreOrDash(min) : `${formatScoreOrDash(min)} – ${formatScoreOrDash(max)}`;
}

/** Returns the signed distance of a score from its range: `−0.55`, `+0.2`, `0` inside. */
export function signedDistanceText(distance: number | null): string {
  if (distance === null) return '–';
  if (distance === 0) return '0';
  return `${distance < 0 ? '−' : '+'}${formatScoreOrDash(Math.abs(distance))}`;
}

/** Describes the distance of a score from its range. */
export function rangeDistanceText(score: number | null, range: ScoreRange | undefined): string {
  const distance = range === undefined ? null : computeDistanceFromRange(score, range);
  if (distance === null) return 'no score';
  if (distance === 0) return 'in range';
  return `${formatScoreOrDash(Math.abs(distance))} ${distance < 0 ? 'below' : 'above'}`;
}
