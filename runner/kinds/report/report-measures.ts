import type { AnswerSample, CaseResult, Score } from '../../contract/index.ts';
import { type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { buildToolCallReport } from './tool-call-report.ts';
import { buildUsageReport } from './usage-report.ts';

/** Returns the parts of a report that exist only for answers that were compared or scored. */
export function buildMeasuresReport({
  test,
  samples,
  scores,
  metrics,
  score,
}: CaseResult): Record<string, Json | undefined> {
  return {
    test,
    samples: samples?.map(buildSampleReport),
    scores: scores?.map(buildScoreReport),
    metrics: metrics?.map(({ type, kind, score: mean, records }) => ({ type, kind, score: mean, records })),
    score,
  };
}

function buildSampleReport(sample: AnswerSample): JsonObject {
  return withoutUndefined({
    label: sample.label,
    prompt: sample.prompt,
    output: sample.output,
    error: sample.error,
    tool_calls: sample.toolCalls?.map(buildToolCallReport),
    contexts: sample.contexts,
    usage: sample.usage === undefined ? undefined : buildUsageReport({ agent: sample.usage }).agent,
    duration_ms: sample.durationMs,
  });
}

/**
 * The keys are written one by one, so that a report from the history has the same key order as one written during the
 * run.
 */
function buildScoreReport(score: Score): JsonObject {
  return withoutUndefined({
    metric: score.metric,
    position: score.position,
    score: score.score,
    passed: score.passed,
    not_scorable: score.notScorable,
    samples: score.samples,
    range: score.range === undefined ? undefined : { min: score.range.min, max: score.range.max },
    choice: score.choice,
    reason: score.reason,
    error: score.error,
    unreliable: score.unreliable,
    request: score.request,
    response: score.response,
    contexts:
      score.contexts === undefined
        ? undefined
        : { retrieved: score.contexts.retrieved, reference: score.contexts.reference },
    duration_ms: score.durationMs,
  });
}
