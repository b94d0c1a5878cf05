import { adjustPValues } from './statistics/benjamini-hochberg.ts';
import { computeFisherExactPValue, type TrialCounts } from './statistics/fisher-exact.ts';
import { isSignificantP } from './statistics/significance.ts';

/** The attempts of a case in two runs, and in older runs of the series. */
type CaseTrialsInRuns = { edited: boolean; before?: ScoredTrials; after?: ScoredTrials; earlier?: TrialCounts };
type ScoredTrials = TrialCounts & { score?: number };

/** If both runs scored a case, its scores are compared, because whether it passes also depends on a threshold. */
export function haveBothScores(before: ScoredTrials | undefined, after: ScoredTrials | undefined): boolean {
  return before?.score !== undefined && after?.score !== undefined;
}

/** A case that both runs judged. `earlier` has its attempts in runs that are older than both. */
export type JudgedPair<Of extends CaseTrialsInRuns> = {
  before: TrialCounts;
  after: TrialCounts;
  earlier: TrialCounts;
  of: Of;
};

/** The attempts of cases in older runs of the series, by the key of the case. */
export type OlderTrialsByCase = ReadonlyMap<string, TrialCounts>;

const noTrials: TrialCounts = { passed: 0, judged: 0 };

/**
 * Returns a list with one pair if both runs judged the case, even if its content was edited; otherwise an empty list.
 */
export function toJudgedPairs<Of extends CaseTrialsInRuns>(of: Of): JudgedPair<Of>[] {
  const { before, after, earlier = noTrials } = of;
  if (before === undefined || after === undefined || before.judged === 0 || after.judged === 0) return [];
  return [{ before: pickTrialCounts(before), after: pickTrialCounts(after), earlier, of }];
}

/**
 * Finds the cases that became better or worse by more than chance, both compared with the previous run and compared
 * with all earlier attempts. Uses Fisher's exact test for each case against the sum of the earlier attempts, then the
 * Benjamini-Hochberg procedure over all cases with unchanged content.
 */
export function findSignificantChanges<Of extends CaseTrialsInRuns>(cases: readonly Of[]): ReadonlySet<Of> {
  const pairs = cases
    .flatMap((of) => toJudgedPairs(of))
    .filter(({ of }) => !of.edited && !haveBothScores(of.before, of.after));
  const chances = new Map<string, number>();
  const adjusted = adjustPValues(pairs.map((pair) => computeChangePValue(pair, chances)));
  return new Set(pairs.flatMap(({ of }, index) => (isSignificantP(adjusted[index] ?? 1) ? [of] : [])));
}

/** Returns a number below 0 for a case that became worse, above 0 for a case that became better. */
export function getChangeDirection(before: TrialCounts, after: TrialCounts): number {
  return Math.sign(after.passed * before.judged - before.passed * after.judged);
}

/**
 * Makes the statistical test only if the case changed in the same direction compared with the previous run and with all
 * earlier attempts. The results are cached, because many cases of a large run have the same counts.
 */
function computeChangePValue(
  { before, after, earlier }: JudgedPair<CaseTrialsInRuns>,
  chances: Map<string, number>,
): number {
  const all = { passed: before.passed + earlier.passed, judged: before.judged + earlier.judged };
  const direction = getChangeDirection(before, after);
  if (direction === 0 || direction !== getChangeDirection(all, after)) return 1;
  const key = `${all.passed}/${all.judged} ${after.passed}/${after.judged}`;
  const p = chances.get(key) ?? computeFisherExactPValue(all, after);
  chances.set(key, p);
  return p;
}

function pickTrialCounts({ passed, judged }: TrialCounts): TrialCounts {
  return { passed, judged };
}
