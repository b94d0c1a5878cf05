import { listJsonPaths } from '../../authoring/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { type EventRow, fromEventRow } from '../log/event-row.ts';
import { createRowReader } from '../log/read-rows.ts';

export type RecordedNames = {
  /** The names of the tools that were called, most frequent first. */
  tools: string[];
  /** The JSON paths that occurred in answers. */
  paths: string[];
};

const MAX_SEARCHED_RUNS = 30;
const MAX_READ_RUNS = 3;
const MAX_ATTEMPTS_PER_RUN = 60;
const MAX_RESULT_LENGTH = 200_000;
const MAX_NAMES = 300;

/**
 * Names for completion, from a sample of a suite's latest runs: the tools that were called and the JSON paths in
 * answers.
 */
export function readRecordedNames(database: Database, suiteKey: string): RecordedNames {
  const findNewestRuns = selectRows(
    database.sqlite,
    'runs',
    'id',
    'WHERE deleted_at IS NULL ORDER BY ordinal DESC LIMIT ?',
  );
  const tools = new Map<string, number>();
  const paths = new Map<string, number>();
  let readCount = 0;
  for (const id of findNewestRuns.all(MAX_SEARCHED_RUNS)) {
    const rows = readFirstResultRows(database, id, suiteKey);
    for (const row of rows) {
      const event = fromEventRow(database, row);
      if (event.type !== 'case.finished') continue;
      for (const { tool } of event.result.toolCalls) countName(tools, tool);
      for (const path of listJsonPaths(event.result.output ?? null)) countName(paths, path);
    }
    if (rows.length > 0) readCount += 1;
    if (readCount === MAX_READ_RUNS) break;
  }
  return { tools: sortByCount(tools), paths: sortByCount(paths) };
}

/** Returns the first results of a run. Leaves out results that are too long to parse. */
function readFirstResultRows(database: Database, runId: string, suiteKey: string): EventRow[] {
  const findAttempt = selectRows(
    database.sqlite,
    'attempts',
    'lastSeq',
    'WHERE run_id = ? AND suite_key = ? ORDER BY last_seq',
  );
  const rowAt = createRowReader(database);
  const rows: EventRow[] = [];
  for (const seq of findAttempt.iterate(runId, suiteKey)) {
    const row = rowAt(runId, seq);
    if (row !== undefined && row.blobs === 0 && row.data.length < MAX_RESULT_LENGTH) rows.push(row);
    if (rows.length === MAX_ATTEMPTS_PER_RUN) break;
  }
  return rows;
}

function countName(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sortByCount(counts: ReadonlyMap<string, number>): string[] {
  const sortedCounts = [...counts].toSorted(([, left], [, right]) => right - left);
  return sortedCounts.slice(0, MAX_NAMES).map(([name]) => name);
}
