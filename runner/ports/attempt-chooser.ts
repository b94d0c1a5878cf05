import type { CaseResult, PlannedCase } from '../contract/index.ts';

export type AttemptToRun = { planned: PlannedCase; attempt: number };

/** Chooses the attempts of an experiment one by one, because each depends on the results of those before it. */
export interface AttemptChooser {
  /**
   * Returns the next attempt, perhaps only after some results have arrived; undefined if no more attempts are needed.
   */
  next(): Promise<AttemptToRun | undefined>;
  /** Receives the result of an attempt; undefined if it was stopped. */
  onResult(attempt: AttemptToRun, result: CaseResult | undefined): void;
}
