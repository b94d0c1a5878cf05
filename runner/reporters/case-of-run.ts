import {
  addUsageByRole,
  type CaseKey,
  type CaseRow,
  caseKey,
  countAttempts,
  countFaults,
  hasEnded,
} from '../fold/index.ts';
import { verdictOf } from '../verdict/index.ts';
import type { StoredReport } from './read/read-report.ts';
import type { ResultsOf } from './reported-cases.ts';

/** A run as if these rows, and the attempts they have, were all of it: nothing that others said or did is in its reports. */
export function caseOfRun({ state, resultsOf }: StoredReport, rows: readonly CaseRow[]): StoredReport {
  const wanted = new Map(rows.map((row) => [keyOf(row), new Set(row.attempts.map(({ attempt }) => attempt))]));
  const chosenOf: ResultsOf = (row) =>
    resultsOf(row).filter(({ attempt }) => wanted.get(keyOf(row))?.has(attempt) === true);
  const results = rows.flatMap(chosenOf);
  const counts = countAttempts(results);
  const { summary: _ofAll, reviews, hintWords, options, ...rest } = state;
  const isWanted = (place: { suiteKey: string; caseId: string; attempt: number }): boolean =>
    wanted.get(caseKey(place.suiteKey, place.caseId))?.has(place.attempt) === true;
  const ended = rows.every(({ attempts }) => attempts.every(({ status }) => hasEnded(status)));
  const verdict = ended ? verdictOf({ counts, rows }) : undefined;
  return {
    resultsOf: chosenOf,
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
      ...(hintWords === undefined ? {} : { hintWords: hintWords.filter(isWanted) }),
    },
  };
}

function keyOf({ suiteKey, id }: CaseRow): CaseKey {
  return caseKey(suiteKey, id);
}

function attemptsIn({ attempts }: CaseRow): number {
  return attempts.length;
}
