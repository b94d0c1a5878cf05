import * as z from 'zod';
import { type CaseResult, caseResultSchema } from '../../contract/index.ts';
import { defined, isJsonObject, type Json, type JsonObject } from '../../values/index.ts';

const entrySchema = z.looseObject({
  id: z.string(),
  suite: z.string().optional(),
  hash: z.string().optional(),
  run_details: z.array(z.looseObject({ run: z.int().positive() })).optional(),
});

/** An entry of `results`, or a line of results, as what it was made from. */
export type ReportedResult = { id: string; suite?: string; hash: string; attempts: CaseResult[] };

/** Reads one entry back into the attempts that it tells of. Throws for what is not an entry of a report. */
export function reportedResult(entry: unknown, startedAt: number): ReportedResult {
  const { id, suite, hash = '', run_details: details } = entrySchema.parse(entry);
  const singles = details ?? [{ ...entrySchema.parse(entry), run: 1 }];
  return {
    id,
    hash,
    suite,
    attempts: singles.map((single) => caseResultSchema.parse(attemptOf(single, startedAt))),
  };
}

/** Reports spell keys in the way of JSON files; what a report leaves out is as if it had not been. */
function attemptOf(single: Record<string, unknown>, startedAt: number): Record<string, unknown> {
  const { run, duration_ms: durationMs = 0, tool_calls: toolCalls = [], end_reason: endReason, ...rest } = single;
  return {
    ...rest,
    attempt: run,
    startedAt,
    durationMs,
    endReason,
    groundTruth: rest.ground_truth,
    samples: listOf(rest.samples, (sample) => sampleOf(sample, startedAt)),
    scores: listOf(rest.scores, (score) => renamed(score, { duration_ms: 'durationMs' })),
    assertions:
      listOf(rest.assertions, (assertion) => renamed(assertion, { agent_validation: 'agentValidation' })) ?? [],
    toolCalls: listOf(toolCalls, toolCallOf),
    usage: usageOf(rest.usage),
    turns: listOf(rest.turns, (turn) => turnOf(turn, { hasInput: rest.input !== undefined, startedAt })),
    checkpoints: listOf(rest.checkpoints, checkpointOf),
  };
}

function toolCallOf(call: JsonObject): JsonObject {
  return renamed(call, { duration_ms: 'durationMs' });
}

function turnOf(turn: JsonObject, { hasInput, startedAt }: { hasInput: boolean; startedAt: number }): JsonObject {
  const { response, ...rest } = turn;
  const answer: JsonObject = isJsonObject(response) ? { response: responseOf(response) } : {};
  return {
    startedAt,
    durationMs: 0,
    origin: turn.turn === 1 && hasInput ? 'case' : 'simulator',
    checkpointsReached: [],
    ...renamed(rest, { checkpoints_reached: 'checkpointsReached', duration_ms: 'durationMs' }),
    ...answer,
  };
}

function responseOf({ tool_calls: calls = [], ...rest }: JsonObject): JsonObject {
  return { ...rest, toolCalls: listOf(calls, toolCallOf) ?? [] };
}

function sampleOf({ tool_calls: calls, usage, ...rest }: JsonObject, startedAt: number): JsonObject {
  const spent = usageOf({ agent: usage ?? null })?.agent;
  return defined({
    startedAt,
    ...renamed(rest, { duration_ms: 'durationMs' }),
    toolCalls: listOf(calls, toolCallOf),
    usage: isJsonObject(spent) ? spent : undefined,
  });
}

function checkpointOf(checkpoint: JsonObject): JsonObject {
  return {
    after: [],
    outOfOrderAtTurns: [],
    ...renamed(checkpoint, {
      reached_at_turn: 'reachedAtTurn',
      out_of_order: 'outOfOrderAtTurns',
      agent_validation: 'agentValidation',
    }),
  };
}

function usageOf(usage: unknown): JsonObject | undefined {
  if (!isJsonObject(usage)) return undefined;
  const keys = { input_tokens: 'inputTokens', cached_tokens: 'cachedTokens', output_tokens: 'outputTokens' };
  return Object.fromEntries(
    Object.entries(usage).map(([role, spent]) => [role, isJsonObject(spent) ? renamed(spent, keys) : spent]),
  );
}

function listOf(value: unknown, read: (entry: JsonObject) => JsonObject): Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: Json) => (isJsonObject(entry) ? read(entry) : entry));
}

function renamed(fields: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [names[key] ?? key, value]));
}
