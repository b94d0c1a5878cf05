import type { CaseResult } from '../../../runner/contract/index.ts';
import type { CaseRow } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';
import { EVENT_ROW, type EventRow, fromEventRow } from '../write/event-row.ts';
import { CASE_IN_RUN } from './case-in-run.ts';
import { judgeMarks } from './judge-marks.ts';

/** Reads the finished attempts of one case of a run, in order: reports ask case by case, so memory stays flat. */
export function createResultReader(database: Database, runId: string): (row: CaseRow) => CaseResult[] {
  const find = database.sqlite.prepare<unknown[], EventRow>(
    `SELECT ${EVENT_ROW}
     FROM (SELECT run_id, last_seq, attempt FROM attempts WHERE ${CASE_IN_RUN}) a
     JOIN events e ON e.run_id = a.run_id AND e.seq = a.last_seq ORDER BY a.attempt`,
  );
  const marks = judgeMarks(database);
  return (row) =>
    find
      .all(row.suiteKey, row.id, runId)
      .map((found) => fromEventRow(database, found))
      .flatMap((event) => (event.type === 'case.finished' ? [marks.onResult(row.suiteKey, event.result)] : []));
}
