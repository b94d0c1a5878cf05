import { createHash } from 'node:crypto';
import { attemptKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  exportRuns,
  getRunState,
  importRuns,
  interruptOrphanedRuns,
  interruptRun,
  labelRun,
  pinRun,
  pruneRuns,
  readEvents,
  removeDecision,
  removeReview,
  removeTurnReview,
  restoreRuns,
  saveHintReview,
  saveJudgeCheck,
  unpinRun,
} from '../index.ts';
import { correctOutdatedRecords, correctRecordOfRun } from '../unreadable/correct-record.ts';
import { emptyBatch } from '../write/batch.ts';
import { createBatchAppender } from '../write/batch-appender.ts';
import { createLiveTextWriter } from '../write/live-text-writer.ts';
import { createWholeRunWriter } from '../write/whole-run.ts';
import { prepareBatchWriter } from '../write/write-batch.ts';
import { casePositionKey } from './changed-history-queries.ts';
import { damageEvent } from './damage-event.ts';
import { type HistoryAction, queryAfterSql } from './prove-conditions.ts';
import {
  casePosition,
  decision,
  eventsOfSimilarRun,
  finishedRun,
  hintKeys,
  review,
  unfinishedRun,
} from './similar-runs.ts';

const DROP_TRIGGERS_SQL = `DROP TRIGGER events_changed; DROP TRIGGER events_removed;
  DROP TRIGGER event_packs_changed; DROP TRIGGER event_packs_removed`;

const writesToRuns: Record<string, HistoryAction> = {
  end: (db) => writeRun(db, unfinishedRun, (events) => events.slice(-1)),
  // This event has a row of its own (it is not in a pack), so it can be read even if the pack after it is damaged.
  'an end after an event that was never packed': queryAfterSql(
    `INSERT INTO events SELECT run_id, 2, at, type, attempt_key, data, blobs FROM events WHERE run_id = '${unfinishedRun}' LIMIT 1`,
    (db) => writeRun(db, unfinishedRun, (events) => events.slice(-1)),
  ),
  'another attempt': (db) =>
    writeRun(db, unfinishedRun, (events) =>
      events.slice(1, 5).map((event) => ({ ...event, seq: events.length - 2 + event.seq })),
    ),
  interruptRun: (db) => interruptRun(db, unfinishedRun, 9),
  interruptOrphanedRuns: queryAfterSql(
    `UPDATE runs SET pid = 1073741824 WHERE id IN ('${finishedRun}', '${unfinishedRun}');
     UPDATE runs SET pid = 1073741824, host = 'elsewhere' WHERE id = 'going'`,
    interruptOrphanedRuns,
  ),
  labelRun: (db) => labelRun(db, finishedRun, 'release'),
  deleteRuns: (db) => deleteRuns(db, [finishedRun, unfinishedRun, 'deleted'], 11),
  restoreRuns: (db) => restoreRuns(db, [finishedRun, 'deleted']),
  pruneRuns: (db) => pruneRuns(db, [finishedRun, unfinishedRun]),
  'what a prune has left behind': queryAfterSql("DELETE FROM runs WHERE id IN ('over', 'also-over')", (db) =>
    pruneRuns(db, []),
  ),
  removeReview: (db) => removeReview(db, finishedRun, review),
  removeDecision: (db) => removeDecision(db, { ...decision, runId: finishedRun }),
  removeTurnReview: (db) => removeTurnReview(db, finishedRun, { ...review, turn: 1 }),
  'a word on a hint that is taken back': (db) =>
    saveHintReview(db, finishedRun, {
      ...casePosition,
      fault: hintKeys[0] ?? '',
      reviewer: 'ann',
      reviewedAt: 9,
      word: null,
    }),
  saveJudgeCheck: (db) => saveJudgeCheck(db, casePosition.suiteKey, { checked: [], checkedAt: 2 }),
  'a text that gives way': (db) =>
    createLiveTextWriter(db.sqlite)(unfinishedRun, { attemptKey: casePositionKey, turn: 1, text: null }),
  pinRun: (db) => pinRun(db, { runId: 'over', now: 11 }),
  unpinRun: (db) => unpinRun(db, finishedRun),
  'a whole run'(db) {
    db.sqlite.exec(`DELETE FROM runs WHERE id = 'deleted'; ${deleteRunRowsSql('deleted')}`);
    const writer = createWholeRunWriter(db.sqlite);
    writer.writeBatch({ batch: fillBatch('deleted', (events) => events), upTo: 1, isPart: false });
    return writer.close();
  },
  'a new run that is imported': (db) => exportAndReimport(db, finishedRun, { isRemoved: true }),
  'a run that is imported again': (db) => exportAndReimport(db, finishedRun, {}),
  'a run that is rescued'(db) {
    interruptRun(db, unfinishedRun, 9);
    return exportAndReimport(db, unfinishedRun, { isRescued: true });
  },
  'a record that is corrected'(db) {
    const spendingUpdate = `json_set(figures, '$.spent', json('{"amount": 7, "isPartlyKnown": false}'))`;
    db.sqlite.exec(`UPDATE runs SET figures = ${spendingUpdate} WHERE id = '${finishedRun}'`);
    damageStoredResult(db);
    const state = getRunState(db, finishedRun);
    return state && correctRecordOfRun(db, state);
  },
  'records of a log that changed': (db) => correctRecordsTwice(db),
  'records that this version has read, of logs that changed unseen': queryAfterSql(DROP_TRIGGERS_SQL, (db) =>
    correctRecordsTwice(db),
  ),
  'records that another version has read': queryAfterSql(DROP_TRIGGERS_SQL, (db) =>
    correctRecordsTwice(db, "UPDATE runs_read SET version = '0.0.1'"),
  ),
};

function damageStoredResult(db: Database): void {
  const key = attemptKey({ ...casePosition, attempt: 1 });
  const [event] = readEvents(db, finishedRun, { afterSeq: 0, attemptKey: key, types: ['case.finished'] });
  damageEvent(db, { runId: finishedRun, seq: event?.seq ?? 0, stored: 'packed' }, 'data that is not JSON');
}

function correctRecordsTwice(db: Database, textBetween = ''): void {
  correctOutdatedRecords(db);
  damageStoredResult(db);
  db.sqlite.exec(textBetween);
  correctOutdatedRecords(db);
}

/** Writes to runs in the history. Each returns the whole content of the history afterwards. */
export const historyWrites: Record<string, HistoryAction> = Object.fromEntries(
  Object.entries(writesToRuns).map(([name, act]): [string, HistoryAction] => [
    name,
    async (db) => {
      const answer = await act(db);
      return [answer, readWholeHistory(db)];
    },
  ]),
);

type Events = ReturnType<typeof eventsOfSimilarRun>;

function fillBatch(runId: string, select: (events: Events) => Events) {
  const batch = emptyBatch(runId);
  const fill = createBatchAppender();
  for (const event of select(eventsOfSimilarRun(runId))) fill(batch, event);
  return batch;
}

function writeRun(db: Database, runId: string, select: (events: Events) => Events): void {
  prepareBatchWriter(db.sqlite)(fillBatch(runId, select));
}

const tablesOfRuns = ['events', 'event_packs', 'attempts', 'model_calls', 'live_texts'];

function deleteRunRowsSql(runId: string): string {
  return tablesOfRuns.map((table) => `DELETE FROM ${table} WHERE run_id = '${runId}'`).join(';');
}

/**
 * Exports a run and imports it again, with some reviews that are newer than those in the history and some that are not.
 */
async function exportAndReimport(
  db: Database,
  runId: string,
  fate: { isRemoved?: true; isRescued?: true },
): Promise<unknown> {
  const lines = [...exportRuns(db, { runIds: [runId], tool: 'test', now: new Date(0) })];
  if (fate.isRemoved) pruneRuns(db, [runId]);
  let words = 0;
  const changed = lines.map((line): unknown => {
    const value = JSON.parse(line);
    if (value.type === 'run') return fate.isRescued ? { ...value, rescued: true } : value;
    const word = value.review ?? value.hint ?? value.decision;
    if (word === undefined) return value;
    words += 1;
    Object.assign(
      word,
      { [value.decision ? 'decidedAt' : 'reviewedAt']: 4 + (words % 3) },
      value.hint ? { word: 'dismissed' } : { note: 'changed' },
    );
    return value;
  });
  return importRuns(db, { file: 'runs', lines: toLines(changed) });
}

async function* toLines(values: readonly unknown[]): AsyncGenerator<string> {
  for (const value of values) yield JSON.stringify(value);
}

const tables = [
  ...['runs', ...tablesOfRuns, 'blobs', 'baselines', 'reviews', 'turn_reviews', 'decisions', 'hints', 'judges'],
  ...['searched_runs', 'passages', 'runs_read'],
];

function readWholeHistory({ sqlite }: Database): unknown {
  const words = sqlite.prepare("SELECT rowid FROM said WHERE said MATCH 'hello' ORDER BY rowid").pluck().all();
  const rows = tables.flatMap((table) =>
    sqlite.prepare<[], unknown[]>(`SELECT * FROM ${table} ORDER BY 1, 2`).raw().all(),
  );
  return [words, rows.map((row) => row.map((value) => (Buffer.isBuffer(value) ? hashBytes(value) : value)))];
}

function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
