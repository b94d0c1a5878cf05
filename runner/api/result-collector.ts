import path from 'node:path';
import type { CaseResult, RunEvent } from '../contract/index.ts';
import {
  type AttemptKey,
  attemptKey,
  type CaseRow,
  createRunFold,
  emptyRunState,
  findUnjudgedText,
  hasEnded,
  isExcluded,
  parseSuiteKey,
  type RunState,
} from '../fold/index.ts';
import { collectFailureDetails, type FinishedRun, listCoverageGaps } from '../run/index.ts';
import type { CaseOutcome, SuiteResult } from './suite-result.ts';

/** The results of a case that has ended while the run is still in progress. */
export type FinishedCase = Omit<CaseOutcome, 'file'>;

export type ResultCollector = {
  collect(event: RunEvent): void;
  result(finishedRun: FinishedRun, warnings: readonly string[]): SuiteResult;
};

/** Collects the complete results of a run. Reports each case when its last attempt has ended. */
export function createResultCollector(onCase?: (endedCase: FinishedCase) => void): ResultCollector {
  const results = new Map<AttemptKey, CaseResult>();
  const fold = onCase === undefined ? undefined : createRunFold(emptyRunState(''));
  const listResultsOfRow: ResultReader = (row) =>
    row.attempts.flatMap(
      ({ attempt }) => results.get(attemptKey({ suiteKey: row.suiteKey, caseId: row.id, attempt })) ?? [],
    );
  return {
    collect(event) {
      fold?.apply(event);
      if (event.type !== 'case.finished') return;
      results.set(attemptKey(event), event.result);
      const row = fold?.findRow(event);
      if (fold === undefined || row?.attempts.every(({ status }) => hasEnded(status)) !== true) return;
      onCase?.(toFinishedCase(row, { state: fold.state(), resultsOf: listResultsOfRow }));
    },
    result(finishedRun, warnings) {
      const { state, root, problems, complaints } = finishedRun;
      const { runId, counts, summary, exitCode, reason = '', status, usage } = state;
      return {
        runId,
        passed: exitCode === 0 && problems.length === 0 && complaints.length === 0,
        outcome: status === 'pending' || status === 'running' ? 'interrupted' : status,
        reason,
        counts,
        passRate: summary?.passRate ?? null,
        durationMs: summary?.durationMs ?? 0,
        usage,
        cases: state.rows.map((row) => ({
          ...toFinishedCase(row, { state, resultsOf: listResultsOfRow }),
          file: path.resolve(root, parseSuiteKey(row.suiteKey).file),
        })),
        problems: [...problems, ...complaints],
        warnings: [
          ...warnings,
          ...listCoverageGaps(state).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`)),
          ...listUnjudgedCases(state.rows),
        ],
      };
    },
  };
}

const MAX_UNJUDGED_CASES = 20;

/**
 * Returns, for each passed case, what no assertion checked. If there are many such cases, returns only the first ones.
 */
function listUnjudgedCases(rows: readonly CaseRow[]): string[] {
  const lines = rows.flatMap((row) => {
    const unjudged = findUnjudgedText(row);
    return unjudged === undefined ? [] : [`${row.id}: ${unjudged}`];
  });
  return lines.slice(0, MAX_UNJUDGED_CASES);
}

type ResultReader = (row: CaseRow) => CaseResult[];

function toFinishedCase(
  row: CaseRow,
  { state, resultsOf }: { state: RunState; resultsOf: ResultReader },
): FinishedCase {
  const { id, name, kind, tags = [], suiteKey, line } = row;
  const { status, attempts, failure } = collectFailureDetails(row, { state, resultsOf });
  return {
    id,
    name,
    kind,
    tags,
    suite: suiteKey,
    line,
    status,
    excluded: isExcluded(row) ? row.setAside : undefined,
    failure,
    attempts,
  };
}
