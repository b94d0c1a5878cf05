import { asJson, type Json, type JsonObject } from './json.ts';
import { compact } from './report-fields.ts';
import type { CaseResult } from './result.ts';
import type { Sample, Score } from './score.ts';
import { toolCallReport } from './tool-call-report.ts';
import { usageReport } from './usage-report.ts';

/** What a report says of answers that were compared or scored, beside what it says of every case. */
export function measuresReport({
  test,
  samples,
  scores,
  metrics,
  score,
}: CaseResult): Record<string, Json | undefined> {
  return {
    test,
    samples: samples?.map(sampleReport),
    scores: scores?.map(scoreReport),
    metrics: metrics?.map((metric) => ({ ...metric })),
    score,
  };
}

function sampleReport(sample: Sample): JsonObject {
  return compact({
    label: sample.label,
    prompt: sample.prompt,
    output: sample.output,
    error: sample.error,
    tool_calls: sample.toolCalls?.map(toolCallReport),
    contexts: sample.contexts,
    usage: sample.usage === undefined ? undefined : usageReport({ agent: sample.usage }).agent,
    duration_ms: sample.durationMs,
  });
}

function scoreReport({ durationMs, range, ...score }: Score): JsonObject {
  return compact({ ...score, range: range === undefined ? undefined : asJson(range), duration_ms: durationMs });
}
