import type { CaseResult, RunOptions } from '../contract/index.ts';
import { type CaseRow, isExcluded, isJudged } from '../fold/index.ts';
import { formatCountWithNoun } from '../values/index.ts';
import { computeLogBinomial, computeLogFactorials } from './statistics/log-binomial.ts';

/**
 * Options for repeating each case until its result is certain: the pass rates from which a case counts as good or as
 * bad, and the accepted risk of a wrong decision.
 */
export type AutoRunParameters = Pick<NonNullable<RunOptions['autoRuns']>, 'good' | 'bad' | 'risk'>;

/**
 * The decision on a case (good, bad or inconclusive), based only on attempts for whose outcome the agent is
 * responsible.
 */
export type CaseDecision = NonNullable<CaseResult['decision']>;

const LIKELIHOOD_TOLERANCE = 1e-9;
const MAX_ATTEMPTS = 1_000;

/**
 * Steps and bound of A. Wald's sequential probability ratio test ("Sequential Tests of Statistical Hypotheses", Annals
 * of Mathematical Statistics 16, 1945). Each attempt adds the log likelihood ratio of a good case to a bad case, until
 * the sum reaches the bound on either side.
 */
export function computeLikelihoodSteps({ good, bad, risk }: AutoRunParameters): {
  passed: number;
  failed: number;
  bound: number;
} {
  return {
    passed: Math.log(good / bad),
    failed: Math.log((1 - good) / (1 - bad)),
    bound: Math.log((1 - risk) / risk),
  };
}

/**
 * Returns the smallest fixed number of attempts with which the decision has the same risks; undefined if it is above a
 * thousand.
 */
export function findFewestFixedAttempts({ good, bad, risk }: AutoRunParameters): number | undefined {
  const factorials = computeLogFactorials(MAX_ATTEMPTS);
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    if (areAttemptsEnough({ attempts, factorials }, { good, bad, risk })) return attempts;
  }
  return undefined;
}

/** The maximum number of attempts of a case. */
export function computeMaxAttempts(rates: AutoRunParameters): number | undefined {
  const fixedAttempts = findFewestFixedAttempts(rates);
  return fixedAttempts === undefined ? undefined : Math.ceil(1.5 * fixedAttempts);
}

/**
 * Returns the decision on a case; undefined while it needs more attempts. Attempts that failed for reasons outside the
 * agent are no evidence, but they count towards the maximum.
 */
export function decideCase(
  attempts: readonly Pick<CaseResult, 'status' | 'fault'>[],
  { max, ...rates }: NonNullable<RunOptions['autoRuns']>,
): CaseDecision | undefined {
  const { passed, failed, bound } = computeLikelihoodSteps(rates);
  const moved = attempts.reduce(
    (sum, attempt) => sum + (getLikelihoodStepOfAttempt(attempt, { passed, failed }) ?? 0),
    0,
  );
  if (moved >= bound - LIKELIHOOD_TOLERANCE) return 'good';
  if (moved <= -bound + LIKELIHOOD_TOLERANCE) return 'bad';
  return attempts.length >= max ? 'inconclusive' : undefined;
}

function getLikelihoodStepOfAttempt(
  { status, fault }: Pick<CaseResult, 'status' | 'fault'>,
  steps: { passed: number; failed: number },
): number | undefined {
  if (status === 'passed') return steps.passed;
  if (status === 'skipped') return undefined;
  return fault === undefined || fault.by === 'agent' ? steps.failed : undefined;
}

type BinomialTrials = { attempts: number; factorials: Float64Array };

/**
 * True if good and bad cases can be separated by the number of passes, with at most the accepted risk on both sides.
 */
function areAttemptsEnough(fixedTrials: BinomialTrials, { good, bad, risk }: AutoRunParameters): boolean {
  let [belowIfGood, belowIfBad] = [0, 0];
  for (let passes = 0; passes <= fixedTrials.attempts; passes += 1) {
    if (belowIfGood > risk + LIKELIHOOD_TOLERANCE) return false;
    if (1 - belowIfBad <= risk + LIKELIHOOD_TOLERANCE) return true;
    belowIfGood += computeBinomialChance(passes, { ...fixedTrials, rate: good });
    belowIfBad += computeBinomialChance(passes, { ...fixedTrials, rate: bad });
  }
  return false;
}

function computeBinomialChance(
  passes: number,
  { attempts, factorials, rate }: BinomialTrials & { rate: number },
): number {
  const logChance = computeLogBinomial(factorials, attempts, passes);
  return Math.exp(logChance + passes * Math.log(rate) + (attempts - passes) * Math.log1p(-rate));
}

type DecisionCounts = Record<CaseDecision, number>;

/**
 * Counts the decisions on the cases of a run, without excluded cases; undefined for a run with a fixed number of
 * attempts.
 */
export function countDecisions(rows: readonly CaseRow[]): DecisionCounts | undefined {
  const decisions = rows.filter((row) => !isExcluded(row)).flatMap((row) => findCaseDecision(row) ?? []);
  if (decisions.length === 0) return undefined;
  const counts = { good: 0, bad: 0, inconclusive: 0 };
  for (const decision of decisions) counts[decision] += 1;
  return counts;
}

export function findCaseDecision({ attempts }: Pick<CaseRow, 'attempts'>): CaseDecision | undefined {
  return attempts.find(({ decision }) => decision !== undefined)?.decision;
}

/**
 * Describes the decisions of a run that repeats cases until they are decided: `22 good, 3 bad, 1 inconclusive in 212
 * attempts`.
 */
export function describeDecisions(rows: readonly CaseRow[]): string | undefined {
  const counts = countDecisions(rows);
  if (counts === undefined) return undefined;
  const parts = (['good', 'bad', 'inconclusive'] as const).filter((decision) => counts[decision] > 0);
  const judgedAttempts = rows
    .filter((row) => !isExcluded(row))
    .flatMap(({ attempts }) => attempts)
    .filter(({ status }) => isJudged(status));
  return `${parts.map((decision) => `${counts[decision]} ${decision}`).join(', ')} in ${formatCountWithNoun(judgedAttempts.length, 'attempt')}`;
}

/** Describes the decision on a case and its basis: `bad after 4 attempts (2 of 4 passed)`. */
export function describeDecision({ attempts }: Pick<CaseRow, 'attempts'>): string | undefined {
  const decision = findCaseDecision({ attempts });
  if (decision === undefined) return undefined;
  const judgedAttempts = attempts.filter(({ status }) => isJudged(status));
  const passed = judgedAttempts.filter(({ status }) => status === 'passed').length;
  return `${decision} after ${formatCountWithNoun(judgedAttempts.length, 'attempt')} (${passed} of ${judgedAttempts.length} passed)`;
}
