import type { AttemptRow, CaseResult, CaseRow, CaseStatus, RunState } from '../contract/index.ts';

export type ResultsOf = (row: CaseRow) => CaseResult[];

/** A case with every attempt that was planned: one that never ended is there as skipped, with the reason. */
export type ReportedCase = { row: CaseRow; status: CaseStatus; attempts: [CaseResult, ...CaseResult[]] };

/** The cases of a stored run, read one by one as they are asked for, so that memory stays flat. */
export function* reportedCases(rows: Iterable<CaseRow>, resultsOf: ResultsOf): Generator<ReportedCase> {
  for (const row of rows) {
    const results = new Map(resultsOf(row).map((result) => [result.attempt, result]));
    const [first, ...others] = row.attempts.map((attempt) => results.get(attempt.attempt) ?? unfinished(row, attempt));
    if (first === undefined) continue;
    yield { row, status: statusOf(row), attempts: [first, ...others] };
  }
}

/** The status of a case is that of its first attempt that went wrong; then skipped; passed when all passed. */
export function statusOf(row: CaseRow): CaseStatus {
  const statuses = row.attempts.map(({ status }) => finalStatus(status));
  const bad = statuses.find((status) => status !== 'passed' && status !== 'skipped');
  return bad ?? (statuses.includes('skipped') ? 'skipped' : 'passed');
}

export function isFailing(status: CaseStatus): boolean {
  return status !== 'passed' && status !== 'skipped';
}

export function attemptsPerCase(state: RunState): number {
  return state.options?.attempts ?? 1;
}

/** A run that nobody finished in order may still have attempts that wait or run. */
function finalStatus(status: AttemptRow['status']): CaseStatus {
  return status === 'queued' || status === 'running' ? 'skipped' : status;
}

function unfinished(row: CaseRow, { attempt, reason, startedAt, durationMs }: AttemptRow): CaseResult {
  return {
    id: row.id,
    ...(row.name === undefined ? {} : { name: row.name }),
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
