import * as z from 'zod';
import { type CaseResult, caseResultSchema } from '../../contract/index.ts';
import { defined, isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { camelKeys } from './camel-keys.ts';

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

/** What a report leaves out is as if it had not been. */
function attemptOf(single: Record<string, unknown>, startedAt: number): Record<string, unknown> {
  const { run, durationMs = 0, toolCalls = [], ...rest } = camelKeys(single);
  return {
    ...rest,
    attempt: run,
    startedAt,
    durationMs,
    samples: listOf(rest.samples, (sample) => sampleOf(sample, startedAt)),
    scores: listOf(rest.scores),
    assertions: listOf(rest.assertions) ?? [],
    toolCalls: listOf(toolCalls),
    interrupts: listOf(rest.interrupts),
    usage: usageOf(rest.usage),
    unjudged: isJsonObject(rest.unjudged) ? camelKeys(rest.unjudged) : undefined,
    turns: listOf(rest.turns, (turn) => turnOf(turn, { hasInput: rest.input !== undefined, startedAt })),
    checkpoints: listOf(rest.checkpoints, ({ outOfOrder = [], ...checkpoint }) => ({
      after: [],
      outOfOrderAtTurns: outOfOrder,
      ...checkpoint,
    })),
  };
}

function turnOf(
  { response, interrupts, ...turn }: JsonObject,
  { hasInput, startedAt }: { hasInput: boolean; startedAt: number },
) {
  return {
    startedAt,
    durationMs: 0,
    origin: turn.turn === 1 && hasInput ? 'case' : 'simulator',
    checkpointsReached: [],
    ...defined({ interrupts: listOf(interrupts) }),
    ...turn,
    ...(isJsonObject(response) ? { response: responseOf(camelKeys(response)) } : {}),
  };
}

function responseOf({ toolCalls = [], ...rest }: JsonObject): JsonObject {
  return { ...rest, toolCalls: listOf(toolCalls) ?? [] };
}

function sampleOf(sample: JsonObject, startedAt: number): JsonObject {
  const { toolCalls, usage, ...rest } = sample;
  const spent = isJsonObject(usage) ? camelKeys(usage) : undefined;
  return defined({ startedAt, ...rest, toolCalls: listOf(toolCalls), usage: spent });
}

function usageOf(usage: unknown): JsonObject | undefined {
  if (!isJsonObject(usage)) return undefined;
  return Object.fromEntries(
    Object.entries(usage).map(([role, spent]) => [role, isJsonObject(spent) ? camelKeys(spent) : spent]),
  );
}

function listOf(value: unknown, read = (entry: JsonObject): JsonObject => entry): Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: Json) => (isJsonObject(entry) ? read(camelKeys(entry)) : entry));
}
