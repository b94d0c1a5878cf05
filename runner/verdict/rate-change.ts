import type { RateChange, WorseCase } from '../contract/index.ts';
import { haveBothScores, type JudgedPair, toPairIfBothJudged } from './case-evidence.ts';
import type { CaseChange, CaseComparison, RunComparison } from './compare-runs.ts';
import { scoreChange } from './score-change.ts';
import { describeTest } from './statistics/describe-change.ts';
import { sumOfTrials } from './statistics/fisher-exact.ts';
import { oddsRatiosToRateChanges } from './statistics/odds-in-points.ts';
import { stratifiedTest } from './statistics/stratified-test.ts';

const KEPT = 50;

/** Tests the change of the pass rate with an exact test that compares each case with itself. */
export function rateChange({ before: run, cases, agentChanged = [], selection = {} }: ComparedRates): RateChange {
  const both = cases.flatMap(toPairIfBothJudged);
  const pairs = both.filter(({ of }) => !of.edited);
  const before = sumOfTrials(pairs.map((pair) => pair.before));
  const unscored = pairs.filter(({ of }) => !haveBothScores(of.before, of.after));
  const scores = scoreChange(pairs.map(({ of }) => of));
  const test = stratifiedTest(unscored);
  const [newlyFailing, failedThisTime] = [worseCases(pairs, 'newly_failing'), worseCases(pairs, 'failed_this_time')];
  return {
    runId: run.runId,
    cases: pairs.length,
    edited: both.length - pairs.length,
    before,
    after: sumOfTrials(pairs.map((pair) => pair.after)),
    interval: oddsRatiosToRateChanges(test.odds, before),
    evidence: unscored.length === 0 && scores !== undefined ? scores.evidence : describeTest(test, unscored),
    ...(scores === undefined ? {} : { scores }),
    newlyFailing: newlyFailing.slice(0, KEPT),
    newlyFailingCount: newlyFailing.length,
    failedThisTime: failedThisTime.slice(0, KEPT),
    failedThisTimeCount: failedThisTime.length,
    ...selection,
    ...(agentChanged.length === 0 ? {} : { agentChanged }),
  };
}

type ComparedRates = Pick<RunComparison, 'before' | 'cases'> &
  Partial<Pick<RunComparison, 'agentChanged' | 'selection'>>;

/** Returns true if the run became worse by more than chance, as a whole or in at least one case. */
export function isRegression(change: RateChange): boolean {
  return isWorseAsWhole(change) || change.newlyFailing.length > 0;
}

export function isWorseAsWhole({ evidence, interval, scores }: RateChange): boolean {
  const isScoredLower = scores?.evidence.verdict === 'real' && scores.after < scores.before;
  return isScoredLower || (evidence.verdict === 'real' && interval.high < 0);
}

function worseCases(pairs: readonly JudgedPair<CaseComparison>[], change: CaseChange): WorseCase[] {
  return pairs.flatMap(({ before, after, earlier, of }) => {
    if (of.change !== change) return [];
    const older = earlier.judged === 0 ? {} : { earlier };
    return [{ suiteKey: of.suiteKey, id: of.id, before, after, ...older, real: change === 'newly_failing' }];
  });
}
