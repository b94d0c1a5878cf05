import type { CaseKind, CaseResult, CaseStatus, Counts, RunEvent, RunOutcome, UsageByRole } from '../contract/index.ts';

/** The outcome of one case, over all its attempts. */
export type CaseOutcome = {
  id: string;
  name?: string | undefined;
  kind: CaseKind;
  tags: readonly string[];
  /** The suite, relative to the workspace. */
  suite: string;
  /** The absolute path of the case file, and the line of the case, from 1. */
  file: string;
  line?: number | undefined;
  /** `failed` means that the answer was wrong; `error` and `timeout` mean that no answer could be judged. */
  status: CaseStatus;
  /** Set for cases that do not affect the result: quarantined, or expected to fail. */
  excluded?: 'quarantine' | 'expect_fail' | undefined;
  /** Why the case failed and who was at fault, as a text. Not set if the case passed or was skipped. */
  failure?: string | undefined;
  /** The complete results of all attempts of the case, in order. */
  attempts: CaseResult[];
};

/** The outcome of a run. */
export type SuiteResult = {
  /** The id of the run in the history. */
  runId: string;
  /** True if the run passed, including all gates. The command line would have exited with the code 0. */
  passed: boolean;
  outcome: RunOutcome;
  /** Why the run passed or did not, in one sentence. */
  reason: string;
  /** The number of attempts by status. */
  counts: Counts;
  /** The pass rate, 0 to 1; null if nothing was judged. */
  passRate: number | null;
  durationMs: number;
  /** Tokens and costs, by the role that caused them: agent, simulator, judge. */
  usage: UsageByRole;
  /** The cases in the order of the input. */
  cases: CaseOutcome[];
  /** Problems outside of the cases, such as a report that could not be written. */
  problems: readonly string[];
  /** The warnings that the command line would print, and what the cases do not check. They do not make the run fail. */
  warnings: readonly string[];
};

/**
 * A run that was started. As a promise, it resolves to the result. As an async iterable, it yields the events of the
 * run from the beginning of the iteration on. Leaving the loop does not stop the run, but aborting `signal` does.
 */
export type SuiteRun = Promise<SuiteResult> & AsyncIterable<RunEvent>;
