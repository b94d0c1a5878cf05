import type { RunListItem } from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';
import { formatCost, formatDuration } from '@/runner/values';

type PastRun = Pick<
  RunListItem,
  | 'suiteKey'
  | 'agentId'
  | 'connector'
  | 'status'
  | 'counts'
  | 'startedAt'
  | 'finishedAt'
  | 'cost'
  | 'parallel'
  | 'forkedAt'
>;

/** What a new run will be: which series it belongs to, and how many attempts it has on how many connectors. */
export type PlannedRun = {
  suiteKey: string;
  agentId: string | undefined;
  /** Undefined if the agent uses its own. */
  connector: string | undefined;
  attempts: number;
  parallel: number;
};

/** Finds the newest complete run of the same suite, agent and connector, to estimate from. */
export function findPastRun<Run extends PastRun>(runs: readonly Run[], planned: PlannedRun): Run | undefined {
  return runs.find(
    ({ suiteKey, agentId, connector, status, finishedAt, forkedAt, counts }) =>
      suiteKey === planned.suiteKey &&
      agentId === planned.agentId &&
      (planned.connector === undefined || connector === planned.connector) &&
      (status === 'passed' || status === 'failed') &&
      finishedAt !== undefined &&
      forkedAt === undefined &&
      countAttempts(counts) > 0,
  );
}

/** Says how long a run may take and what it may cost, as far as an earlier run shows it, and how that is estimated. */
export function describeRunEstimate(past: PastRun, { attempts, parallel }: PlannedRun): string {
  const pastAttempts = countAttempts(past.counts);
  const pastMs = (past.finishedAt ?? past.startedAt) - past.startedAt;
  const msEach = (pastMs * Math.min(past.parallel ?? 1, pastAttempts)) / pastAttempts;
  const ms = (msEach * attempts) / Math.max(1, Math.min(parallel, attempts));
  const cost =
    past.cost === undefined || past.cost.amount === 0
      ? ''
      : `, ${formatEstimatedCost(past.cost, attempts / pastAttempts)}`;
  return `About ${formatDuration(ms)}${cost} for ${formatCountWithNoun(attempts, 'attempt')}, from the last run: ${formatCountWithNoun(pastAttempts, 'attempt')} in ${formatDuration(pastMs)}.`;
}

function formatEstimatedCost({ amount, isPartlyKnown, currency }: NonNullable<PastRun['cost']>, share: number): string {
  return `${isPartlyKnown ? 'at least ' : ''}${formatCost(amount * share, currency)}`;
}

function countAttempts({ passed, failed, error, timeout }: PastRun['counts']): number {
  return passed + failed + error + timeout;
}
