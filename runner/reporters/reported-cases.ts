import type { CaseResult, CaseStatus, Counts } from '../contract/index.ts';
import {
  type AttemptRow,
  type CaseRow,
  computeCaseStatus,
  countStatuses,
  isExcluded,
  isFailing,
  type RunState,
} from '../fold/index.ts';

export type ResultReader = (row: CaseRow) => CaseResult[];

/** A case with every planned attempt. An attempt that never ended is included as skipped, with the reason for that. */
export type ReportedCase = { row: CaseRow; status: CaseStatus; attempts: [CaseResult, ...CaseResult[]] };

/** The cases of a stored run, read one by one on demand, so that memory use stays constant. */
export function* readReportedCases(rows: Iterable<CaseRow>, resultsOf: ResultReader): Generator<ReportedCase> {
  for (const row of rows) {
    const results = new Map(resultsOf(row).map((result) => [result.attempt, result]));
    const [first, ...others] = row.attempts.map(
      (attempt) => results.get(attempt.attempt) ?? toUnfinishedCase(row, attempt),
    );
    if (first === undefined) continue;
    yield { row, status: getRowStatus(row), attempts: [first, ...others] };
  }
}

export function getRowStatus(row: CaseRow): CaseStatus {
  return computeCaseStatus(row.attempts);
}

/** True if the case failed and is not excluded. */
export function isFailedAndCounted(row: CaseRow): boolean {
  return !isExcluded(row) && isFailing(getRowStatus(row));
}

/** Counts the cases that are not excluded, by status. */
export function countCases(rows: readonly CaseRow[]): Counts {
  return countStatuses(rows.filter((row) => !isExcluded(row)).map(getRowStatus));
}

/** The suffix for the status of an excluded case or attempt. */
export function formatSetAsideSuffix({ setAside }: Pick<CaseResult, 'setAside'>): string {
  if (setAside === undefined || setAside === 'repeat') return '';
  return setAside === 'quarantine' ? ' (quarantined)' : ' (expected to fail)';
}

/** The name of a case's suite, or undefined if the run has only one suite. */
export function findSuiteLabel(state: Pick<RunState, 'suites'>, suiteKey: string): string | undefined {
  return state.suites.length > 1 ? suiteKey : undefined;
}

export function getAttemptsPerCase(state: RunState): number {
  return state.options?.attempts ?? 1;
}

function toUnfinishedCase(row: CaseRow, { attempt, reason, startedAt, durationMs }: AttemptRow): CaseResult {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    attempt,
    status: 'skipped',
    reason: reason ?? 'not finished',
    startedAt: startedAt ?? 0,
    durationMs: durationMs ?? 0,
    assertions: [],
    toolCalls: [],
  };
}
