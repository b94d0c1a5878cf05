import type { CaseResult, Suite } from '../../contract/index.ts';
import {
  addUsageByRole,
  type CaseKey,
  type CaseRow,
  caseKey,
  countAttempts,
  countFaults,
  type RunState,
} from '../../fold/index.ts';
import { mergeAnswerPaths } from '../../ports/index.ts';
import { concludeRunVerdict, type RunVerdict } from '../../verdict/index.ts';
import { toAttemptRow } from './attempt-row.ts';
import type { StoredReport } from './read-report.ts';

export type NamedReport = { name: string; report: StoredReport };
export type MergedReport = StoredReport & { warnings: string[] };

type CollectedReportCase = { row: CaseRow; results: Map<number, CaseResult>; from: Map<number, string> };

/**
 * Merges the reports of parts of a run into one report. If several reports have the same attempt, the later one
 * counts.
 */
export function mergeReports(reports: readonly [NamedReport, ...NamedReport[]]): MergedReport {
  const entries = new Map<CaseKey, CollectedReportCase>();
  const warnings: string[] = [];
  for (const { name, report } of reports) {
    if (report.state.status === 'interrupted') warnings.push(`${name} was interrupted: cases may be missing`);
    for (const row of report.state.rows)
      warnings.push(...addCaseToEntries(entries, { name, row, results: report.resultsOf(row) }));
  }
  const merged = [...entries.values()].map(({ row, results }) => ({
    row,
    results: sortResultsByAttempt(results.values()),
  }));
  const resultsByCase = new Map(merged.map(({ row, results }) => [caseKey(row.suiteKey, row.id), results]));
  return {
    warnings,
    resultsOf: (row) => resultsByCase.get(caseKey(row.suiteKey, row.id)) ?? [],
    state: mergeRunStates(
      reports.map(({ report }) => report.state),
      merged,
    ),
  };
}

type CaseToAdd = { name: string; row: CaseRow; results: readonly CaseResult[] };

function addCaseToEntries(entries: Map<CaseKey, CollectedReportCase>, { name, row, results }: CaseToAdd): string[] {
  const key = caseKey(row.suiteKey, row.id);
  const entry = entries.get(key) ?? { row, results: new Map(), from: new Map() };
  const doubled = results.filter(({ attempt }) => entry.results.has(attempt));
  const warnings = doubled.map(({ attempt }) => {
    const which = attempt === 1 ? '' : `, attempt ${attempt},`;
    return `case ${row.id}${which} is in ${entry.from.get(attempt) ?? ''} and in ${name}: the latter counts`;
  });
  for (const result of results) {
    entry.results.set(result.attempt, result);
    entry.from.set(result.attempt, name);
  }
  entries.set(key, { ...entry, row: entry.row.hash === '' ? row : entry.row });
  return warnings;
}

type MergedCase = { row: CaseRow; results: CaseResult[] };

function mergeRunStates(states: readonly RunState[], cases: readonly MergedCase[]): RunState {
  const [first] = states;
  if (first === undefined) throw new Error('nothing to merge');
  const all = cases.flatMap(({ results }) => results);
  const counts = countAttempts(all);
  const rows = cases.map(({ row, results }) => ({ ...row, attempts: results.map(toAttemptRow) }));
  const answerPaths = mergeAnswerPaths(states.flatMap((state) => state.answerPaths ?? []));
  const verdict = addMissedGates(states, concludeRunVerdict({ counts, rows, answerPaths }));
  const interrupted = states.some(({ status }) => status === 'interrupted');
  return {
    ...first,
    status: interrupted ? 'interrupted' : verdict.outcome,
    exitCode: verdict.exitCode === 0 && interrupted ? 1 : verdict.exitCode,
    reason: interrupted ? 'a part of the run was interrupted' : verdict.reason,
    startedAt: Math.min(...states.map(({ startedAt = 0 }) => startedAt)),
    finishedAt: findLatestFinishTime(states),
    suites: mergeSuitesOfStates(states),
    options: first.options && { ...first.options, attempts: findMaxAttempts(states), shard: undefined },
    rows,
    counts,
    faults: countFaults(all),
    ...(answerPaths.length === 0 ? {} : { answerPaths }),
    usage: all.reduce((sum, { usage }) => addUsageByRole(sum, usage), {}),
    warnings: states.flatMap(({ warnings }) => warnings),
  };
}

/**
 * A part of a run may have failed because of a gate, an after hook or a stop. No status of a case shows this, so the
 * exit codes of the parts are checked.
 */
function addMissedGates(states: readonly RunState[], verdict: RunVerdict): RunVerdict {
  const hasMissedGate = ({ exitCode, counts, rows, answerPaths }: RunState): boolean =>
    exitCode !== undefined && exitCode !== 0 && concludeRunVerdict({ counts, rows, answerPaths }).exitCode === 0;
  const part = verdict.exitCode === 0 ? states.find(hasMissedGate) : undefined;
  return part === undefined
    ? verdict
    : { ...verdict, outcome: 'failed', exitCode: 1, reason: `a part failed: ${part.reason}` };
}

function findMaxAttempts(states: readonly RunState[]): number {
  return Math.max(1, ...states.map(({ options }) => options?.attempts ?? 1));
}

function mergeSuitesOfStates(states: readonly RunState[]): Suite[] {
  return [...new Map(states.flatMap(({ suites }) => suites).map((suite) => [suite.key, suite])).values()];
}

function findLatestFinishTime(states: readonly RunState[]): number | undefined {
  const ends = states.flatMap(({ finishedAt }) => finishedAt ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function sortResultsByAttempt(results: Iterable<CaseResult>): CaseResult[] {
  return [...results].toSorted((left, right) => left.attempt - right.attempt);
}
