import type { Review, Suite } from '../../contract/index.ts';
import {
  type CaseRow,
  computeRunDurationMs,
  countStatuses,
  countUnreadable,
  describeExcluded,
  findUnusedCaseParts,
  isExcluded,
  isJudgedByScores,
  joinSuites,
  type RunState,
  type UnreadableEvents,
} from '../../fold/index.ts';
import { buildUsageSummary } from '../../kinds/report/usage-report.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import {
  computePassRate,
  countDecisions,
  countRunFaults,
  groupMetricScoresByKind,
  groupScoresByMetadata,
  groupScoresByTag,
  type ScoreGroup,
} from '../../verdict/index.ts';
import { type ExperimentShare, toExperimentShares } from '../experiment/experiment-totals.ts';
import { countCases, findSuiteLabel, getRowStatus } from '../reported-cases.ts';
import { buildAgentOnlyRateReport, buildRateReport } from './report-rates.ts';

/** The `summary` of a report: durations in milliseconds, `pass_rate` from 0 to 100. */
export function buildSummaryReport(state: RunState): JsonObject {
  const attempts = state.options?.attempts ?? 1;
  const suite = joinSuites(state.suites);
  const base: JsonObject = withoutUndefined({
    total: state.rows.length,
    ...countCasesByStatus(state),
    ...buildSetAsideReport(state),
    duration_ms: computeRunDurationMs(state),
    agent_id: suite.agentId,
    agent_path: suite.agentPath ?? '',
    connector: state.options?.connector ?? suite.connector ?? '',
    pass_rate: toPercentOrNull(computePassRate(state.counts)),
    ...buildAgentOnlyRateReport(state.counts, countRunFaults(state)),
    ...buildRateReport(state),
    ...groupMetricScoresByKind(state.rows),
    ...buildScoresReport(state),
    runs_per_case: attempts,
    decisions: countDecisions(state.rows),
    outcome: state.status,
    exit_code: state.exitCode ?? null,
    reason: state.reason ?? '',
    ...buildUsageSummary(state.usage),
    begun_twice: state.begunTwice && {
      attempts: state.begunTwice.attempts,
      ...buildUsageSummary(state.begunTwice.usage),
    },
    answer_paths: state.answerPaths?.map(buildAnswerPathReport),
    idle: buildUnusedPartsReport(state),
    unreadable_events: countUnreadable(state.unreadable) || undefined,
  });
  if (attempts === 1) return base;
  const judged = state.rows.filter(
    (row) => !isExcluded(row) && row.attempts.some((attempt) => attempt.status !== 'skipped'),
  );
  const stable = judged.filter((row) => row.attempts.every((attempt) => attempt.status === 'passed'));
  return {
    ...base,
    total_runs: state.options?.autoRuns === undefined ? judged.length * attempts : countAttemptsOfRows(judged),
    overall_pass_rate: toPercentOrNull(computePassRate(state.counts)),
    stable_cases: stable.length,
    unstable_cases: judged.length - stable.length,
  };
}

function countAttemptsOfRows(rows: readonly CaseRow[]): number {
  return rows.flatMap(({ attempts }) => attempts).filter(({ status }) => status !== 'skipped').length;
}

export function buildMetadataReport(state: RunState): JsonObject {
  const { options, warnings, reviews } = state;
  return withoutUndefined({
    run_id: state.runId,
    started_at: toIsoTime(state.startedAt),
    completed_at: toIsoTime(state.finishedAt),
    version: state.toolVersion ?? '',
    input_file: state.options?.input ?? '',
    suites: buildSuitesReport(state.suites),
    git_commit: state.gitCommit,
    options:
      options &&
      withoutUndefined({
        runs: options.attempts,
        auto_runs: options.autoRuns,
        retries: options.retries,
        parallel: options.parallel,
        fail_fast: options.failFast,
        cassette: options.cassette,
        timeout_ms: options.timeoutMs,
        resume: options.resume,
        shard: options.shard,
        group_by: options.groupBy,
      }),
    unreadable: state.unreadable?.map(buildUnreadableReport),
    warnings: warnings.length === 0 ? undefined : warnings,
    label: state.label,
    reviews: reviews?.map(buildReviewReport),
  });
}

function buildUnreadableReport({ seq, to, of, why, suiteKey, caseId, attempt }: UnreadableEvents): JsonObject {
  return withoutUndefined({
    seq,
    to: to === seq ? undefined : to,
    type: of,
    suite: suiteKey,
    id: caseId,
    attempt,
    reason: why,
  });
}

function buildReviewReport({ suiteKey, caseId, attempt, reviewer, verdict, note, reviewedAt }: Review): JsonObject {
  return { suite: suiteKey, id: caseId, attempt, reviewer, verdict, note, reviewed_at: toIsoTime(reviewedAt) };
}

/** Returns the suites of a run, each with its agent. */
export function buildSuitesReport(suites: readonly Suite[]): JsonObject[] {
  return suites.map(({ key, agentId, agentPath, connector }) =>
    withoutUndefined({ key, agent_id: agentId, agent_path: agentPath, connector }),
  );
}

/** The excluded cases, if the run has any; all other counts leave them out. */
function buildSetAsideReport({ rows }: RunState): JsonObject {
  const words = describeExcluded(rows);
  if (words === undefined) return {};
  const countSetAsideFor = (reason: CaseRow['setAside']): JsonObject => ({
    ...countStatuses(rows.filter((row) => row.setAside === reason && isExcluded(row)).map(getRowStatus)),
  });
  return {
    set_aside: { quarantine: countSetAsideFor('quarantine'), expect_fail: countSetAsideFor('expect_fail'), words },
  };
}

function buildAnswerPathReport({
  agentId,
  isFound,
  isJudged,
  ...path
}: NonNullable<RunState['answerPaths']>[number]): JsonObject {
  return { agent_id: agentId, ...path, is_found: isFound, is_judged: isJudged };
}

function buildUnusedPartsReport({ rows, suites }: RunState): JsonObject[] | undefined {
  const idle = findUnusedCaseParts(rows).map(({ row: { id, suiteKey }, parts }) =>
    withoutUndefined({ id, suite: findSuiteLabel({ suites }, suiteKey), parts }),
  );
  return idle.length === 0 ? undefined : idle;
}

function countCasesByStatus({ rows }: RunState): JsonObject {
  const counts = countCases(rows);
  return {
    passed: counts.passed,
    failed: counts.failed,
    skipped: counts.skipped,
    errors: counts.error,
    timeouts: counts.timeout,
  };
}

function toPercentOrNull(rate: number | null): number | null {
  return rate === null ? null : rate * 100;
}

export function toIsoTime(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}

/** The scores of tables by tag and by column, with the same keys and types as in result files of experiments. */
function buildScoresReport({ rows, options }: Pick<RunState, 'rows' | 'options'>): JsonObject {
  if (!rows.some(isJudgedByScores)) return {};
  const columns = groupScoresByMetadata(rows, options?.groupBy);
  return {
    byTag: toSharesByName(groupScoresByTag(rows)),
    byMetadata: Object.fromEntries(columns.map(({ column, groups }) => [column, toSharesByName(groups)])),
  };
}

function toSharesByName(groups: readonly ScoreGroup[]): Record<string, ExperimentShare> {
  return toExperimentShares(groups.map((group) => [group.name, group] as const));
}
