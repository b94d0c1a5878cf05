import type { CaseResult, Gates, RateChange, RunOutcome } from '../contract/index.ts';
import type { RunState } from '../fold/index.ts';
import type { RunKinds, RunnerPorts } from '../ports/index.ts';

/** How a run ended. */
export type RunEnd = {
  /** It was stopped; by which signal, where one did. */
  cancelled: { by: 'SIGINT' | 'SIGTERM' | undefined } | undefined;
  /** Why the run could not begin. */
  setupError: string | undefined;
  /** What is spent, when that reached the run's limit and attempts were left out for it. */
  overspent: { maxCost: number; spent: number; leftOut: number } | undefined;
};

/** What that means for whoever waits for it. */
export type RunConclusion = {
  outcome: RunOutcome;
  exitCode: number;
  reason: string;
  /** 0 to 1, or null when nothing was judged. */
  passRate: number | null;
  /** Since the baseline, where there is one. */
  change?: RateChange | undefined;
};

/** What attempts mean. The engine knows what happened, not what is good. */
export interface RunJudge {
  /** Whether an attempt is one that a run which fails fast stops for. */
  isFault(result: CaseResult, gates: Gates | undefined): boolean;
  conclude(state: RunState, end: RunEnd): RunConclusion;
}

/** What a run is made with. */
export type RunParts = RunnerPorts & { kinds: RunKinds; judge: RunJudge };
