import type BetterSqlite from 'better-sqlite3';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { faultParties } from '../../contract/closed-sets.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { attemptKey } from '../../fold/keys.ts';
import { type ColumnValue, createBulkInserter } from '../db/bulk-insert.ts';
import { toColumnName } from '../db/select.ts';
import { parseEventLines } from '../log/event-lines.ts';
import type { EventRow } from '../log/event-row.ts';
import { prepareRowWriter } from '../log/write-rows.ts';
import { createFigureReader } from '../read/read-figures.ts';
import { preparePassageWriter } from '../search/write-passages.ts';
import { attemptColumns } from './attempt-columns.ts';
import type { EventBatch } from './batch.ts';
import { callColumns, createCallPacker } from './call-packer.ts';
import { createLiveTextWriter } from './live-text-writer.ts';

const counterColumnByStatus: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  error: 'errors',
  timeout: 'timeouts',
  skipped: 'skipped',
};

const counterColumns = [...Object.values(counterColumnByStatus), 'set_aside'];

/**
 * Prepares a function that writes each batch in one immediate transaction. If that fails, the function throws and
 * nothing of the batch is written.
 */
export function prepareBatchWriter(sqlite: BetterSqlite.Database): (batch: EventBatch) => void {
  const writeRows = prepareRowWriter(sqlite);
  const insertAttempts = createBulkInserter(sqlite, 'attempts', attemptColumns);
  const insertCalls = createBulkInserter(sqlite, 'model_calls', callColumns);
  const packer = createCallPacker();
  const writeText = createLiveTextWriter(sqlite);
  const forgetTexts = sqlite.prepare('DELETE FROM live_texts WHERE run_id = ?');
  const insertBlob = sqlite.prepare('INSERT OR IGNORE INTO blobs (sha256, bytes) VALUES (?, ?)');
  const placeLast = sqlite.prepare('UPDATE runs SET ordinal = (SELECT MAX(ordinal) + 1 FROM runs) WHERE id = ?');
  const finishRun = sqlite.prepare(
    `UPDATE runs SET status = :status, finished_at = :finishedAt, exit_code = :exitCode, reason = :reason, missed = :missed,
       figures = :figures WHERE id = :id`,
  );
  const markRead = sqlite.prepare(
    'INSERT OR REPLACE INTO runs_read (run_id, version) SELECT id, tool_version FROM runs WHERE id = ?',
  );
  const figuresOf = createFigureReader({ sqlite });
  const addPassages = preparePassageAdder(sqlite);
  const countAttempts = prepareAttemptCounter(sqlite);
  type PackedRows = ReturnType<typeof packer.rows>;
  const transaction = sqlite.transaction((batch: EventBatch, calls: PackedRows): ColumnValue[][] => {
    for (const row of batch.started) {
      createBulkInserter(sqlite, 'runs', Object.keys(row).map(toColumnName))([Object.values(row)]);
      placeLast.run(batch.runId);
    }
    for (const { sha256, text } of batch.blobs) insertBlob.run(sha256, Buffer.from(text, 'utf8'));
    const events = parseEventLines(batch.runId, batch.events);
    writeRows(batch.runId, events);
    addPassages(batch.runId, events);
    insertCalls(calls);
    for (const live of batch.live) writeText(batch.runId, live);
    const attempts = unpackAttempts(batch.attempts);
    insertAttempts(attempts);
    countAttempts(batch.runId, attempts);
    for (const { spent, ...row } of batch.finished) {
      const figures = { ...figuresOf(batch.runId), spent: spent === null ? undefined : JSON.parse(spent) };
      finishRun.run({ ...row, figures: JSON.stringify(figures) });
      forgetTexts.run(batch.runId);
      markRead.run(batch.runId);
    }
    return attempts;
  });
  // The packed rows of each batch, so that a batch that is written again is not packed again.
  const packed = new WeakMap<EventBatch, PackedRows>();
  return (batch) => {
    const calls = packed.get(batch) ?? packer.rows(batch.runId, batch.calls);
    packed.set(batch, calls);
    for (const [, suiteKey, caseId, , attempt] of transaction.immediate(batch, calls)) {
      const ended = { suiteKey: String(suiteKey), caseId: String(caseId), attempt: Number(attempt) };
      packer.forget(batch.runId, attemptKey(ended));
    }
  };
}

/**
 * Prepares a function that indexes an attempt in the same transaction, so that the attempt can be searched as soon as
 * it is in the history.
 */
function preparePassageAdder(sqlite: BetterSqlite.Database): (runId: string, events: readonly EventRow[]) => void {
  const writer = preparePassageWriter(sqlite);
  return (runId, events) => {
    const finished = events.filter(({ type }) => type === 'case.finished');
    const isBegin = events[0]?.type === 'run.started';
    if (finished.length === 0 && !isBegin) return;
    const run = writer.numberRun(runId);
    for (const row of finished) writer.add({ run, lastSeq: row.seq, result: writer.resultIn(row) });
  };
}

function unpackAttempts(packed: string): ColumnValue[][] {
  return packed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const statusColumn = attemptColumns.indexOf('status');
const faultColumn = attemptColumns.indexOf('fault_by');

const ADD_FAULT_COUNT_SQL = `UPDATE runs SET faults = json_set(coalesce(faults, '{}'), :path,
  coalesce(json_extract(faults, :path), 0) + :count) WHERE id = :runId`;
const setAsideColumn = attemptColumns.indexOf('set_aside');

function prepareAttemptCounter(
  sqlite: BetterSqlite.Database,
): (runId: string, attempts: readonly ColumnValue[][]) => void {
  const addToColumn = new Map(
    counterColumns.map((column) => [column, sqlite.prepare(`UPDATE runs SET ${column} = ${column} + ? WHERE id = ?`)]),
  );
  const addFaults = sqlite.prepare(ADD_FAULT_COUNT_SQL);
  return (runId, attempts) => {
    for (const [column, sameStatus] of Map.groupBy(attempts, getStatusCounterColumn)) {
      addToColumn.get(column)?.run(sameStatus.length, runId);
    }
    for (const party of faultParties) {
      const count = attempts.filter((row) => row[faultColumn] === party && row[setAsideColumn] === null).length;
      if (count > 0) addFaults.run({ path: `$.${party}`, count, runId });
    }
  };
}

/**
 * Returns the counter for the status of an attempt. An excluded attempt that finished is counted only as `set_aside`:
 * see `countAttempts`.
 */
function getStatusCounterColumn(row: readonly ColumnValue[]): string {
  const status = String(row[statusColumn]);
  return row[setAsideColumn] === null || status === 'skipped'
    ? (counterColumnByStatus[status] ?? 'skipped')
    : 'set_aside';
}
