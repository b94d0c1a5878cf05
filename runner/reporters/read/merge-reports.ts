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
import { joinAnswerPaths } from '../../ports/index.ts';
import { type RunVerdict, verdictOfRun } from '../../verdict/index.ts';
import { toAttemptRow } from './attempt-row.ts';
import type { StoredReport } from './read-report.ts';

export type NamedReport = { name: string; report: StoredReport };
export type MergedReport = StoredReport & { warnings: string[] };

type CollectedCase = { row: CaseRow; results: Map<number, CaseResult>; from: Map<number, string> };

/**
 * Merges the reports of parts of a run into one report. If several reports have the same attempt, the later one
 * counts.
 */
export function mergeReports(reports: readonly [NamedReport, ...NamedReport[]]): MergedReport {
  const entries = new Map<CaseKey, CollectedCase>();
  const warnings: string[] = [];
  for (const { name, report } of reports) {
    if (report.state.status === 'interrupted') warnings.push(`${name} was interrupted: cases may be missing`);
    for (const row of report.state.rows)
      warnings.push(...addCase(entries, { name, row, results: report.resultsOf(row) }));
  }
  const merged = [...entries.values()].map(({ row, results }) => ({ row, results: sortResults(results.values()) }));
  const resultsByCase = new Map(merged.map(({ row, results }) => [caseKey(row.suiteKey, row.id), results]));
  return {
    warnings,
    resultsOf: (row) => resultsByCase.get(caseKey(row.suiteKey, row.id)) ?? [],
    state: mergedState(
      reports.map(({ report }) => report.state),
      merged,
    ),
  };
}

type CaseAddition = { name: string; row: CaseRow; results: readonly CaseResult[] };

function addCase(entries: Map<CaseKey, CollectedCase>, { name, row, results }: CaseAddition): string[] {
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

function mergedState(states: readonly RunState[], cases: readonly MergedCase[]): RunState {
  const [first] = states;
  if (first === undefined) throw new Error('nothing to merge');
  const all = cases.flatMap(({ results }) => results);
  const counts = countAttempts(all);
  const rows = cases.map(({ row, results }) => ({ ...row, attempts: results.map(toAttemptRow) }));
  const answerPaths = joinAnswerPaths(states.flatMap((state) => state.answerPaths ?? []));
  const verdict = withMissedGates(states, verdictOfRun({ counts, rows, answerPaths }));
  const interrupted = states.some(({ status }) => status === 'interrupted');
  return {
    ...first,
    status: interrupted ? 'interrupted' : verdict.outcome,
    exitCode: verdict.exitCode === 0 && interrupted ? 1 : verdict.exitCode,
    reason: interrupted ? 'a part of the run was interrupted' : verdict.reason,
    startedAt: Math.min(...states.map(({ startedAt = 0 }) => startedAt)),
    finishedAt: latestFinishTime(states),
    suites: mergedSuites(states),
    options: first.options && { ...first.options, attempts: maxAttempts(states), shard: undefined },
    rows,
    counts,
    faults: countFaults(all),
    ...(answerPaths.length === 0 ? {} : { answerPaths }),
    usage: all.reduce((sum, { usage }) => addUsageByRole(sum, usage), {}),
    warnings: states.flatMap(({ warnings }) => warnings),
  };
}

/**
 * A part may have failed because of a gate, an after hook or a stop. No case status shows this, so the exit codes of
 * the parts are checked.
 */
function withMissedGates(states: readonly RunState[], verdict: RunVerdict): RunVerdict {
  const isMissed = ({ exitCode, counts, rows, answerPaths }: RunState): boolean =>
    exitCode !== undefined && exitCode !== 0 && verdictOfRun({ counts, rows, answerPaths }).exitCode === 0;
  const part = verdict.exitCode === 0 ? states.find(isMissed) : undefined;
  return part === undefined
    ? verdict
    : { ...verdict, outcome: 'failed', exitCode: 1, reason: `a part failed: ${part.reason}` };
}

function maxAttempts(states: readonly RunState[]): number {
  return Math.max(1, ...states.map(({ options }) => options?.attempts ?? 1));
}

function mergedSuites(states: readonly RunState[]): Suite[] {
  return [...new Map(states.flatMap(({ suites }) => suites).map((suite) => [suite.key, suite])).values()];
}

function latestFinishTime(states: readonly RunState[]): number | undefined {
  const ends = states.flatMap(({ finishedAt }) => finishedAt ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function sortResults(results: Iterable<CaseResult>): CaseResult[] {
  return [...results].toSorted((left, right) => left.attempt - right.attempt);
}
