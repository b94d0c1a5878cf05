import { type AttemptId, computeTotalCost, type RunStatus } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { readBisection, type StoredBisection } from '../../runner/run/bisection/read-bisection.ts';
import { requireRunState } from './require-run.ts';
import { startBisection } from './start-run.ts';
import type { BisectRequest, StartRunAnswer } from './start-run-request.ts';

/** The results of the bisections of an attempt, and the progress of the newest bisection. */
export type BisectionOfAttempt = StoredBisection & {
  status: RunStatus;
  /** How many rollouts of the newest bisection have finished, and their maximum number. */
  played: number;
  budget: number;
  cost: number | undefined;
  currency: string | undefined;
};

/** Reads the bisections of an attempt; null if it has none. */
export function readBisectionOfAttempt(origin: AttemptId & { runId: string }): BisectionOfAttempt | null {
  const storedBisection = readBisection(database(), origin);
  if (storedBisection === undefined) return null;
  const { status, counts, options, usage } = requireRunState(storedBisection.runId);
  return {
    ...storedBisection,
    status,
    played: counts.passed + counts.failed + counts.error + counts.timeout,
    budget: options?.attempts ?? 0,
    cost: computeTotalCost(usage),
    currency: options?.currency,
  };
}

/**
 * Starts a bisection, which finds the turn that decided a failed attempt. If the runner refuses, the response contains
 * the reason.
 */
export function bisectRun(runId: string, request: BisectRequest): Promise<StartRunAnswer> {
  requireRunState(runId);
  return startBisection(runId, request);
}
