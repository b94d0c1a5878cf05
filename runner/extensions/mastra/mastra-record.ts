import * as z from 'zod';
import type { Usage } from '../../contract/index.ts';
import type { ScorerRecord } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../../values/index.ts';

/** Versions before 1.0 use the field names of AI SDK 4. */
const usageSchema = z.object({
  inputTokens: countTokens(),
  outputTokens: countTokens(),
  cachedInputTokens: countTokens(),
  promptTokens: countTokens(),
  completionTokens: countTokens(),
});
const stepSchema = z.object({ executions: z.array(z.unknown()) });
const executionSchema = z.object({ usage: usageSchema.optional().catch(undefined), modelCallCount: countTokens() });

/**
 * Reads the prompts and results of the steps of a Mastra scorer from what its `run` returns: `analyzePrompt` and
 * `analyzeStepResult`, and likewise for other steps. `judge`, since 1.0, has every model call with its usage.
 */
export function readMastraRecord(answer: unknown): ScorerRecord {
  const record = plainJson(answer);
  if (!isJsonObject(record)) return {};
  const request = stepsIn(record, 'Prompt');
  const results = stepsIn(record, 'StepResult');
  const response = { ...results, ...(record.judge === undefined ? {} : { judge: record.judge }) };
  const usage = usageIn(record.judge);
  return {
    ...(isEmpty(request) ? {} : { request }),
    ...(isEmpty(response) ? {} : { response }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** The result of a step is any value that the user's code returns, perhaps not JSON. */
function plainJson(value: unknown): Json | undefined {
  try {
    return jsonIn(JSON.stringify(value) ?? '');
  } catch {
    return undefined;
  }
}

function stepsIn(record: JsonObject, ending: string): JsonObject {
  const steps = Object.entries(record).filter(([key, value]) => key.endsWith(ending) && value !== null);
  return Object.fromEntries(steps.map(([key, value]) => [key.slice(0, -ending.length), value]));
}

function isEmpty(steps: JsonObject): boolean {
  return Object.keys(steps).length === 0;
}

/** Adds up the usage of all model calls, and skips what cannot be read. */
function usageIn(judge: Json | undefined): Usage | undefined {
  const steps = isJsonObject(judge) ? Object.values(judge) : [];
  const executions = steps.flatMap((step) => {
    const parsed = stepSchema.safeParse(step);
    return parsed.success ? parsed.data.executions.flatMap((each) => executionSchema.safeParse(each).data ?? []) : [];
  });
  if (executions.length === 0) return undefined;
  const usage = { inputTokens: 0, outputTokens: 0, calls: 0, retries: 0, cachedTokens: 0 };
  for (const { usage: executionUsage = {}, modelCallCount = 1 } of executions) {
    usage.inputTokens += executionUsage.inputTokens ?? executionUsage.promptTokens ?? 0;
    usage.outputTokens += executionUsage.outputTokens ?? executionUsage.completionTokens ?? 0;
    usage.cachedTokens += executionUsage.cachedInputTokens ?? 0;
    usage.calls += modelCallCount;
  }
  return usage;
}

function countTokens() {
  return z.number().nonnegative().optional().catch(undefined);
}
