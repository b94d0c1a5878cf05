import os from 'node:os';
import type { RunEvent, Usage, UsageByRole } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import { readProcessToken } from '../../host/process-identity.ts';
import { serializeAgentParts } from '../runs/agent-parts.ts';
import { toSeries } from '../runs/series.ts';
import type { FinishedRun, StartedRun } from './batch.ts';

type RunStarted = Extract<RunEvent, { type: 'run.started' }>;

export function toStartedRunRow(event: RunStarted): StartedRun {
  const { suiteKey, agentId, connector, simulator } = toSeries(event);
  return {
    id: event.runId,
    suiteKey,
    agentId,
    connector,
    simulator,
    status: 'running',
    total: event.total,
    attempts: event.options.attempts,
    passed: 0,
    failed: 0,
    errors: 0,
    timeouts: 0,
    skipped: 0,
    startedAt: event.at,
    gitCommit: event.gitCommit ?? null,
    options: JSON.stringify(event.options),
    pid: process.pid,
    processToken: readProcessToken(process.pid),
    host: os.hostname(),
    toolVersion: event.toolVersion,
    agentParts: serializeAgentParts(event.suites),
    suites: serializeSuites(event),
  };
}

/**
 * For a run of several suites, the row of the run lists all agents together; this column stores the series of each
 * suite.
 */
function serializeSuites({ suites, options }: RunStarted): string | null {
  if (suites.length < 2) return null;
  return JSON.stringify(
    suites.map(({ key, agentId, connector }) => ({ key, agentId, connector: options.connector ?? connector ?? null })),
  );
}

export function toFinishedRunRow(event: Extract<RunEvent, { type: 'run.finished' }>): FinishedRun {
  return {
    status: event.outcome,
    finishedAt: event.at,
    exitCode: event.exitCode,
    reason: event.reason,
    missed: event.missed === undefined ? null : JSON.stringify(event.missed),
    id: event.runId,
    spent: serializeSpending(event.summary.usage),
  };
}

/** Returns the cost of all model calls of a run, including the calls of discarded attempts. */
function serializeSpending(usage: UsageByRole): string | null {
  const { cost, isPartlyPriced = false } = sumUsageOfRoles(usage) ?? {};
  return cost === undefined ? null : JSON.stringify({ amount: cost, isPartlyKnown: isPartlyPriced });
}

export function sumUsageOfRoles(usage: UsageByRole = {}): Usage | undefined {
  return Object.values(usage).reduce<Usage | undefined>((sum, roleUsage) => addUsage(sum, roleUsage), undefined);
}
