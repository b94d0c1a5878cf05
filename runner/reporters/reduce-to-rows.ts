import {
  addUsageByRole,
  type CaseKey,
  type CaseRow,
  caseKey,
  countAttempts,
  countFaults,
  hasEnded,
} from '../fold/index.ts';
import { verdictOfRun } from '../verdict/index.ts';
import type { StoredReport } from './read/read-report.ts';
import type { ResultReader } from './reported-cases.ts';

/** Reduces a run to the given rows and their attempts, so that its reports contain nothing about other cases. */
export function reduceToRows({ state, resultsOf }: StoredReport, rows: readonly CaseRow[]): StoredReport {
  const attemptsByCase = new Map(rows.map((row) => [rowKey(row), new Set(row.attempts.map(({ attempt }) => attempt))]));
  const chosenResults: ResultReader = (row) =>
    resultsOf(row).filter(({ attempt }) => attemptsByCase.get(rowKey(row))?.has(attempt) === true);
  const results = rows.flatMap(chosenResults);
  const counts = countAttempts(results);
  const { summary: _ofAll, reviews, turnReviews, hintWords, options, ...rest } = state;
  const isWanted = (attemptAddress: { suiteKey: string; caseId: string; attempt: number }): boolean =>
    attemptsByCase.get(caseKey(attemptAddress.suiteKey, attemptAddress.caseId))?.has(attemptAddress.attempt) === true;
  const ended = rows.every(({ attempts }) => attempts.every(({ status }) => hasEnded(status)));
  const verdict = ended ? verdictOfRun({ counts, rows }) : undefined;
  return {
    resultsOf: chosenResults,
    state: {
      ...rest,
      ...(verdict === undefined ? {} : { status: verdict.outcome, reason: verdict.reason }),
      ...(options === undefined ? {} : { options: { ...options, attempts: Math.max(...rows.map(attemptsIn)) } }),
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
      ...(reviews === undefined ? {} : { reviews: reviews.filter(isWanted) }),
      ...(turnReviews === undefined ? {} : { turnReviews: turnReviews.filter(isWanted) }),
      ...(hintWords === undefined ? {} : { hintWords: hintWords.filter(isWanted) }),
    },
  };
}

function rowKey({ suiteKey, id }: CaseRow): CaseKey {
  return caseKey(suiteKey, id);
}

function attemptsIn({ attempts }: CaseRow): number {
  return attempts.length;
}
