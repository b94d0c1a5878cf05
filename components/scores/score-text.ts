import type { ScoreRange } from '@/runner/contract';
import { computeDistanceFromRange } from '@/runner/fold';
import { formatScoreOrDash } from '@/runner/format';

export function formatScoreRange({ min, max }: ScoreRange): string {
  return min === max ? formatScoreOrDash(min) : `${formatScoreOrDash(min)} – ${formatScoreOrDash(max)}`;
}

/** Formats how far a score is below or above its expected range, such as `−0.55` or `+0.2`; `0` if it is inside. */
export function signedDistanceText(distance: number | null): string {
  if (distance === null) return '–';
  if (distance === 0) return '0';
  return `${distance < 0 ? '−' : '+'}${formatScoreOrDash(Math.abs(distance))}`;
}

/** Describes in words how far a score is outside its expected range. */
export function rangeDistanceText(score: number | null, range: ScoreRange | undefined): string {
  const distance = range === undefined ? null : computeDistanceFromRange(score, range);
  if (distance === null) return 'no score';
  if (distance === 0) return 'in range';
  return `${formatScoreOrDash(Math.abs(distance))} ${distance < 0 ? 'below' : 'above'}`;
}
