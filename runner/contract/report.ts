import { metricFigures } from './accuracy.ts';
import { caseStatusOf, isFailing } from './case-status.ts';
import { countStatuses, passRate } from './counts.ts';
import { durationStatistics } from './duration-statistics.ts';
import { asJson, type JsonObject } from './json.ts';
import type { Suite } from './plan.ts';
import { conversationReport, validationReport } from './report-conversation.ts';
import { compact } from './report-fields.ts';
import { measuresReport } from './report-measures.ts';
import { rateReport } from './report-rates.ts';
import type { AssertionResult, CaseResult } from './result.ts';
import type { Review } from './review.ts';
import { runDurationMs } from './run-duration.ts';
import { stabilityClassOf } from './stability.ts';
import type { RunState } from './state.ts';
import { joinSuites } from './suites.ts';
import { toolCallReport } from './tool-call-report.ts';
import { usageReport, usageSummary } from './usage-report.ts';

/** The `summary` of a report: durations in milliseconds, `pass_rate` from 0 to 100. */
export function reportSummary(state: RunState): JsonObject {
  const attempts = state.options?.attempts ?? 1;
  const suite = joinSuites(state.suites);
  const base: JsonObject = {
    total: state.rows.length,
    ...caseCounts(state),
    duration_ms: runDurationMs(state),
    agent_id: suite.agentId,
    agent_path: suite.agentPath ?? '',
    connector: state.options?.connector ?? suite.connector ?? '',
    pass_rate: percent(passRate(state.counts)),
    ...rateReport(state),
    ...metricFigures(state.rows),
    runs_per_case: attempts,
    outcome: state.status,
    exit_code: state.exitCode ?? null,
    reason: state.reason ?? '',
    ...usageSummary(state.usage),
  };
  if (attempts === 1) return base;
  const judged = state.rows.filter((row) => row.attempts.some((attempt) => attempt.status !== 'skipped'));
  const stable = judged.filter((row) => row.attempts.every((attempt) => attempt.status === 'passed'));
  return {
    ...base,
    total_runs: judged.length * attempts,
    overall_pass_rate: percent(passRate(state.counts)),
    stable_cases: stable.length,
    unstable_cases: judged.length - stable.length,
  };
}

export function reportMetadata(state: RunState): JsonObject {
  return {
    run_id: state.runId,
    started_at: isoTime(state.startedAt),
    completed_at: isoTime(state.finishedAt),
    version: state.toolVersion ?? '',
    input_file: state.options?.input ?? '',
    suites: reportSuites(state.suites),
    ...(state.gitCommit === undefined ? {} : { git_commit: state.gitCommit }),
    ...(state.options === undefined
      ? {}
      : {
          options: {
            runs: state.options.attempts,
            parallel: state.options.parallel,
            fail_fast: state.options.failFast,
            ...(state.options.cassette === undefined ? {} : { cassette: state.options.cassette }),
            timeout_ms: state.options.timeoutMs,
            ...(state.options.resume === undefined ? {} : { resume: state.options.resume }),
          },
        }),
    ...(state.warnings.length === 0 ? {} : { warnings: state.warnings }),
    ...(state.label === undefined ? {} : { label: state.label }),
    ...(state.reviews === undefined ? {} : { reviews: state.reviews.map(reviewReport) }),
  };
}

function reviewReport({ suiteKey, caseId, attempt, reviewer, verdict, note, reviewedAt }: Review): JsonObject {
  return { suite: suiteKey, id: caseId, attempt, reviewer, verdict, note, reviewed_at: isoTime(reviewedAt) };
}

/** Which files a report is about, and who answered. */
export function reportSuites(suites: readonly Suite[]): JsonObject[] {
  return suites.map(({ key, agentId, agentPath, connector }) =>
    compact({ key, agent_id: agentId, agent_path: agentPath, connector }),
  );
}

/**
 * One entry of `results`. `attempts` are the results of one case, in order; more than one is a stability result.
 * `suite` is named where a run has several, which may share ids.
 */
export function reportResult(attempts: readonly CaseResult[], suite?: string): JsonObject {
  const [first] = attempts;
  if (first === undefined) return {};
  const result = attempts.length === 1 ? singleResult(first) : stabilityResult(first, attempts);
  return suite === undefined ? result : { suite, ...result };
}

function singleResult(result: CaseResult): JsonObject {
  return compact({
    id: result.id,
    name: result.name,
    kind: result.kind,
    hash: result.hash,
    status: result.status,
    input: result.input === undefined ? undefined : asJson(result.input),
    output: result.output,
    expected: result.expected,
    ground_truth: result.groundTruth,
    error: result.error,
    reason: result.reason,
    duration_ms: result.durationMs,
    assertions: result.assertions.map(assertionReport),
    tool_calls: result.toolCalls.map(toolCallReport),
    usage: result.usage === undefined ? undefined : usageReport(result.usage),
    tags: result.tags,
    metadata: result.metadata,
    warnings: result.warnings,
    logs: result.logs,
    ...(result.kind === 'dynamic' ? conversationReport(result) : {}),
    ...(result.kind === 'consistency' || result.kind === 'experiment' ? measuresReport(result) : {}),
  });
}

function stabilityResult(first: CaseResult, attempts: readonly CaseResult[]): JsonObject {
  const counts = countStatuses(attempts.map((attempt) => attempt.status));
  const rate = passRate(counts);
  const judged = attempts.filter((attempt) => attempt.status !== 'skipped');
  const durations = durationStatistics(judged.map((attempt) => attempt.durationMs));
  const bad =
    attempts.find((attempt) => isFailing(attempt.status)) ?? attempts.find(({ status }) => status === 'skipped');
  return compact({
    id: first.id,
    name: first.name,
    kind: first.kind,
    hash: first.hash,
    status: caseStatusOf(attempts.map(({ status }) => status)),
    input: first.input === undefined ? undefined : asJson(first.input),
    expected: first.expected,
    ground_truth: first.groundTruth,
    tags: first.tags,
    error: bad?.error,
    reason: bad?.reason,
    runs: judged.length,
    passed: counts.passed,
    failed: judged.length - counts.passed,
    pass_rate: percent(rate),
    consistency: rate,
    stable: rate === 1,
    stability_class: rate === null ? undefined : stabilityClassOf(rate),
    avg_duration_ms: durations?.avg,
    min_duration_ms: durations?.min,
    max_duration_ms: durations?.max,
    std_deviation_ms: durations?.stdDeviation,
    run_details: attempts.map((attempt) => ({ run: attempt.attempt, ...singleResult(attempt) })),
  });
}

function caseCounts({ rows }: RunState): JsonObject {
  const counts = countStatuses(rows.map((row) => caseStatusOf(row.attempts.map(({ status }) => status))));
  return {
    passed: counts.passed,
    failed: counts.failed,
    skipped: counts.skipped,
    errors: counts.error,
    timeouts: counts.timeout,
  };
}

function assertionReport(result: AssertionResult): JsonObject {
  return compact({
    type: result.type,
    status: result.status,
    passed: result.status === 'passed',
    message: result.message,
    path: result.path,
    place: result.place,
    negate: result.negate,
    expected: result.expected,
    actual: result.actual,
    agent_validation: validationReport(result.agentValidation),
  });
}

function percent(rate: number | null): number | null {
  return rate === null ? null : rate * 100;
}

function isoTime(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}
