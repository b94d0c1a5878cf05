import { type Counts, describeFlips, describeRates, type Evidence } from '../../runner/contract/index.ts';
import type { Outcomes } from './read-outcomes.ts';
import { trendCases } from './trend-cases.ts';

export type TrendSide = { runId: string; startedAt: number; counts: Counts; pinned: boolean };

/** What may be said of two runs. */
export type TrendDifference = {
  base: TrendSide;
  head: TrendSide;
  worse: number;
  better: number;
  /** Whether the pass rates differ by more than chance. */
  rates: Evidence;
  /** Whether cases went one way more often than chance would have it. */
  flips: Evidence;
};

type Compared = { base: TrendSide; head: TrendSide; outcomes: [Outcomes, Outcomes]; kept?: ReadonlySet<string> };

/** Compares two runs as the page that compares them does: worse is a case that fails now, or flakes and always passed. */
export function trendDifference({ base, head, outcomes, kept }: Compared): TrendDifference {
  const rates = trendCases(outcomes, kept).tallies.flatMap(({ passed, judged }) => {
    const [before = 0, after = 0] = judged;
    if (before === 0 || after === 0) return [];
    return [{ before: (passed[0] ?? 0) / before, after: (passed[1] ?? 0) / after }];
  });
  const worse = rates.filter(({ before, after }) => (after === 0 && before > 0) || (before === 1 && after < 1)).length;
  const better = rates.filter(({ before, after }) => after === 1 && before < 1).length;
  return {
    ...{ base, head, worse, better },
    rates: describeRates(trialsOf(base.counts), trialsOf(head.counts)),
    flips: describeFlips(worse, better),
  };
}

function trialsOf({ passed, failed, error, timeout }: Counts): { passed: number; judged: number } {
  return { passed, judged: passed + failed + error + timeout };
}
