import type { Review } from '../../contract/index.ts';
import { cohensKappa, kappaInterval } from '../statistics/kappa.ts';
import { type Interval, wilsonInterval } from '../statistics/wilson-interval.ts';
import type { JudgedCheck } from './deciding-judge.ts';

/** A share of a count, with the ends of its interval at 95% confidence. */
export type MeasuredShare = Interval & { count: number; of: number };

/** People's word on an attempt that one judge decided, beside the verdict of that judge. */
export type LabelledVerdict = JudgedCheck & { isGood: boolean };

/** How far people agree with a judge. */
export type Agreement = {
  labels: number;
  agreed: MeasuredShare;
  /** The judge passed what people call bad. */
  falsePasses: number;
  /** The judge failed what people call good. */
  falseFailures: number;
  /** Of what people call bad, what the judge failed. */
  sensitivity: MeasuredShare;
  /** Of what people call good, what the judge passed. */
  specificity: MeasuredShare;
  /** Agreement beyond chance; null where one side says the same of everything. */
  kappa: (Interval & { value: number }) | null;
  /** The lowest that kappa could be if the judge had agreed with every one of these labels. */
  bestLow: number;
};

export function measureAgreement(verdicts: readonly LabelledVerdict[]): Agreement {
  const count = (held: boolean, isGood: boolean): number =>
    verdicts.filter((verdict) => verdict.held === held && verdict.isGood === isGood).length;
  const table = { both: count(true, true), first: count(true, false), second: count(false, true) };
  const neither = count(false, false);
  const [good, bad] = [table.both + table.second, table.first + neither];
  const value = cohensKappa({ ...table, neither });
  return {
    labels: verdicts.length,
    agreed: measuredShare(table.both + neither, verdicts.length),
    falsePasses: table.first,
    falseFailures: table.second,
    sensitivity: measuredShare(neither, bad),
    specificity: measuredShare(table.both, good),
    kappa: value === null ? null : { value, ...kappaInterval({ ...table, neither }) },
    bestLow: kappaInterval({ both: good, first: 0, second: 0, neither: bad }).low,
  };
}

export function measuredShare(count: number, of: number): MeasuredShare {
  return { count, of, ...wilsonInterval(count, of) };
}

/**
 * What people say of an attempt: good or bad where all who say one of them say the same. `not_agent` is no word on the
 * judge, and a word of nobody is none.
 */
export function reviewLabel(reviews: readonly Pick<Review, 'reviewer' | 'verdict'>[]): 'good' | 'bad' | undefined {
  const words = new Set(
    reviews.flatMap(({ reviewer, verdict }) => (reviewer.trim() === '' || verdict === 'not_agent' ? [] : [verdict])),
  );
  const [word] = words;
  return words.size === 1 ? word : undefined;
}
