import type { CaseResult, Fault, RateChange, RunOptions, RunOutcome, Summary } from '../contract/index.ts';
import type { RunState } from './run-state.ts';

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** What tells a process to stop: a terminal that is interrupted, a system that shuts down, a terminal that is closed. */
export type StopSignal = (typeof stopSignals)[number];

/** How a run ended. */
export type RunEnd = {
  /** It was stopped; by which signal, where one did. */
  cancelled: { by: StopSignal | undefined } | undefined;
  /** Why the run could not begin. */
  setupError: string | undefined;
  answerPaths?: Summary['answerPaths'];
  /** What is spent, when that reached the run's limit and attempts were left out for it. */
  overspent: { maxCost: number; spent: number; leftOut: number } | undefined;
};

/** The verdict on a run that has ended. */
export type RunConclusion = {
  outcome: RunOutcome;
  exitCode: number;
  reason: string;
  /** What keeps later runs from being compared with this one, by name. */
  missed?: readonly string[];
  /** 0 to 1, or null when nothing was judged. */
  passRate: number | null;
  /** Since the baseline, where there is one. */
  change?: RateChange | undefined;
};

/** Judges attempts and runs: the engine knows what happened, not what is good. */
export interface RunJudge {
  /** The fault that decided an attempt, and all faults: those that were found, and those that its end shows. */
  faultsOf(result: CaseResult, faults: readonly Fault[]): Pick<CaseResult, 'fault' | 'faults'>;
  /** True if an attempt certainly went wrong by the fault of others, so that another try may say more of the agent. */
  deservesRetry(result: CaseResult): boolean;
  /** What the attempts of a case have shown together; nothing as long as it needs more of them. */
  decide(
    attempts: readonly CaseResult[],
    autoRuns: NonNullable<RunOptions['autoRuns']>,
  ): CaseResult['decision'] | undefined;
  /** True if a run that fails fast stops for this attempt. */
  isFault(result: CaseResult): boolean;
  conclude(state: RunState, end: RunEnd): RunConclusion;
}
