import type { Review, ReviewDecision, RunEvent, TurnReview } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { type RunSeries, toSeries } from '../runs/series.ts';
import { type EventBatch, emptyBatch } from '../write/batch.ts';
import { createBatchAppender } from '../write/batch-appender.ts';
import { prepareBatchWriter } from '../write/write-batch.ts';
import type { RunLine, StoredHintReview } from './exported-line.ts';

const EVENTS_PER_FLUSH = 500;

/** A run that is being imported, in a transaction that ends with `finish` or `rollBack`. */
export type RunImport = {
  head: RunLine;
  isKnown: boolean;
  takeEvent(event: RunEvent): void;
  takeReview(review: Review): void;
  takeTurnReview(review: TurnReview): void;
  takeDecision(decision: ReviewDecision): void;
  takeHint(hint: StoredHintReview): void;
  /**
   * Throws if the number of events differs, or if the last one is not the end of a run; for a truncated run, pass
   * undefined to skip both checks.
   */
  finish(events: number | undefined): RunSeries | undefined;
  rollBack(): void;
};

export function createRunImport(database: Database, { head, isKnown }: Pick<RunImport, 'head' | 'isKnown'>): RunImport {
  const { sqlite } = database;
  const write = prepareBatchWriter(sqlite);
  const fill = createBatchAppender();
  const saveReview = sqlite.prepare<unknown[]>(SAVE_NEWER_REVIEW_SQL);
  const saveTurnReview = sqlite.prepare<unknown[]>(SAVE_NEWER_TURN_REVIEW_SQL);
  const saveDecision = sqlite.prepare<unknown[]>(SAVE_NEWER_DECISION_SQL);
  const saveHint = sqlite.prepare<unknown[]>(SAVE_NEWER_HINT_SQL);
  let batch: EventBatch = emptyBatch(head.runId);
  let [seq, pending, isOver] = [0, 0, false];
  let series: RunSeries | undefined;

  const flush = (): void => {
    if (pending > 0) write(batch);
    batch = emptyBatch(head.runId);
    pending = 0;
  };
  sqlite.exec('BEGIN IMMEDIATE');
  if (!isKnown) removePartialRun(database, head.runId);
  return {
    head,
    isKnown,
    takeEvent(event) {
      checkEventOrder(event, { runId: head.runId, seq, isOver });
      if (event.type === 'run.started') series = toSeries(event);
      seq = event.seq;
      isOver = event.type === 'run.finished';
      if (isKnown) return;
      fill(batch, event);
      pending += 1;
      if (pending >= EVENTS_PER_FLUSH) flush();
    },
    takeReview(review) {
      saveReview.run({ runId: head.runId, ...review });
    },
    takeTurnReview(review) {
      saveTurnReview.run({ runId: head.runId, ...review });
    },
    takeDecision(decision) {
      saveDecision.run({ runId: head.runId, ...decision });
    },
    takeHint(hint) {
      saveHint.run({ runId: head.runId, ...hint });
    },
    finish(events) {
      if (events !== undefined && !isOver) throw new Error('the end of the run is missing');
      if (events !== undefined && events !== seq)
        throw new Error(`the run should have ${events} events, but the file has ${seq}`);
      flush();
      // A process of another machine wrote the run, so its process id is cleared: it could match a local process.
      if (!isKnown) {
        sqlite
          .prepare("UPDATE runs SET host = ?, pid = 0, process_token = '', label = ? WHERE id = ?")
          .run(head.host, head.label ?? null, head.runId);
      }
      sqlite.exec('COMMIT');
      return series;
    },
    rollBack() {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    },
  };
}

/** A rescued run may already be in the history in part. The import first removes that part. */
function removePartialRun({ sqlite }: Database, runId: string): void {
  sqlite.prepare('DELETE FROM runs WHERE id = ?').run(runId);
  for (const table of ['events', 'event_packs', 'attempts', 'model_calls', 'live_texts']) {
    sqlite.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(runId);
  }
}

type ExpectedEvent = { runId: string; seq: number; isOver: boolean };

function checkEventOrder(event: RunEvent, { runId, seq, isOver }: ExpectedEvent): void {
  if (event.runId !== runId) throw new Error(`the event belongs to run ${event.runId}, not to ${runId}`);
  if (isOver) throw new Error('there are events after the end of the run');
  if (event.seq !== seq + 1) throw new Error(`expected event ${seq + 1} of the run, found ${event.seq}`);
  if ((event.type === 'run.started') !== (seq === 0)) throw new Error('a run begins with "run.started", once');
}

const SAVE_NEWER_REVIEW_SQL = `INSERT INTO reviews (run_id, suite_key, case_id, attempt, reviewer, verdict, note, reviewed_at)
  VALUES (:runId, :suiteKey, :caseId, :attempt, :reviewer, :verdict, :note, :reviewedAt)
  ON CONFLICT DO UPDATE SET verdict = excluded.verdict, note = excluded.note, reviewed_at = excluded.reviewed_at
  WHERE excluded.reviewed_at > reviewed_at`;

const SAVE_NEWER_TURN_REVIEW_SQL = `INSERT INTO turn_reviews (run_id, suite_key, case_id, attempt, turn, reviewer, verdict, note, reviewed_at)
  VALUES (:runId, :suiteKey, :caseId, :attempt, :turn, :reviewer, :verdict, :note, :reviewedAt)
  ON CONFLICT DO UPDATE SET verdict = excluded.verdict, note = excluded.note, reviewed_at = excluded.reviewed_at
  WHERE excluded.reviewed_at > reviewed_at`;

const SAVE_NEWER_DECISION_SQL = `INSERT INTO decisions (queue, run_id, suite_key, case_id, attempt, other_run_id, other_attempt, reviewer, label, note, decided_at)
  VALUES (:queue, :runId, :suiteKey, :caseId, :attempt, :otherRunId, :otherAttempt, :reviewer, :label, :note, :decidedAt)
  ON CONFLICT DO UPDATE SET label = excluded.label, note = excluded.note, decided_at = excluded.decided_at
  WHERE excluded.decided_at > decided_at`;

const SAVE_NEWER_HINT_SQL = `INSERT INTO hints (run_id, suite_key, case_id, attempt, fault, reviewer, word, reviewed_at)
  VALUES (:runId, :suiteKey, :caseId, :attempt, :fault, :reviewer, :word, :reviewedAt)
  ON CONFLICT DO UPDATE SET word = excluded.word, reviewed_at = excluded.reviewed_at
  WHERE excluded.reviewed_at > reviewed_at`;
