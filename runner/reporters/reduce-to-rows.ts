import {
  addUsageByRole,
  type CaseKey,
  type CaseRow,
  caseKey,
  countAttempts,
  countFaults,
  hasEnded,
} from '../fold/index.ts';
import { concludeRunVerdict } from '../verdict/index.ts';
import type { StoredReport } from './read/read-report.ts';
import type { ResultReader } from './reported-cases.ts';

/** Reduces a run to the given rows and their attempts, so that its reports contain nothing about other cases. */
export function limitReportToRows({ state, resultsOf }: StoredReport, rows: readonly CaseRow[]): StoredReport {
  const attemptsByCase = new Map(
    rows.map((row) => [getRowKey(row), new Set(row.attempts.map(({ attempt }) => attempt))]),
  );
  const readChosenResults: ResultReader = (row) =>
    resultsOf(row).filter(({ attempt }) => attemptsByCase.get(getRowKey(row))?.has(attempt) === true);
  const results = rows.flatMap(readChosenResults);
  const counts = countAttempts(results);
  const { summary: _ofAll, reviews, turnReviews, hintWords, options, ...rest } = state;
  const isAttemptOfChosenRow = (attemptAddress: { suiteKey: string; caseId: string; attempt: number }): boolean =>
    attemptsByCase.get(caseKey(attemptAddress.suiteKey, attemptAddress.caseId))?.has(attemptAddress.attempt) === true;
  const ended = rows.every(({ attempts }) => attempts.every(({ status }) => hasEnded(status)));
  const verdict = ended ? concludeRunVerdict({ counts, rows }) : undefined;
  return {
    resultsOf: readChosenResults,
    state: {
      ...rest,
      ...(verdict === undefined ? {} : { status: verdict.outcome, reason: verdict.reason }),
      ...(options === undefined
        ? {}
        : { options: { ...options, attempts: Math.max(...rows.map(countAttemptsOfRow)) } }),
      suites: state.suites.filter(({ key }) => rows.some(({ suiteKey }) => suiteKey === key)),
      rows: [...rows],
      counts,
      faults: countFaults(results),
      usage: results.reduce((sum, { usage }) => addUsageByRole(sum, usage), {}),
      ...(results.length === 0
        ? {}
        : {
            startedAt: Math.min(...results.map(({ startedAt }) => startedAt)),
            finishedAt: Math.max(...results.map(({ startedAt, durationMs }) => startedAt + durationMs)),
          }),
      warnings: [],
      ...(reviews === undefined ? {} : { reviews: reviews.filter(isAttemptOfChosenRow) }),
      ...(turnReviews === undefined ? {} : { turnReviews: turnReviews.filter(isAttemptOfChosenRow) }),
      ...(hintWords === undefined ? {} : { hintWords: hintWords.filter(isAttemptOfChosenRow) }),
    },
  };
}

function getRowKey({ suiteKey, id }: CaseRow): CaseKey {
  return caseKey(suiteKey, id);
}

function countAttemptsOfRow({ attempts }: CaseRow): number {
  return attempts.length;
}
