import type { AgentParts } from '../../contract/index.ts';
import type { CaseHealth, CaseOutage, RunReference } from '../../fold/index.ts';
import type { TrialCounts } from '../statistics/fisher-exact.ts';

/**
 * The attempts of a case in a run; `infra` is the number of failures that were certainly caused by the infrastructure.
 */
export type CaseTally = TrialCounts & { hash: string; infra: number; isGood?: boolean };

/** True if every attempt passed, or if the run decided that the case is good in spite of single failures. */
export function hasPassedThroughout({
  passed,
  judged,
  isGood,
}: Pick<CaseTally, 'passed' | 'judged' | 'isGood'>): boolean {
  return passed === judged || isGood === true;
}

/** A complete run of a series, with the recorded parts of its agents. Its cases are found by their keys. */
export type CaseHealthRun = RunReference & {
  agents: readonly { agentId: string; parts?: AgentParts | undefined }[];
  gitCommit: string | null;
  cases: ReadonlyMap<string, CaseTally>;
};

/**
 * Consecutive runs in which most cases failed together. In an `outage`, the agent was not the cause: the infrastructure
 * failed, or the cases passed again while the agent stayed the same. All other events are a `regression`.
 */
export type SeriesEvent = {
  kind: 'outage' | 'regression';
  reason?: NonNullable<CaseOutage['reason']>;
  /** The affected runs, oldest first. */
  runs: readonly RunReference[];
  /** The run in which the cases passed again; undefined while they still fail. */
  over?: RunReference;
  /** The keys of the cases that failed together. */
  cases: ReadonlySet<string>;
};

export type SeriesHealth = { events: readonly SeriesEvent[]; cases: ReadonlyMap<string, CaseHealth> };
