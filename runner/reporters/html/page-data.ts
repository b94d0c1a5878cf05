import type { CaseResult, Counts, Suite, UsageByRole } from '../../contract/index.ts';
import {
  type CaseRow,
  describeExcluded,
  findIdleParts,
  hasEnded,
  judgeModelWords,
  type RunState,
  type RunStatus,
  unreadableText,
} from '../../fold/index.ts';
import { type Json, jsonText } from '../../values/index.ts';
import {
  bothRatesWords,
  type ColumnGroups,
  type DiagnosedTurn,
  decisionWords,
  diagnose,
  diagnosedTurn,
  faultLines,
  type MeasuredMetric,
  measuredMetrics,
  passRate,
  runFaults,
  type ScoreGroup,
  scoresByMetadata,
  scoresByTag,
} from '../../verdict/index.ts';
import { formatDiagnosis } from '../diagnosis-lines.ts';
import { reportEnvironment } from '../json/report-environment.ts';
import { rateLines } from '../rate-lines.ts';
import { attemptsPerCase, countCases } from '../reported-cases.ts';

/** The part of the page above the list. Durations in milliseconds, rates from 0 to 1. */
export type PageRun = {
  runId: string;
  input: string;
  status: RunStatus;
  reason: string;
  suites: Suite[];
  connector?: string;
  startedAt: number;
  durationMs: number;
  toolVersion: string;
  gitCommit?: string;
  attemptsPerCase: number;
  counts: Counts;
  /** The excluded cases, as text. */
  setAside?: string | undefined;
  /** The decisions on the cases, if cases were repeated until decided. */
  decided?: string | undefined;
  attempts: Counts;
  passRate: number | null;
  /** The pass rate of all attempts and that of the agent alone, if they differ. */
  bothRates?: string | undefined;
  /** The confidence, stability and change of the pass rate since the baseline, as pairs of name and text. */
  rates: [string, string][];
  usage: UsageByRole;
  /** The measurements of consistency tests, and the scores of experiments by tag and column. */
  metrics: MeasuredMetric[];
  tags: ScoreGroup[];
  columns: ColumnGroups[];
  /** Passed cases with parts that had no effect. */
  idle: { id: string; parts: string[] }[];
  warnings: string[];
  environment: [string, string][];
};

export function toPageRun(state: RunState): PageRun {
  const { startedAt = 0, finishedAt = startedAt, environment, options } = state;
  return {
    runId: state.runId,
    input: options?.input ?? '',
    status: state.status,
    reason: state.reason ?? '',
    suites: state.suites,
    ...(options?.connector === undefined ? {} : { connector: options.connector }),
    startedAt,
    durationMs: finishedAt - startedAt,
    toolVersion: state.toolVersion ?? '',
    ...(state.gitCommit === undefined ? {} : { gitCommit: state.gitCommit }),
    attemptsPerCase: attemptsPerCase(state),
    counts: countCases(state.rows),
    setAside: describeExcluded(state.rows),
    decided: decisionWords(state.rows),
    attempts: state.counts,
    passRate: passRate(state.counts),
    bothRates: bothRatesWords(state.counts, runFaults(state)),
    rates: rateLines(state),
    usage: state.usage,
    metrics: measuredMetrics(state.rows),
    tags: scoresByTag(state.rows),
    columns: scoresByMetadata(state.rows, options?.groupBy),
    idle: findIdleParts(state.rows).map(({ row: { id }, parts }) => ({ id, parts })),
    warnings: [unreadableText(state.unreadable) ?? [], state.warnings].flat(),
    environment:
      environment === undefined
        ? []
        : Object.entries({ ...reportEnvironment(environment), ...judgeFact(options) }).map(toTextMember),
  };
}

function judgeFact(options: RunState['options']): { judge?: string } {
  const judge = judgeModelWords(options);
  return judge === undefined ? {} : { judge };
}

/** An attempt, with a text that says why it failed, because the page cannot compute it. */
export type PageResult = CaseResult & { why?: string[]; diagnosed?: DiagnosedTurn | undefined };

export function toPageResult(result: CaseResult, row: CaseRow, state: RunState): PageResult {
  const diagnosis = diagnose(result, row, state.lastPassing?.(row));
  const why = diagnosis === undefined ? faultLines(result) : formatDiagnosis(diagnosis, result, { row, state });
  return why.length === 0 ? result : { ...result, why, diagnosed: diagnosedTurn(diagnosis) };
}

/** A row of the list; the line with the same number has its full attempts. Unfinished attempts are shown as skipped. */
export function toPageRow(row: CaseRow): CaseRow {
  const attempts = row.attempts.map((attempt) =>
    hasEnded(attempt.status) ? attempt : { ...attempt, status: 'skipped' as const },
  );
  return { ...row, attempts };
}

function toTextMember([name, value]: [string, Json]): [string, string] {
  return [name, jsonText(value)];
}
