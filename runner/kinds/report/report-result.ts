import type { AssertionResult, CaseResult } from '../../contract/index.ts';
import { caseStatusOf, countStatuses, isFailing } from '../../fold/index.ts';
import { asJson, type JsonObject } from '../../values/index.ts';
import { durationStatistics, passRate, stabilityClassOf } from '../../verdict/index.ts';
import { conversationReport, validationReport } from './report-conversation.ts';
import { compact } from './report-fields.ts';
import { measuresReport } from './report-measures.ts';
import { toolCallReport } from './tool-call-report.ts';
import { usageReport } from './usage-report.ts';

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
