import type { Review } from '../../contract/index.ts';
import { computeCohensKappa, computeKappaInterval } from '../statistics/kappa.ts';
import type { MeasuredKappa } from '../statistics/nominal-agreement.ts';
import { computeWilsonInterval, type Interval } from '../statistics/wilson-interval.ts';
import type { JudgedCheck } from './deciding-judge.ts';

/** A count as a share, with its 95% confidence interval. */
export type MeasuredShare = Interval & { count: number; of: number };

/** People's verdict on an attempt that a single judge decided, together with the judge's verdict. */
export type LabelledVerdict = JudgedCheck & { isGood: boolean };

/** How often people agree with a judge. */
export type JudgeAgreement = {
  labels: number;
  agreed: MeasuredShare;
  /** The number of attempts that passed according to the judge, but are bad according to people. */
  falsePasses: number;
  /** The number of attempts that failed according to the judge, but are good according to people. */
  falseFailures: number;
  /** Of the attempts that people call bad, the share that failed according to the judge. */
  sensitivity: MeasuredShare;
  /** Of the attempts that people call good, the share that passed according to the judge. */
  specificity: MeasuredShare;
  /** Cohen's kappa; null if the judge or the people gave the same verdict on every attempt. */
  kappa: MeasuredKappa | null;
  /**
   * The lower bound of kappa if the judge agreed with people on all of these labels. It is low if there are few labels.
   */
  bestLow: number;
};

export function measureAgreement(verdicts: readonly LabelledVerdict[]): JudgeAgreement {
  const countMatchingVerdicts = (isSatisfied: boolean, isGood: boolean): number =>
    verdicts.filter((verdict) => verdict.held === isSatisfied && verdict.isGood === isGood).length;
  const table = {
    both: countMatchingVerdicts(true, true),
    first: countMatchingVerdicts(true, false),
    second: countMatchingVerdicts(false, true),
  };
  const neither = countMatchingVerdicts(false, false);
  const [goodVerdicts, badVerdicts] = [table.both + table.second, table.first + neither];
  const value = computeCohensKappa({ ...table, neither });
  return {
    labels: verdicts.length,
    agreed: computeMeasuredShare(table.both + neither, verdicts.length),
    falsePasses: table.first,
    falseFailures: table.second,
    sensitivity: computeMeasuredShare(neither, badVerdicts),
    specificity: computeMeasuredShare(table.both, goodVerdicts),
    kappa: value === null ? null : { value, ...computeKappaInterval({ ...table, neither }) },
    bestLow: computeKappaInterval({ both: goodVerdicts, first: 0, second: 0, neither: badVerdicts }).low,
  };
}

export function computeMeasuredShare(count: number, total: number): MeasuredShare {
  return { count, of: total, ...computeWilsonInterval(count, total) };
}

/**
 * People's verdict on an attempt; undefined if they disagree. The verdict `not_agent` is ignored, because it says
 * nothing about the judge, and so are anonymous reviews.
 */
export function findCommonReviewVerdict(
  reviews: readonly Pick<Review, 'reviewer' | 'verdict'>[],
): 'good' | 'bad' | undefined {
  const words = new Set(
    reviews.flatMap(({ reviewer, verdict }) => (reviewer.trim() === '' || verdict === 'not_agent' ? [] : [verdict])),
  );
  const [word] = words;
  return words.size === 1 ? word : undefined;
}
