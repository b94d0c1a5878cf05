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

/**
 * What is known about the run to be started: its suite, agent and connector, and the number of attempts and connectors.
 */
export type PlannedRun = {
  suiteKey: string;
  agentId: string | undefined;
  /** The connector of the run; undefined if the agent uses its own. */
  connector: string | undefined;
  attempts: number;
  parallel: number;
};

/** Finds the newest complete run of the same suite, agent and connector, from which time and cost can be estimated. */
export function findPastRun<Run extends PastRun>(runs: readonly Run[], plannedRun: PlannedRun): Run | undefined {
  return runs.find(
    ({ suiteKey, agentId, connector, status, finishedAt, forkedAt, counts }) =>
      suiteKey === plannedRun.suiteKey &&
      agentId === plannedRun.agentId &&
      (plannedRun.connector === undefined || connector === plannedRun.connector) &&
      (status === 'passed' || status === 'failed') &&
      finishedAt !== undefined &&
      forkedAt === undefined &&
      countAttempts(counts) > 0,
  );
}

/** Describes how long a run may take, what it may cost, and how that was estimated. */
export function describeRunEstimate(pastRun: PastRun, { attempts, parallel }: PlannedRun): string {
  const pastAttempts = countAttempts(pastRun.counts);
  const pastMs = (pastRun.finishedAt ?? pastRun.startedAt) - pastRun.startedAt;
  const msEach = (pastMs * Math.min(pastRun.parallel ?? 1, pastAttempts)) / pastAttempts;
  const ms = (msEach * attempts) / Math.max(1, Math.min(parallel, attempts));
  const cost =
    pastRun.cost === undefined || pastRun.cost.amount === 0
      ? ''
      : `, ${formatEstimatedCost(pastRun.cost, attempts / pastAttempts)}`;
  return `About ${formatDuration(ms)}${cost} for ${formatCountWithNoun(attempts, 'attempt')}, from the last run: ${formatCountWithNoun(pastAttempts, 'attempt')} in ${formatDuration(pastMs)}.`;
}

function formatEstimatedCost(
  { amount, isPartlyKnown, currency }: NonNullable<PastRun['cost']>,
  costShare: number,
): string {
  return `${isPartlyKnown ? 'at least ' : ''}${formatCost(amount * costShare, currency)}`;
}

function countAttempts({ passed, failed, error, timeout }: PastRun['counts']): number {
  return passed + failed + error + timeout;
}
