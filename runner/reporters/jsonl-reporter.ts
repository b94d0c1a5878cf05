import type { CaseResult, RunEvent, RunOptions, Suite } from '../contract/index.ts';
import { type CaseKey, caseKey, joinSuites, type RunState } from '../fold/index.ts';
import type { RunObserver } from '../ports/index.ts';
import { type JsonObject, withoutUndefined } from '../values/index.ts';
import { buildResultReport } from './json/report-result.ts';
import { buildSuitesReport, buildSummaryReport } from './json/report-summary.ts';
import { findSuiteLabel, getAttemptsPerCase, type ResultReader } from './reported-cases.ts';

export type JsonlReporter = RunObserver & {
  /** Writes the last line of the file. A file without this line belongs to an interrupted run. */
  finish(state: RunState): void;
};

/**
 * Writes the results of a run, one JSON object per line: `start`, then a `result` for each case (or a `stability` for a
 * case with several attempts), then `summary`.
 */
export function createJsonlReporter(write: (line: string) => void): JsonlReporter {
  const unfinished = new Map<CaseKey, CaseResult[]>();
  let attempts = 1;
  let isAuto = false;
  let suites: Suite[] = [];

  const writeCaseIfComplete = ({ suiteKey, caseId, result }: Extract<RunEvent, { type: 'case.finished' }>): void => {
    const key = caseKey(suiteKey, caseId);
    const results = [...(unfinished.get(key) ?? []), result];
    unfinished.set(key, results);
    if (isAuto ? result.decision === undefined && result.status !== 'skipped' : results.length < attempts) return;
    unfinished.delete(key);
    const inOrder = results.toSorted((left, right) => left.attempt - right.attempt);
    write(formatResultLine(inOrder, findSuiteLabel({ suites }, suiteKey)));
  };

  return {
    name: 'jsonl',
    onEvent(event) {
      if (event.type === 'run.started') {
        attempts = event.options.attempts;
        isAuto = event.options.autoRuns !== undefined;
        suites = event.suites;
        const { shard } = event.options;
        write(formatStartLine({ runId: event.runId, startedAt: event.at, suites, total: event.total, shard }));
      }
      if (event.type !== 'case.finished') return;
      if (attempts === 1 && !isAuto)
        write(formatResultLine([event.result], findSuiteLabel({ suites }, event.suiteKey)));
      else writeCaseIfComplete(event);
    },
    finish: (state) => write(formatSummaryLine(state)),
  };
}

/**
 * Returns the lines of `createJsonlReporter` for a stored run, in input order. The lines of an interrupted run have no
 * summary.
 */
export function* formatJsonlReport(state: RunState, resultsOf: ResultReader): Generator<string> {
  const { runId, startedAt = 0, suites, rows, status, options } = state;
  yield formatStartLine({ runId, startedAt, suites, total: rows.length, shard: options?.shard });
  for (const row of rows) {
    const results = resultsOf(row);
    if (hasAllAttempts(state, results)) yield formatResultLine(results, findSuiteLabel(state, row.suiteKey));
  }
  if (status === 'passed' || status === 'failed' || status === 'cancelled') yield formatSummaryLine(state);
}

function hasAllAttempts(state: RunState, results: readonly CaseResult[]): boolean {
  const last = results.at(-1);
  if (last?.decision !== undefined || last?.unreadable !== undefined || results.length === getAttemptsPerCase(state))
    return true;
  return state.options?.autoRuns !== undefined && last?.status === 'skipped';
}

type RunStartData = {
  runId: string;
  startedAt: number;
  suites: readonly Suite[];
  total: number;
  shard: RunOptions['shard'];
};

function formatStartLine({ runId, startedAt, suites, total, shard }: RunStartData): string {
  return formatJsonLine('start', {
    timestamp: new Date(startedAt).toISOString(),
    run_id: runId,
    agent_id: joinSuites(suites).agentId,
    suites: buildSuitesReport(suites),
    total_cases: total,
    ...withoutUndefined({ shard }),
  });
}

function formatResultLine(results: readonly CaseResult[], suite: string | undefined): string {
  return formatJsonLine(results.length === 1 ? 'result' : 'stability', buildResultReport(results, suite));
}

function formatSummaryLine(state: RunState): string {
  return formatJsonLine('summary', buildSummaryReport(state));
}

function formatJsonLine(type: string, fields: JsonObject): string {
  return `${JSON.stringify({ type, ...fields })}\n`;
}
