import type { CaseResult, Fault, RateChange, RunOptions, RunOutcome, Summary } from '../contract/index.ts';
import type { RunState } from './run-state.ts';

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** A signal that stops the process: an interrupt at the terminal, a system shutdown, a closed terminal. */
export type StopSignal = (typeof stopSignals)[number];

/** What is known when a run ends, besides its state. */
export type RunConclusionInput = {
  /** Set if the run was stopped; `by` is the signal that stopped it, if there was one. */
  cancelled: { by: StopSignal | undefined } | undefined;
  /** The reason why the run could not start; undefined if it started. */
  setupError: string | undefined;
  answerPaths?: Summary['answerPaths'];
  /** Set if the cost reached the run's limit, so that attempts were left out. */
  overspent: { maxCost: number; spent: number; currency?: string | undefined; leftOut: number } | undefined;
};

/** The verdict on a run that has ended. */
export type RunConclusion = {
  outcome: RunOutcome;
  exitCode: number;
  reason: string;
  /**
   * Names of the requirements that the run did not meet, such as `pass_rate` or `setup`. If there are any, later runs
   * are not compared with this run.
   */
  missed?: readonly string[];
  /** The pass rate, 0 to 1; null when nothing was judged. */
  passRate: number | null;
  /** The change of the pass rate compared with the baseline, if there is one. */
  change?: RateChange | undefined;
};

/** Judges attempts and runs. The engine calls this interface, because it only records what happens. */
export interface RunEvaluator {
  /**
   * Returns the fault that decided an attempt, and all faults of the attempt: the reported ones, and those that follow
   * from the way the attempt ended.
   */
  faultsOf(result: CaseResult, faults: readonly Fault[]): Pick<CaseResult, 'fault' | 'faults'>;
  /** Returns true if an attempt certainly failed for reasons outside the agent, so that a retry is useful. */
  deservesRetry(result: CaseResult): boolean;
  /**
   * Returns the decision on a case that is repeated until its result is clear; undefined if more attempts are needed.
   */
  decide(
    attempts: readonly CaseResult[],
    autoRuns: NonNullable<RunOptions['autoRuns']>,
  ): CaseResult['decision'] | undefined;
  /** Returns true if a run with the option to stop at the first failure ends after this attempt. */
  isFault(result: CaseResult): boolean;
  conclude(state: RunState, end: RunConclusionInput): RunConclusion;
}
