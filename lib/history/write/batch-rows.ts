import os from 'node:os';
import type { CaseResult, RunEvent, Usage } from '../../../runner/contract/index.ts';
import { addUsage, joinSuites } from '../../../runner/fold/index.ts';
import { processToken } from '../../process-identity.ts';
import { agentPartsText } from '../trends/agent-parts.ts';
import type { Row, Value } from './batch.ts';

type RunStarted = Extract<RunEvent, { type: 'run.started' }>;

export function startedRow(event: RunStarted): Row {
  const joined = joinSuites(event.suites);
  return {
    id: event.runId,
    suite_key: suiteKeyOf(event),
    agent_id: joined.agentId,
    connector: event.options.connector ?? joined.connector ?? null,
    status: 'running',
    total: event.total,
    attempts: event.options.attempts,
    passed: 0,
    failed: 0,
    errors: 0,
    timeouts: 0,
    skipped: 0,
    started_at: event.at,
    git_commit: event.gitCommit ?? null,
    options: JSON.stringify(event.options),
    pid: process.pid,
    process_token: processToken(process.pid),
    host: os.hostname(),
    tool_version: event.toolVersion,
    agent_parts: agentPartsText(event.suites),
  };
}

/** Returns the key of a run in the history: its suite, or the requested input if there are several. */
export function suiteKeyOf({ suites, options }: Pick<RunStarted, 'suites' | 'options'>): string {
  const [suite] = suites;
  return suites.length === 1 && suite !== undefined ? suite.key : options.input;
}

/** The values of an attempt's row, in the order of `attemptColumns`. */
export function attemptValues(
  event: Extract<RunEvent, { type: 'case.finished' }>,
  { firstSeq, caseHash }: { firstSeq: number; caseHash: string },
): Value[] {
  const { runId, suiteKey, caseId, attempt, seq, result } = event;
  const usage = totalUsage(result);
  return [
    ...[runId, suiteKey, caseId, caseHash, attempt, result.kind, result.status, result.startedAt, result.durationMs],
    ...[result.score ?? null],
    ...[result.turns?.length ?? 1, usage?.inputTokens ?? 0, usage?.outputTokens ?? 0, usage?.cost ?? null],
    ...[result.fault?.by ?? null, result.fault?.kind ?? null],
    ...[firstSeq, seq],
  ];
}

export function finishedRow(event: Extract<RunEvent, { type: 'run.finished' }>): Row {
  return {
    status: event.outcome,
    finished_at: event.at,
    exit_code: event.exitCode,
    reason: event.reason,
    id: event.runId,
  };
}

function totalUsage(result: CaseResult): Usage | undefined {
  return Object.values(result.usage ?? {}).reduce<Usage | undefined>((sum, usage) => addUsage(sum, usage), undefined);
}
