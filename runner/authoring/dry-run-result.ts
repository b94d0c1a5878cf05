import type { AssertionResult, CaseStatus } from '../contract/index.ts';
import type { JsonPath } from '../values/index.ts';

/** `open` means that the status is unknown without a run, or while the case has problems. */
export type DryRunStatus = CaseStatus | 'open';

/** `needs_run` means that only an agent or a script can decide. `unsound` means that the assertion has problems. */
export type DryRunCheckStatus = AssertionResult['status'] | 'needs_run' | 'unsound';

/** The result of an assertion for an answer. With `recorded`, the verdict was taken from the recorded run. */
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
  /** The turn that reached the checkpoint. */
  turn?: number;
  message?: string;
  /** The checks at the turn that reached the checkpoint, otherwise at the last turn. */
  checks: DryRunCheckResult[];
};

/** The result of a case for a recorded answer. `why` explains a status that cannot be known. */
export type DryRun = {
  status: DryRunStatus;
  why?: string;
  checks: DryRunCheckResult[];
  checkpoints: DryRunCheckpointResult[];
  /** The results of inferred rules that nobody has accepted yet; they do not affect the status. */
  inferred?: AssertionResult[] | undefined;
};
