import type { CaseResult, Fault, RateChange, RunOptions, RunOutcome, Summary } from '../contract/index.ts';
import type { RunState } from './run-state.ts';

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** Signals that stop a process: an interrupt at the terminal, a system shutdown, a closed terminal. */
export type StopSignal = (typeof stopSignals)[number];

/** The facts about the end of a run. */
export type RunConclusionInput = {
  /** Set if the run was stopped, with the signal if there was one. */
  cancelled: { by: StopSignal | undefined } | undefined;
  /** The reason why the run could not start. */
  setupError: string | undefined;
  answerPaths?: Summary['answerPaths'];
  /** The amount spent, if it reached the run's limit and attempts were left out because of that. */
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
  /** Change since the baseline, if there is one. */
  change?: RateChange | undefined;
};

/** Judges attempts and runs. A separate interface, because the engine itself only records what happens. */
export interface RunEvaluator {
  /**
   * Returns the fault that decided an attempt, and all faults of the attempt: those that were reported, and those that
   * follow from how the attempt ended.
   */
  faultsOf(result: CaseResult, faults: readonly Fault[]): Pick<CaseResult, 'fault' | 'faults'>;
  /** Returns true if an attempt certainly failed outside the agent, so that a retry may show more about the agent. */
  deservesRetry(result: CaseResult): boolean;
  /** Returns the decision on a case from its attempts so far; undefined while more attempts are needed. */
  decide(
    attempts: readonly CaseResult[],
    autoRuns: NonNullable<RunOptions['autoRuns']>,
  ): CaseResult['decision'] | undefined;
  /** Returns true if this attempt ends a run with the option to stop at the first failure. */
  isFault(result: CaseResult): boolean;
  conclude(state: RunState, end: RunConclusionInput): RunConclusion;
}
