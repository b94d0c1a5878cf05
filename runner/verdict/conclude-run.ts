import type { CaseResult, Fault } from '../contract/index.ts';
import {
  isFailing,
  type RunConclusion,
  type RunConclusionInput,
  type RunEvaluator,
  type RunState,
} from '../fold/index.ts';
import { decideCase } from './auto-runs.ts';
import { compareRuns, type RunToCompare } from './compare-runs.ts';
import { combineFaults } from './faults/decisive-fault.ts';
import { isAnyMinimumSet } from './gates.ts';
import { computePassRate } from './pass-rate.ts';
import { computeRateChange } from './rate-change.ts';
import { concludeRunVerdict, createCancelledVerdict, type RunVerdict } from './run-verdict.ts';

/** Finds the run with which a run is compared. Called at the end of the run. */
export type FindBaseline = (run: RunState) => RunToCompare | undefined;

export function createRunEvaluator(baseline?: FindBaseline): RunEvaluator {
  return {
    faultsOf: combineFaults,
    isFault: isFailureThatCounts,
    deservesRetry: isWorthRetrying,
    decide: decideCase,
    conclude: (state, end) => concludeRun(state, end, baseline),
  };
}

const retriedParties: readonly Fault['by'][] = ['infra', 'simulator', 'judge', 'user_code'];

function isWorthRetrying({ status, fault }: CaseResult): boolean {
  return isFailing(status) && fault?.confidence === 'certain' && retriedParties.includes(fault.by);
}

/** True for an attempt that failed outside the agent. Excluded attempts do not count. */
function isFailureThatCounts({ status, setAside }: CaseResult): boolean {
  return isFailing(status) && setAside === undefined;
}

function concludeRun(state: RunState, end: RunConclusionInput, baseline: FindBaseline | undefined): RunConclusion {
  const { counts, options } = state;
  const rate = computePassRate(counts);
  if (end.cancelled !== undefined) return { ...createCancelledVerdict(end.cancelled), passRate: rate };
  if (options?.shard !== undefined) return { ...concludeShardVerdict(state, end), passRate: rate };
  const before = baseline?.(state);
  const change = before === undefined ? undefined : computeRateChange(compareRuns(before, state));
  const verdict = concludeRunVerdict({ ...toRunEnding(state, end), gates: options?.gates, change });
  return { ...verdict, passRate: rate, change };
}

function toRunEnding({ counts, rows, options }: RunState, end: RunConclusionInput) {
  return { ...end, counts, rows, failFast: options?.failFast, detailed: options?.exitCodes === 'detailed' };
}

/**
 * Judges a shard. Gates apply to the whole run, not to a shard. So if a gate limits how much may fail, a shard with
 * failures does not count as failed.
 */
function concludeShardVerdict(state: RunState, end: RunConclusionInput): RunVerdict {
  const verdict = concludeRunVerdict(toRunEnding(state, end));
  const { gates = {} } = state.options ?? {};
  const isForTheWhole = isAnyMinimumSet(gates, state.rows) && verdict.missed?.join() === 'failures';
  if (!isForTheWhole) return verdict;
  return {
    ...verdict,
    outcome: 'passed',
    exitCode: 0,
    reason: `${verdict.reason}; "turntree merge" judges the whole run`,
  };
}
