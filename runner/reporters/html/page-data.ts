import type {
  CaseResult,
  Counts,
  OmittableReportPart,
  Review,
  Suite,
  TurnReview,
  UsageByRole,
} from '../../contract/index.ts';
import {
  type CaseRow,
  describeExcluded,
  findUnusedCaseParts,
  formatJudgeModels,
  formatUnreadableEvents,
  hasEnded,
  isFailing,
  listRunWarnings,
  type RunState,
  type RunStatus,
} from '../../fold/index.ts';
import { type Json, toJsonText } from '../../values/index.ts';
import {
  buildDiagnosedTurn,
  type ColumnGroups,
  computePassRate,
  countRunFaults,
  type DiagnosedTurn,
  describeDecisions,
  diagnose,
  formatBothRates,
  groupScoresByMetadata,
  groupScoresByTag,
  listFaultLines,
  listMeasuredMetrics,
  type MeasuredMetric,
  type ScoreGroup,
} from '../../verdict/index.ts';
import { formatLinesOfDiagnosis } from '../diagnosis-lines.ts';
import { buildEnvironmentReport } from '../json/report-environment.ts';
import { listRateLines } from '../rate-lines.ts';
import { countCases, getAttemptsPerCase } from '../reported-cases.ts';
import { formatUnjudgedCases } from '../unjudged-cases.ts';

/** The part of the page above the list. Durations are in milliseconds and rates are from 0 to 1. */
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
  /** The pass rate of all attempts and the pass rate without failures outside the agent, if they differ. */
  bothRates?: string | undefined;
  /** The confidence, stability and change of the pass rate since the baseline, as pairs of name and text. */
  rates: [string, string][];
  usage: UsageByRole;
  /** The currency of all costs, if the config file names one. */
  currency?: string | undefined;
  /** The measurements of consistency tests, and the scores of experiments by tag and column. */
  metrics: MeasuredMetric[];
  tags: ScoreGroup[];
  columns: ColumnGroups[];
  /**
   * True if the page is about one case only; `missing` then names the parts that were removed because of the size
   * limit.
   */
  isOneCase?: boolean | undefined;
  missing?: readonly string[] | undefined;
  /** The names of the parts that the report leaves out. */
  leftOut?: readonly OmittableReportPart[] | undefined;
  /** Passed cases with parts that had no effect. */
  idle: { id: string; parts: string[] }[];
  /** Weaknesses of passed cases that the number of passed cases does not show. */
  unchecked?: string | undefined;
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
    attemptsPerCase: getAttemptsPerCase(state),
    counts: countCases(state.rows),
    setAside: describeExcluded(state.rows),
    decided: describeDecisions(state.rows),
    attempts: state.counts,
    passRate: computePassRate(state.counts),
    bothRates: formatBothRates(state.counts, countRunFaults(state)),
    rates: listRateLines(state),
    usage: state.usage,
    currency: options?.currency,
    metrics: listMeasuredMetrics(state.rows),
    tags: groupScoresByTag(state.rows),
    columns: groupScoresByMetadata(state.rows, options?.groupBy),
    idle: findUnusedCaseParts(state.rows).map(({ row: { id }, parts }) => ({ id, parts })),
    leftOut: state.leftOut,
    unchecked: formatUnjudgedCases(state),
    warnings: [formatUnreadableEvents(state.unreadable) ?? [], listRunWarnings(state)].flat(),
    environment:
      environment === undefined
        ? []
        : Object.entries({ ...buildEnvironmentReport(environment), ...buildJudgeModelField(options) }).map(toTextEntry),
  };
}

function buildJudgeModelField(options: RunState['options']): { judge?: string } {
  const judge = formatJudgeModels(options);
  return judge === undefined ? {} : { judge };
}

/**
 * An attempt, with the parts that the page cannot compute: why the attempt failed, what reviewers said, and the last
 * passing attempt.
 */
export type PageResult = CaseResult & {
  why?: string[];
  diagnosed?: DiagnosedTurn | undefined;
  reviews?: (Review | TurnReview)[] | undefined;
  /** The last passing attempt; only in pages of a single case. */
  passed?: CaseResult | undefined;
};

export function toPageResult(result: CaseResult, row: CaseRow, state: RunState): PageResult {
  const diagnosis = diagnose(result, row, state.lastPassing?.(row));
  const why =
    diagnosis === undefined ? listFaultLines(result) : formatLinesOfDiagnosis(diagnosis, result, { row, state });
  const reviews = [...(state.reviews ?? []), ...(state.turnReviews ?? [])].filter(
    ({ suiteKey, caseId, attempt }) => suiteKey === row.suiteKey && caseId === row.id && attempt === result.attempt,
  );
  return {
    ...result,
    ...(why.length === 0 ? {} : { why, diagnosed: buildDiagnosedTurn(diagnosis) }),
    ...(reviews.length === 0 ? {} : { reviews }),
  };
}

/** Adds the last passing attempt to an attempt that failed, for a page of a single case. */
export function addLastPassingResult(page: PageResult, row: CaseRow, { lastPassing }: RunState): PageResult {
  return isFailing(page.status) ? { ...page, passed: lastPassing?.(row) } : page;
}

/**
 * Returns a row of the list; the line with the same number has its full attempts. Unfinished attempts are shown as
 * skipped.
 */
export function toPageRow(row: CaseRow): CaseRow {
  const attempts = row.attempts.map((attempt) =>
    hasEnded(attempt.status) ? attempt : { ...attempt, status: 'skipped' as const },
  );
  return { ...row, attempts };
}

function toTextEntry([name, value]: [string, Json]): [string, string] {
  return [name, toJsonText(value)];
}
