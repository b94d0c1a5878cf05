import type { CaseResult } from '../../contract/index.ts';
import { computeCaseStatus, countFaults, countStatuses, isFailing, toExclusionOfCase } from '../../fold/index.ts';
import { buildAttemptReport } from '../../kinds/kinds.ts';
import { castToJson, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { classifyStabilityRate, computeDurationStatistics, computePassRate } from '../../verdict/index.ts';
import { buildAgentOnlyRateReport } from './report-rates.ts';

/**
 * Returns one entry of `results`. `attempts` are the results of one case, in order; if there are several, the entry is
 * a stability result. `suite` is set if a run has several suites, whose cases may share ids.
 */
export function buildResultReport(attempts: readonly CaseResult[], suite?: string): JsonObject {
  const [first] = attempts;
  if (first === undefined) return {};
  const result = attempts.length === 1 ? buildSingleResult(first) : buildStabilityResult(first, attempts);
  return suite === undefined ? result : { suite, ...result };
}

function buildSingleResult(result: CaseResult): JsonObject {
  return { ...buildAttemptReport(result), pass_rate: toPercent(computePassRate(countStatuses([result.status]))) };
}

function toPercent(rate: number | null): number | null {
  return rate === null ? null : rate * 100;
}

function buildStabilityResult(first: CaseResult, attempts: readonly CaseResult[]): JsonObject {
  const counts = countStatuses(attempts.map((attempt) => attempt.status));
  const rate = computePassRate(counts);
  const judged = attempts.filter((attempt) => attempt.status !== 'skipped');
  const durations = computeDurationStatistics(judged.map((attempt) => attempt.durationMs));
  const decision = attempts.find((attempt) => attempt.decision !== undefined)?.decision;
  const bad =
    attempts.find((attempt) => isFailing(attempt.status)) ?? attempts.find(({ status }) => status === 'skipped');
  return withoutUndefined({
    id: first.id,
    name: first.name,
    kind: first.kind,
    hash: first.hash,
    status: computeCaseStatus(attempts),
    set_aside: toExclusionOfCase(first.setAside ?? null),
    decision,
    input: first.input === undefined ? undefined : castToJson(first.input),
    expected: first.expected,
    ground_truth: first.groundTruth,
    tags: first.tags,
    error: bad?.error,
    reason: bad?.reason,
    runs: judged.length,
    passed: counts.passed,
    failed: judged.length - counts.passed,
    pass_rate: toPercent(rate),
    ...buildAgentOnlyRateReport(counts, countFaults(attempts.map(({ fault }) => ({ fault })))),
    consistency: rate,
    // If a case was repeated until it was decided, the number of attempts depended on their outcomes, so their pass
    // rate does not measure stability.
    ...(decision === undefined ? { stable: rate === 1 } : {}),
    stability_class: rate === null || decision !== undefined ? undefined : classifyStabilityRate(rate),
    avg_duration_ms: durations?.avg,
    min_duration_ms: durations?.min,
    max_duration_ms: durations?.max,
    std_deviation_ms: durations?.stdDeviation,
    run_details: attempts.map((attempt) => ({ run: attempt.attempt, ...buildAttemptReport(attempt) })),
  });
}
