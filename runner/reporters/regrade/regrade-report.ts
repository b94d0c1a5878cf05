import type { CaseStatus } from '../../contract/index.ts';

/** One attempt and what the rules of its case say of it now. `reason`: the rule that decides now, or why nobody can say. */
export type RegradedAttempt = {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  before: CaseStatus;
  after: CaseStatus | 'open';
  reason?: string | undefined;
  /** Its case is quarantined or expected to fail: nothing hangs on it. */
  isSetAside?: boolean;
};

/** What judging stored attempts again has found. Attempts whose verdict stays are counted alone. */
export type RegradeReport = {
  runs: string[];
  /** Those that were judged again, with those that could not be. */
  attempts: number;
  unchanged: number;
  changes: RegradedAttempt[];
  /** Nobody can say without a judge, or without more of the conversation than is recorded. */
  notRegradable: RegradedAttempt[];
  /** Cases of the runs that the suites do not have now. */
  notInSuite: string[];
  /** Cases that ask something else now than what was recorded. */
  otherInput: string[];
  /** Attempts that their run did not judge, and those of kinds that are not judged by rules. */
  leftOut: { skipped: number; otherKinds: number };
};

/** A pass that is none any more. */
export function isRegression({
  before,
  after,
  isSetAside,
}: Pick<RegradedAttempt, 'before' | 'after' | 'isSetAside'>): boolean {
  return isSetAside !== true && before === 'passed' && after !== 'passed' && after !== 'open';
}
