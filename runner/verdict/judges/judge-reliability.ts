import type { TrialCounts } from '../statistics/fisher-exact.ts';
import { computePassRateInterval } from '../statistics/pass-rate-band.ts';
import { computeWilsonInterval } from '../statistics/wilson-interval.ts';
import type { JudgeAgreement, MeasuredShare } from './agreement.ts';

/** The largest share of contradicting answers (flips) with which a judge counts as reliable. */
export const MAX_FLIP_RATE = 0.05;
/** The minimum agreement with people (lower bound of kappa) with which a judge counts as reliable. */
export const MIN_KAPPA = 0.4;

/** A verdict for which the judge was asked again: the number of new answers, and how many of them contradicted it. */
export type RepeatedCount = { answers: number; flips: number };

/**
 * Returns the share of contradicting answers. Answers about the same verdict are correlated, so the interval treats
 * each verdict as one cluster.
 */
export function computeFlipRate(repeated: readonly RepeatedCount[]): MeasuredShare {
  const trials = repeated.map(({ answers, flips }): TrialCounts => ({ passed: answers - flips, judged: answers }));
  const [only] = trials;
  const isOne = trials.length === 1 && only !== undefined && only.judged > 0;
  const interval = isOne ? computeWilsonInterval(only.passed / only.judged, 1) : computePassRateInterval(trials);
  const total = repeated.reduce((sum, { answers }) => sum + answers, 0);
  const count = repeated.reduce((sum, { flips }) => sum + flips, 0);
  return { count, of: total, low: 1 - interval.high, high: 1 - interval.low };
}

/** `too_few` means that there is no evidence against the judge, but too little evidence to call it reliable. */
export type JudgeReliability = 'reliable' | 'unreliable' | 'too_few';

export function isUnreliableJudge({ standing }: { standing: JudgeReliability }): boolean {
  return standing === 'unreliable';
}

export type JudgeMeasurements = {
  flips: MeasuredShare;
  /** The share of answers that change when the two texts of a comparison are swapped. */
  swapped?: MeasuredShare | undefined;
  agreement: Pick<JudgeAgreement, 'kappa' | 'bestLow'>;
};

/**
 * Returns why a judge is unreliable: more than 5% flips, or a lower bound of kappa below 0.4. The bound is ignored if
 * there are so few labels that it would be below 0.4 even with full agreement.
 */
export function assessJudgeReliability({ flips, swapped, agreement }: JudgeMeasurements): JudgeReliability {
  const shares = swapped === undefined ? [flips] : [flips, swapped];
  if (shares.some(isFlippingOften) || isDisagreeingWithPeople(agreement)) return 'unreliable';
  const isSteady = shares.every(({ of, high }) => of > 0 && high <= MAX_FLIP_RATE);
  const agrees = agreement.kappa !== null && agreement.kappa.low >= MIN_KAPPA;
  return isSteady && agrees ? 'reliable' : 'too_few';
}

export function isFlippingOften({ count, of }: MeasuredShare): boolean {
  return of > 0 && count / of > MAX_FLIP_RATE;
}

/** True if people and the judge agree too little, and there are enough labels to know. */
export function isDisagreeingWithPeople({ kappa, bestLow }: JudgeMeasurements['agreement']): boolean {
  return bestLow >= MIN_KAPPA && (kappa === null || kappa.low < MIN_KAPPA);
}
