import type { Usage } from '../../contract/index.ts';
import type { ScorerModelExchange } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../values/index.ts';

/**
 * Extracts the prompts and results of a scorer's steps from what its `run` returned, such as `analyzePrompt` and
 * `analyzeStepResult`. Since version 1.0, `judge` contains every model call with its usage.
 */
export function readMastraRecord(answer: unknown): ScorerModelExchange {
  const record = toJsonOrUndefined(answer);
  if (!isJsonObject(record)) return {};
  const request = selectStepsWithSuffix(record, 'Prompt');
  const results = selectStepsWithSuffix(record, 'StepResult');
  const response = { ...results, ...(record.judge === undefined ? {} : { judge: record.judge }) };
  const usage = sumJudgeUsage(record.judge);
  return {
    ...(hasNoSteps(request) ? {} : { request }),
    ...(hasNoSteps(response) ? {} : { response }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** The result of a step comes from the user's code, so it may be any value, even one that is not JSON. */
function toJsonOrUndefined(value: unknown): Json | undefined {
  try {
    return tryParseJson(JSON.stringify(value) ?? '');
  } catch {
    return undefined;
  }
}

function selectStepsWithSuffix(record: JsonObject, ending: string): JsonObject {
  const steps = Object.entries(record).filter(([key, value]) => key.endsWith(ending) && value !== null);
  return Object.fromEntries(steps.map(([key, value]) => [key.slice(0, -ending.length), value]));
}

function hasNoSteps(steps: JsonObject): boolean {
  return Object.keys(steps).length === 0;
}

/**
 * Adds up the usage of all model calls, and skips invalid values. Versions before 1.0 use the field names of AI SDK 4.
 * Does not use a schema library, because every process that runs user code loads this file.
 */
function sumJudgeUsage(judge: Json | undefined): Usage | undefined {
  const steps = isJsonObject(judge) ? Object.values(judge) : [];
  const executions = steps
    .flatMap((step) => (isJsonObject(step) && Array.isArray(step.executions) ? step.executions : []))
    .filter(isJsonObject);
  if (executions.length === 0) return undefined;
  const total = { inputTokens: 0, outputTokens: 0, calls: 0, retries: 0, cachedTokens: 0 };
  for (const { usage, modelCallCount } of executions) {
    const used = isJsonObject(usage) ? usage : {};
    total.inputTokens += toNonNegativeNumber(used.inputTokens) ?? toNonNegativeNumber(used.promptTokens) ?? 0;
    total.outputTokens += toNonNegativeNumber(used.outputTokens) ?? toNonNegativeNumber(used.completionTokens) ?? 0;
    total.cachedTokens += toNonNegativeNumber(used.cachedInputTokens) ?? 0;
    total.calls += toNonNegativeNumber(modelCallCount) ?? 1;
  }
  return total;
}

function toNonNegativeNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
