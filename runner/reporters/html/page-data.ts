import type { CaseResult, CaseStatus, Counts, ScoreCell, Suite, UsageByRole } from '../../contract/index.ts';
import { type AttemptStatus, type CaseRow, countStatuses, type RunState, type RunStatus } from '../../fold/index.ts';
import {
  type ColumnGroups,
  type MeasuredMetric,
  measuredMetrics,
  passRate,
  type ScoreGroup,
  type StabilityClass,
  scoresByMetadata,
  scoresByTag,
  stabilityOf,
} from '../../verdict/index.ts';
import { reportEnvironment } from '../json/report-environment.ts';
import { rateLines } from '../rate-lines.ts';
import { attemptsPerCase, statusOf } from '../reported-cases.ts';

/** One case as the list of the page shows it; its attempts in full are on the line of the same number. */
export type PageRow = {
  suite: string;
  id: string;
  kind: string;
  status: CaseStatus;
  name?: string;
  preview?: string;
  tags?: string[];
  turns: number;
  /** The scores of the first attempt, or the mean score of an answer. */
  cells?: ScoreCell[];
  score?: number | null;
  attempts: { status: AttemptStatus; durationMs: number }[];
  /** Of repeated attempts; `rate` is 0 to 1. */
  stability?: { class: StabilityClass; rate: number };
};

/** All attempts of one case. */
export type PageCase = CaseResult[];

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
  attempts: Counts;
  passRate: number | null;
  /** The confidence, stability and change of the pass rate since the baseline: names and words. */
  rates: [string, string][];
  usage: UsageByRole;
  /** The measurements of consistency tests, and the scores of experiments by tag and column. */
  metrics: MeasuredMetric[];
  tags: ScoreGroup[];
  columns: ColumnGroups[];
  warnings: string[];
  environment: [string, string][];
};

export function pageRunOf(state: RunState): PageRun {
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
    counts: countStatuses(state.rows.map(statusOf)),
    attempts: state.counts,
    passRate: passRate(state.counts),
    rates: rateLines(state),
    usage: state.usage,
    metrics: measuredMetrics(state.rows),
    tags: scoresByTag(state.rows),
    columns: scoresByMetadata(state.rows),
    warnings: state.warnings,
    environment: environment === undefined ? [] : Object.entries(reportEnvironment(environment)).map(asTexts),
  };
}

export function pageRowOf(row: CaseRow): PageRow {
  const { suiteKey, id, kind, name, preview, tags, attempts } = row;
  const stability = stabilityOfRow(row);
  const [first] = attempts;
  return {
    suite: suiteKey,
    id,
    kind,
    status: statusOf(row),
    ...(name === undefined ? {} : { name }),
    ...(preview === undefined ? {} : { preview }),
    ...(tags === undefined ? {} : { tags }),
    turns: Math.max(0, ...attempts.map(({ turns }) => turns)),
    ...(first?.cells === undefined ? {} : { cells: first.cells }),
    ...(first?.score === undefined ? {} : { score: first.score }),
    attempts: attempts.map(({ status, durationMs = 0 }) => ({ status, durationMs })),
    ...(stability === undefined ? {} : { stability }),
  };
}

function stabilityOfRow({ attempts }: CaseRow): PageRow['stability'] {
  if (attempts.length < 2) return undefined;
  const counts = countStatuses(
    attempts.flatMap(({ status }) => (status === 'queued' || status === 'running' ? [] : [status])),
  );
  const rate = passRate(counts);
  const stability = stabilityOf(counts);
  return rate === null || stability === null ? undefined : { class: stability, rate };
}

function asTexts([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)];
}
