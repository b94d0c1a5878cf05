import os from 'node:os';
import { addUsage, type CaseResult, type RunEvent, type Usage } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { processToken } from '../process-identity.ts';
import { type Blob, type EventRow, toEventRow } from './event-row.ts';

const FLUSH_AFTER_MS = 25;
const FLUSH_AT_EVENTS = 500;

export type HistoryWriter = {
  readonly name: string;
  onEvent(event: RunEvent): void;
  /** Writes what is buffered. Throws when the database refuses it; what was not written is kept for the next try. */
  flush(): void;
  /** The last flush by timer that failed, if it was not made good since. */
  failure(): unknown;
};

/** Records a run as it happens: batched, in immediate transactions, one writer a run. */
export function createHistoryWriter(options: { database: Database; redact: (text: string) => string }): HistoryWriter {
  const write = prepareBatch(options.database);
  const firstSeqs = new Map<string, number>();
  const hashes = new Map<string, string>();
  let batch: Batch = emptyBatch();
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (batch.events.length === 0) return;
    write(batch);
    batch = emptyBatch();
    failure = undefined;
  };

  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      try {
        flush();
      } catch (error) {
        failure = error;
      }
    }, FLUSH_AFTER_MS);
  };

  return {
    name: 'history',
    onEvent(event) {
      addToBatch({ batch, event, redact: options.redact, firstSeqs, hashes });
      if (batch.events.length >= FLUSH_AT_EVENTS || event.type === 'run.started') flush();
      else flushLater();
    },
    flush,
    failure: () => failure,
  };
}

type RunRow = Record<string, string | number | null>;
type Batch = {
  started: RunRow[];
  events: EventRow[];
  blobs: Blob[];
  attempts: RunRow[];
  finished: RunRow[];
};

function emptyBatch(): Batch {
  return { started: [], events: [], blobs: [], attempts: [], finished: [] };
}

type Addition = {
  batch: Batch;
  event: RunEvent;
  redact: (text: string) => string;
  firstSeqs: Map<string, number>;
  hashes: Map<string, string>;
};

function addToBatch({ batch, event, redact, firstSeqs, hashes }: Addition): void {
  const { row, blobs } = toEventRow(event, redact);
  batch.events.push(row);
  batch.blobs.push(...blobs);
  const key = row.attemptKey;
  if (event.type === 'run.started') {
    batch.started.push(startedRow(event));
    for (const announced of event.cases) hashes.set(`${announced.suiteKey}\n${announced.id}`, announced.hash);
  }
  if (event.type === 'case.started' && key !== null) firstSeqs.set(key, event.seq);
  if (event.type === 'case.finished' && key !== null) {
    const firstSeq = firstSeqs.get(key) ?? event.seq;
    firstSeqs.delete(key);
    const caseHash = hashes.get(`${event.suiteKey}\n${event.caseId}`) ?? '';
    batch.attempts.push({ ...attemptRow(event.result), ...placeOf(event), firstSeq, caseHash });
  }
  if (event.type === 'run.finished') batch.finished.push(finishedRow(event));
}

function startedRow(event: Extract<RunEvent, { type: 'run.started' }>): RunRow {
  const suite = event.suites[0];
  return {
    id: event.runId,
    suiteKey: event.suites.length === 1 && suite !== undefined ? suite.key : event.options.input,
    agentId: suite?.agentId ?? '',
    connector: event.options.connector ?? suite?.connector ?? null,
    total: event.cases.length,
    attempts: event.options.attempts,
    startedAt: event.at,
    gitCommit: event.gitCommit ?? null,
    options: JSON.stringify(event.options),
    pid: process.pid,
    processToken: processToken(process.pid),
    host: os.hostname(),
    toolVersion: event.toolVersion,
  };
}

function attemptRow(result: CaseResult): RunRow {
  const usage = totalUsage(result);
  return {
    kind: result.kind,
    status: result.status,
    startedAt: Math.round(result.startedAt),
    durationMs: result.durationMs,
    turns: result.turns?.length ?? 0,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
  };
}

function placeOf(event: Extract<RunEvent, { type: 'case.finished' }>): RunRow {
  const { runId, suiteKey, caseId, attempt, seq } = event;
  return { runId, suiteKey, caseId, attempt, lastSeq: seq };
}

function totalUsage(result: CaseResult): Usage | undefined {
  return Object.values(result.usage ?? {}).reduce<Usage | undefined>((sum, usage) => addUsage(sum, usage), undefined);
}

function finishedRow(event: Extract<RunEvent, { type: 'run.finished' }>): RunRow {
  return {
    id: event.runId,
    status: event.outcome,
    finishedAt: event.at,
    exitCode: event.exitCode,
    reason: event.reason,
  };
}

const counterOf = { passed: 'passed', failed: 'failed', error: 'errors', timeout: 'timeouts', skipped: 'skipped' };

function prepareBatch({ sqlite }: Database): (batch: Batch) => void {
  const insertRun = sqlite.prepare(
    `INSERT INTO runs (id, suite_key, agent_id, connector, status, total, attempts, passed, failed, errors, timeouts,
       skipped, started_at, git_commit, options, pid, process_token, host, tool_version)
     VALUES (:id, :suiteKey, :agentId, :connector, 'running', :total, :attempts, 0, 0, 0, 0, 0, :startedAt, :gitCommit,
       :options, :pid, :processToken, :host, :toolVersion)`,
  );
  const insertEvent = sqlite.prepare(
    `INSERT INTO events (run_id, seq, at, type, attempt_key, data, blobs)
     VALUES (:runId, :seq, :at, :type, :attemptKey, :data, :blobs)`,
  );
  const insertBlob = sqlite.prepare('INSERT OR IGNORE INTO blobs (sha256, bytes) VALUES (?, ?)');
  const insertAttempt = sqlite.prepare(
    `INSERT INTO attempts (run_id, suite_key, case_id, case_hash, attempt, kind, status, started_at, duration_ms, turns,
       input_tokens, output_tokens, first_seq, last_seq)
     VALUES (:runId, :suiteKey, :caseId, :caseHash, :attempt, :kind, :status, :startedAt, :durationMs, :turns,
       :inputTokens, :outputTokens, :firstSeq, :lastSeq)`,
  );
  const finishRun = sqlite.prepare(
    `UPDATE runs SET status = :status, finished_at = :finishedAt, exit_code = :exitCode, reason = :reason WHERE id = :id`,
  );
  const count = new Map(
    Object.entries(counterOf).map(([status, column]) => [
      status,
      sqlite.prepare(`UPDATE runs SET ${column} = ${column} + ? WHERE id = ?`),
    ]),
  );
  const transaction = sqlite.transaction((batch: Batch) => {
    for (const row of batch.started) insertRun.run(row);
    for (const blob of batch.blobs) insertBlob.run(blob.sha256, Buffer.from(blob.text, 'utf8'));
    for (const row of batch.events) insertEvent.run(row);
    for (const row of batch.attempts) insertAttempt.run(row);
    for (const [status, total] of countBy(batch.attempts)) count.get(status)?.run(total, batch.attempts[0]?.runId);
    for (const row of batch.finished) finishRun.run(row);
  });
  return (batch) => transaction.immediate(batch);
}

function countBy(rows: readonly RunRow[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(String(row.status), (totals.get(String(row.status)) ?? 0) + 1);
  return totals;
}
