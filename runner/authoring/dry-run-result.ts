import type { AssertionResult, CaseStatus } from '../contract/index.ts';
import type { JsonPath } from '../values/index.ts';

/** `open` means that the status is unknown, because it depends on a run, or because the case has problems. */
export type DryRunStatus = CaseStatus | 'open';

/**
 * `needs_run` means that the result depends on an agent or a script in a run; `unsound` means that the assertion has
 * problems.
 */
export type DryRunCheckStatus = AssertionResult['status'] | 'needs_run' | 'unsound';

/** The result of an assertion on an answer. If `recorded` is true, the verdict comes from the recorded run. */
export type DryRunCheckResult = {
  path: JsonPath;
  type: string;
  turn: number;
  status: DryRunCheckStatus;
  recorded: boolean;
  result?: AssertionResult;
};

export type DryRunCheckpointResult = {
  index: number;
  id: string;
  required: boolean;
  standing: 'reached' | 'missing' | 'open';
  /** The turn in which the checkpoint was reached. */
  turn?: number;
  message?: string;
  /** The results of the assertions in the turn in which the checkpoint was reached, otherwise in the last turn. */
  checks: DryRunCheckResult[];
};

/** The result of a case on a recorded answer. `why` explains why the status is open. */
export type DryRun = {
  status: DryRunStatus;
  why?: string;
  checks: DryRunCheckResult[];
  checkpoints: DryRunCheckpointResult[];
  /** The results of inferred rules that nobody has accepted yet. They do not affect the status. */
  inferred?: AssertionResult[] | undefined;
};
