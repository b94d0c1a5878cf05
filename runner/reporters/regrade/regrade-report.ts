import type { CaseStatus } from '../../contract/index.ts';

/**
 * A stored attempt and its verdict under the current rules. `reason` is the rule that decides the verdict now, or the
 * reason why there is no verdict.
 */
export type RegradedAttempt = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  before: CaseStatus;
  after: CaseStatus | 'open';
  reason?: string | undefined;
  /** Set if the case is quarantined or expected to fail, so that it does not count. */
  isSetAside?: boolean;
};

/** The result of regrading stored attempts. Attempts with an unchanged verdict are only counted. */
export type RegradeReport = {
  runs: string[];
  /** The number of attempts, including those that could not be regraded. */
  attempts: number;
  unchanged: number;
  changes: RegradedAttempt[];
  /** Attempts whose verdict needs a judge, or more of the conversation than was recorded. */
  notRegradable: RegradedAttempt[];
  /** Cases of the stored runs that the suites no longer contain. */
  notInSuite: string[];
  /** Cases whose input has changed since the recording. */
  otherInput: string[];
  /** Attempts that were skipped in their run, and attempts of kinds without rules. */
  leftOut: { skipped: number; otherKinds: number };
  /**
   * The number of attempts that satisfy each inferred rule that nobody has accepted; `passed` counts those that passed
   * in their run.
   */
  inferred: { suiteKey: string; caseId: string; rule: string; passed: RuleHoldCounts; others: RuleHoldCounts }[];
};

type RuleHoldCounts = { holds: number; of: number };

/** True if an attempt that passed does not pass any more. */
export function isRegression({
  before,
  after,
  isSetAside,
}: Pick<RegradedAttempt, 'before' | 'after' | 'isSetAside'>): boolean {
  return isSetAside !== true && before === 'passed' && after !== 'passed' && after !== 'open';
}
