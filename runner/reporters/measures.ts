import type { Score } from '../contract/index.ts';
import { computeDistanceFromRange, formatRange } from '../fold/index.ts';

/** A score with at most four decimals. */
export function formatScoreValue(score: number | null | undefined): string {
  return score === null || score === undefined ? '–' : String(Number(score.toFixed(4)));
}

/** Returns the subject of a verdict: a pair of answers, one answer, or an output that a scorer saw. */
export function describeScoreSubject({ metric, samples = [] }: Score): string {
  if (samples.length === 0) return metric;
  return samples.length === 1 ? `answer ${samples.join()}` : `answers ${samples.join(' and ')}`;
}

/** Returns the distance of a score from its range: `0.55 below`, or an empty text inside. */
export function formatRangeDistance({ score, range }: Pick<Score, 'score' | 'range'>): string {
  const distance = range === undefined ? null : computeDistanceFromRange(score, range);
  if (distance === null || distance === 0) return '';
  return `${formatScoreValue(Math.abs(distance))} ${distance < 0 ? 'below' : 'above'}`;
}

/** Returns a verdict as one line: `language: 0.25, expected 0.8-1, 0.55 below: Answered in English.` */
export function formatScoreAsLine(score: Score): string {
  const { range, choice, reason, error } = score;
  const figures = [
    ...(error === undefined || score.score !== null ? [formatScoreValue(score.score)] : []),
    ...(choice === undefined ? [] : [choice]),
    ...(range === undefined ? [] : [`expected ${formatRange(range)}`]),
    formatRangeDistance(score),
  ].filter((part) => part !== '');
  return [describeScoreSubject(score), figures.join(', '), error ?? reason ?? '']
    .filter((part) => part !== '')
    .join(': ');
}
