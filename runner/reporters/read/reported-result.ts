import * as z from 'zod';
import { type CaseResult, caseResultSchema } from '../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { toCamelCaseKeys } from './camel-keys.ts';

const entrySchema = z.looseObject({
  id: z.string(),
  suite: z.string().optional(),
  hash: z.string().optional(),
  run_details: z.array(z.looseObject({ run: z.int().positive() })).optional(),
});

/** An entry of `results`, or a line of results, converted back to attempts. */
export type ReportedResult = { id: string; suite?: string; hash: string; attempts: CaseResult[] };

/** Converts one entry to its attempts. Throws if it is not an entry of a report. */
export function parseReportedResult(entry: unknown, startedAt: number): ReportedResult {
  const { id, suite, hash = '', run_details: details } = entrySchema.parse(entry);
  const singles = details ?? [{ ...entrySchema.parse(entry), run: 1 }];
  return {
    id,
    hash,
    suite,
    attempts: singles.map((single) => caseResultSchema.parse(normalizeAttempt(single, startedAt))),
  };
}

/** Adds empty defaults for fields that are missing from a report. */
function normalizeAttempt(single: Record<string, unknown>, startedAt: number): Record<string, unknown> {
  const { run, durationMs = 0, toolCalls = [], ...rest } = toCamelCaseKeys(single);
  return {
    ...rest,
    attempt: run,
    startedAt,
    durationMs,
    samples: normalizeList(rest.samples, (sample) => normalizeSample(sample, startedAt)),
    scores: normalizeList(rest.scores),
    assertions: normalizeList(rest.assertions) ?? [],
    inferred: normalizeList(rest.inferred),
    toolCalls: normalizeList(toolCalls),
    interrupts: normalizeList(rest.interrupts),
    usage: normalizeUsage(rest.usage),
    unjudged: isJsonObject(rest.unjudged) ? toCamelCaseKeys(rest.unjudged) : undefined,
    turns: normalizeList(rest.turns, (turn) => normalizeTurn(turn, { hasInput: rest.input !== undefined, startedAt })),
    checkpoints: normalizeList(rest.checkpoints, ({ outOfOrder = [], ...checkpoint }) => ({
      after: [],
      outOfOrderAtTurns: outOfOrder,
      ...checkpoint,
    })),
  };
}

function normalizeTurn(
  { response, interrupts, ...turn }: JsonObject,
  { hasInput, startedAt }: { hasInput: boolean; startedAt: number },
) {
  return {
    startedAt,
    durationMs: 0,
    origin: turn.turn === 1 && hasInput ? 'case' : 'simulator',
    checkpointsReached: [],
    ...withoutUndefined({ interrupts: normalizeList(interrupts) }),
    ...turn,
    ...(isJsonObject(response) ? { response: normalizeResponse(toCamelCaseKeys(response)) } : {}),
  };
}

function normalizeResponse({ toolCalls = [], ...rest }: JsonObject): JsonObject {
  return { ...rest, toolCalls: normalizeList(toolCalls) ?? [] };
}

function normalizeSample(sample: JsonObject, startedAt: number): JsonObject {
  const { toolCalls, usage, ...rest } = sample;
  const camelUsage = isJsonObject(usage) ? toCamelCaseKeys(usage) : undefined;
  return withoutUndefined({ startedAt, ...rest, toolCalls: normalizeList(toolCalls), usage: camelUsage });
}

function normalizeUsage(usage: unknown): JsonObject | undefined {
  if (!isJsonObject(usage)) return undefined;
  return Object.fromEntries(
    Object.entries(usage).map(([role, roleUsage]) => [
      role,
      isJsonObject(roleUsage) ? toCamelCaseKeys(roleUsage) : roleUsage,
    ]),
  );
}

function normalizeList(value: unknown, read = (entry: JsonObject): JsonObject => entry): Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: Json) => (isJsonObject(entry) ? read(toCamelCaseKeys(entry)) : entry));
}
