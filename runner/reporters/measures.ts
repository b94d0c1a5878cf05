import type { Score } from '../contract/index.ts';
import { distanceFrom, formatRange } from '../fold/index.ts';

/** A score with at most four decimals. */
export function scoreText(score: number | null | undefined): string {
  return score === null || score === undefined ? '–' : String(Number(score.toFixed(4)));
}

/** Returns the subject of a verdict: a pair of answers, one answer, or an output that a scorer saw. */
export function scoreSubject({ metric, samples = [] }: Score): string {
  if (samples.length === 0) return metric;
  return samples.length === 1 ? `answer ${samples.join()}` : `answers ${samples.join(' and ')}`;
}

/** Returns the distance of a score from its range: `0.55 below`, or an empty text inside. */
export function rangeDistanceText({ score, range }: Pick<Score, 'score' | 'range'>): string {
  const distance = range === undefined ? null : distanceFrom(score, range);
  if (distance === null || distance === 0) return '';
  return `${scoreText(Math.abs(distance))} ${distance < 0 ? 'below' : 'above'}`;
}

/** A verdict as one line: `language: 0.25, expected 0.8-1, 0.55 below: Answered in English.` */
export function scoreLineText(score: Score): string {
  const { range, choice, reason, error } = score;
  const figures = [
    ...(error === undefined || score.score !== null ? [scoreText(score.score)] : []),
    ...(choice === undefined ? [] : [choice]),
    ...(range === undefined ? [] : [`expected ${formatRange(range)}`]),
    rangeDistanceText(score),
  ].filter((part) => part !== '');
  return [scoreSubject(score), figures.join(', '), error ?? reason ?? ''].filter((part) => part !== '').join(': ');
}
