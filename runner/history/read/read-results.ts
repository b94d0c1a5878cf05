import type { CaseResult } from '../../contract/index.ts';
import { type CaseKey, type CaseRow, caseKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import type { PayloadReader } from '../log/event-row.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { createUnreliableVerdictMarker } from '../reviews/unreliable-verdict-marker.ts';
import { CASE_IN_RUN_SQL } from './case-in-run.ts';

/**
 * If a run has more cases than this, the log positions of all its results are read at once, because the look-up of one
 * case scans all runs of that case.
 */
const MAX_SINGLE_LOOKUPS = 50;

/**
 * Returns a function that reads the finished attempts of one case of a run, in order. Reports read case by case, so
 * that memory use stays constant.
 */
export function createResultReader(
  database: Database,
  runId: string,
  read?: PayloadReader,
): (row: Pick<CaseRow, 'suiteKey' | 'id'>) => CaseResult[] {
  const readStoredResult = createStoredResultReader(database, read);
  const seqsOf = createLogPositionReader(database, runId);
  const marks = createUnreliableVerdictMarker(database);
  return (row) =>
    seqsOf(row).flatMap((seq) => {
      const event = readStoredResult(runId, seq);
      return event === undefined ? [] : [marks.onResult(row.suiteKey, event.result)];
    });
}

/**
 * Finds the log positions of a case's results: by one query per case for the first cases, then by a single query for
 * all cases.
 */
function createLogPositionReader(
  { sqlite }: Database,
  runId: string,
): (row: Pick<CaseRow, 'suiteKey' | 'id'>) => readonly number[] {
  const findAttempts = selectRows(sqlite, 'attempts', 'lastSeq', `${CASE_IN_RUN_SQL} ORDER BY attempt`);
  let requestCount = 0;
  let seqsByCase: ReadonlyMap<CaseKey, readonly number[]> | undefined;
  return ({ suiteKey, id }) => {
    requestCount += 1;
    if (requestCount <= MAX_SINGLE_LOOKUPS) return findAttempts.all(suiteKey, id, runId);
    seqsByCase ??= readLogPositionsInRun({ sqlite }, runId);
    return seqsByCase.get(caseKey(suiteKey, id)) ?? [];
  };
}

type CasePosition = [suiteKey: string, caseId: string, lastSeq: number];

function readLogPositionsInRun({ sqlite }: Pick<Database, 'sqlite'>, runId: string): Map<CaseKey, number[]> {
  const rows = sqlite
    .prepare<[string], CasePosition>(
      'SELECT suite_key, case_id, last_seq FROM attempts WHERE run_id = ? ORDER BY attempt',
    )
    .raw()
    .iterate(runId);
  const seqsByCase = new Map<CaseKey, number[]>();
  for (const [suiteKey, caseId, lastSeq] of rows) {
    const key = caseKey(suiteKey, caseId);
    const seqs = seqsByCase.get(key);
    if (seqs === undefined) seqsByCase.set(key, [lastSeq]);
    else seqs.push(lastSeq);
  }
  return seqsByCase;
}
