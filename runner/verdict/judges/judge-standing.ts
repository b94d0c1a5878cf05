import type { Trials } from '../statistics/fisher-exact.ts';
import { passRateBand } from '../statistics/pass-rate-band.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Agreement, MeasuredShare } from './agreement.ts';

/** More flips than this make a judge unreliable. */
export const MOST_FLIPS = 0.05;
/** So much agreement with people a judge must be shown to have. */
export const LEAST_KAPPA = 0.4;

/** One verdict that was asked for again: how many answers came, and how many of them said something else. */
export type Repeated = { answers: number; flips: number };

/** The share of answers that say something else. Answers about one thing are alike: the interval counts things. */
export function flipRate(repeated: readonly Repeated[]): MeasuredShare {
  const trials = repeated.map(({ answers, flips }): Trials => ({ passed: answers - flips, judged: answers }));
  const [only] = trials;
  const isOne = trials.length === 1 && only !== undefined && only.judged > 0;
  const interval = isOne ? wilsonInterval(only.passed / only.judged, 1) : passRateBand(trials);
  const of = repeated.reduce((sum, { answers }) => sum + answers, 0);
  const count = repeated.reduce((sum, { flips }) => sum + flips, 0);
  return { count, of, low: 1 - interval.high, high: 1 - interval.low };
}

/** `too_few`: nothing speaks against it, and there is too little to say that it is reliable. */
export type JudgeStanding = 'reliable' | 'unreliable' | 'too_few';

export function isUnreliable({ standing }: { standing: JudgeStanding }): boolean {
  return standing === 'unreliable';
}

export type MeasuredJudge = {
  flips: MeasuredShare;
  /** Of comparisons with their texts exchanged. */
  swapped?: MeasuredShare | undefined;
  agreement: Pick<Agreement, 'kappa' | 'bestLow'>;
};

/**
 * Unreliable: more than 5% flips, or kappa's lower bound below .4. The bound says nothing where even full agreement with
 * so few labels would leave it there.
 */
export function standingOfJudge({ flips, swapped, agreement }: MeasuredJudge): JudgeStanding {
  const shares = swapped === undefined ? [flips] : [flips, swapped];
  if (shares.some(isOften) || isAtOdds(agreement)) return 'unreliable';
  const isSteady = shares.every(({ of, high }) => of > 0 && high <= MOST_FLIPS);
  const agrees = agreement.kappa !== null && agreement.kappa.low >= LEAST_KAPPA;
  return isSteady && agrees ? 'reliable' : 'too_few';
}

export function isOften({ count, of }: MeasuredShare): boolean {
  return of > 0 && count / of > MOST_FLIPS;
}

/** People and judge agree too little, and there are enough labels to know. */
export function isAtOdds({ kappa, bestLow }: MeasuredJudge['agreement']): boolean {
  return bestLow >= LEAST_KAPPA && (kappa === null || kappa.low < LEAST_KAPPA);
}
