import type BetterSqlite from 'better-sqlite3';
import type { CaseResult } from '../../contract/index.ts';
import { selectRows } from '../db/select.ts';
import { createBodyReviver } from '../log/event-bodies.ts';
import { buildPassagesOfResult, passageFields, type SearchPassage } from './passages-of-result.ts';
import { segmentUnspacedText } from './segment-unspaced-text.ts';

/**
 * The maximum number of characters of a text that are indexed. With whole texts, the index could become larger than the
 * history.
 */
const MAX_INDEXED_LENGTH = 100_000;

type FinishedAttempt = { run: number; lastSeq: number; result: CaseResult };

export type PassageWriter = {
  /** Returns the number by which the search index identifies a run; assigns a number to a new run. */
  numberRun(runId: string): number;
  /** Returns the result in the stored data of a `case.finished` event. */
  resultIn(row: { data: string; blobs: number }): CaseResult;
  /** Adds the texts of an attempt to the search index. */
  add(attempt: FinishedAttempt): void;
};

/** Writes the search index. The caller must have a transaction open. */
export function preparePassageWriter(sqlite: BetterSqlite.Database): PassageWriter {
  const addRun = sqlite.prepare('INSERT OR IGNORE INTO searched_runs (run_id) VALUES (?)');
  const findRun = selectRows(sqlite, 'searched_runs', 'number', 'WHERE run_id = ?');
  const addPassage = sqlite.prepare('INSERT INTO passages (run, last_seq, turn) VALUES (?, ?, ?)');
  const addWords = sqlite.prepare(
    `INSERT INTO said (rowid, ${passageFields.join(', ')}) VALUES (?, ${passageFields.map(() => '?').join(', ')})`,
  );
  const bringBack = createBodyReviver({ sqlite });
  return {
    numberRun(runId) {
      addRun.run(runId);
      return findRun.get(runId) ?? 0;
    },
    resultIn: ({ data, blobs }) => JSON.parse(data, blobs === 0 ? undefined : bringBack).result,
    add({ run, lastSeq, result }) {
      for (const passage of buildPassagesOfResult(result)) {
        const id = addPassage.run(run, lastSeq, passage.turn).lastInsertRowid;
        addWords.run(id, ...segmentPassageFields(passage));
      }
    },
  };
}

function segmentPassageFields(passage: SearchPassage): string[] {
  return passageFields.map((field) => segmentUnspacedText(passage[field].slice(0, MAX_INDEXED_LENGTH)));
}
