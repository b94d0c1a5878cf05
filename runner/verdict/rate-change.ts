import type { RateChange, WorseCase } from '../contract/index.ts';
import { haveBothScores, type JudgedPair, toJudgedPairs } from './case-evidence.ts';
import type { CaseChange, CaseComparison, RunComparison } from './compare-runs.ts';
import { computeScoreChange } from './score-change.ts';
import { toEvidenceOfTest } from './statistics/describe-change.ts';
import { sumTrialCounts } from './statistics/fisher-exact.ts';
import { convertOddsRatiosToRateChanges } from './statistics/odds-ratio-conversion.ts';
import { performStratifiedTest } from './statistics/stratified-test.ts';

const MAX_LISTED_CASES = 50;

/** Tests the change of the pass rate with an exact test in which each case is compared with itself. */
export function computeRateChange({
  before: run,
  cases,
  agentChanged = [],
  selection = {},
}: RateComparison): RateChange {
  const both = cases.flatMap(toJudgedPairs);
  const pairs = both.filter(({ of }) => !of.edited);
  const before = sumTrialCounts(pairs.map((pair) => pair.before));
  const unscored = pairs.filter(({ of }) => !haveBothScores(of.before, of.after));
  const scores = computeScoreChange(pairs.map(({ of }) => of));
  const test = performStratifiedTest(unscored);
  const [newlyFailing, failedThisTime] = [
    listWorseCases(pairs, 'newly_failing'),
    listWorseCases(pairs, 'failed_this_time'),
  ];
  return {
    runId: run.runId,
    cases: pairs.length,
    edited: both.length - pairs.length,
    before,
    after: sumTrialCounts(pairs.map((pair) => pair.after)),
    interval: convertOddsRatiosToRateChanges(test.odds, before),
    evidence: unscored.length === 0 && scores !== undefined ? scores.evidence : toEvidenceOfTest(test, unscored),
    ...(scores === undefined ? {} : { scores }),
    newlyFailing: newlyFailing.slice(0, MAX_LISTED_CASES),
    newlyFailingCount: newlyFailing.length,
    failedThisTime: failedThisTime.slice(0, MAX_LISTED_CASES),
    failedThisTimeCount: failedThisTime.length,
    ...selection,
    ...(agentChanged.length === 0 ? {} : { agentChanged }),
  };
}

type RateComparison = Pick<RunComparison, 'before' | 'cases'> &
  Partial<Pick<RunComparison, 'agentChanged' | 'selection'>>;

/** Returns true if the run became worse by more than chance, as a whole or in at least one case. */
export function isRegression(change: RateChange): boolean {
  return isWorseAsWhole(change) || change.newlyFailing.length > 0;
}

export function isWorseAsWhole({ evidence, interval, scores }: RateChange): boolean {
  const isScoredLower = scores?.evidence.verdict === 'real' && scores.after < scores.before;
  return isScoredLower || (evidence.verdict === 'real' && interval.high < 0);
}

function listWorseCases(pairs: readonly JudgedPair<CaseComparison>[], change: CaseChange): WorseCase[] {
  return pairs.flatMap(({ before, after, earlier, of }) => {
    if (of.change !== change) return [];
    const older = earlier.judged === 0 ? {} : { earlier };
    return [{ suiteKey: of.suiteKey, id: of.id, before, after, ...older, real: change === 'newly_failing' }];
  });
}
