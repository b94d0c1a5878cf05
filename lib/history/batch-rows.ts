import os from 'node:os';
import { addUsage, type CaseResult, type RunEvent, type Usage } from '../../runner/contract/index.ts';
import { processToken } from '../process-identity.ts';
import type { Row } from './batch.ts';

export function startedRow(event: Extract<RunEvent, { type: 'run.started' }>): Row {
  const suite = event.suites[0];
  return {
    id: event.runId,
    suite_key: event.suites.length === 1 && suite !== undefined ? suite.key : event.options.input,
    agent_id: suite?.agentId ?? '',
    connector: event.options.connector ?? suite?.connector ?? null,
    status: 'running',
    total: event.cases.length,
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
  };
}

export function attemptRow(
  event: Extract<RunEvent, { type: 'case.finished' }>,
  { firstSeq, caseHash }: { firstSeq: number; caseHash: string },
): Row {
  const { result } = event;
  const usage = totalUsage(result);
  return {
    run_id: event.runId,
    suite_key: event.suiteKey,
    case_id: event.caseId,
    case_hash: caseHash,
    attempt: event.attempt,
    kind: result.kind,
    status: result.status,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    turns: result.turns?.length ?? 1,
    input_tokens: usage?.inputTokens ?? 0,
    output_tokens: usage?.outputTokens ?? 0,
    first_seq: firstSeq,
    last_seq: event.seq,
  };
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
