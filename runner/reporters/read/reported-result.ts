import * as z from 'zod';
import { type CaseResult, caseResultSchema } from '../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { camelKeys } from './camel-keys.ts';

const entrySchema = z.looseObject({
  id: z.string(),
  suite: z.string().optional(),
  hash: z.string().optional(),
  run_details: z.array(z.looseObject({ run: z.int().positive() })).optional(),
});

/** An entry of `results`, or a line of results, converted back to attempts. */
export type ReportedResult = { id: string; suite?: string; hash: string; attempts: CaseResult[] };

/** Converts one entry to its attempts. Throws if it is not an entry of a report. */
export function reportedResult(entry: unknown, startedAt: number): ReportedResult {
  const { id, suite, hash = '', run_details: details } = entrySchema.parse(entry);
  const singles = details ?? [{ ...entrySchema.parse(entry), run: 1 }];
  return {
    id,
    hash,
    suite,
    attempts: singles.map((single) => caseResultSchema.parse(readAttempt(single, startedAt))),
  };
}

/** Fields missing from a report get empty defaults. */
function readAttempt(single: Record<string, unknown>, startedAt: number): Record<string, unknown> {
  const { run, durationMs = 0, toolCalls = [], ...rest } = camelKeys(single);
  return {
    ...rest,
    attempt: run,
    startedAt,
    durationMs,
    samples: readList(rest.samples, (sample) => readSample(sample, startedAt)),
    scores: readList(rest.scores),
    assertions: readList(rest.assertions) ?? [],
    inferred: readList(rest.inferred),
    toolCalls: readList(toolCalls),
    interrupts: readList(rest.interrupts),
    usage: readUsage(rest.usage),
    unjudged: isJsonObject(rest.unjudged) ? camelKeys(rest.unjudged) : undefined,
    turns: readList(rest.turns, (turn) => readTurn(turn, { hasInput: rest.input !== undefined, startedAt })),
    checkpoints: readList(rest.checkpoints, ({ outOfOrder = [], ...checkpoint }) => ({
      after: [],
      outOfOrderAtTurns: outOfOrder,
      ...checkpoint,
    })),
  };
}

function readTurn(
  { response, interrupts, ...turn }: JsonObject,
  { hasInput, startedAt }: { hasInput: boolean; startedAt: number },
) {
  return {
    startedAt,
    durationMs: 0,
    origin: turn.turn === 1 && hasInput ? 'case' : 'simulator',
    checkpointsReached: [],
    ...withoutUndefined({ interrupts: readList(interrupts) }),
    ...turn,
    ...(isJsonObject(response) ? { response: readResponse(camelKeys(response)) } : {}),
  };
}

function readResponse({ toolCalls = [], ...rest }: JsonObject): JsonObject {
  return { ...rest, toolCalls: readList(toolCalls) ?? [] };
}

function readSample(sample: JsonObject, startedAt: number): JsonObject {
  const { toolCalls, usage, ...rest } = sample;
  const camelUsage = isJsonObject(usage) ? camelKeys(usage) : undefined;
  return withoutUndefined({ startedAt, ...rest, toolCalls: readList(toolCalls), usage: camelUsage });
}

function readUsage(usage: unknown): JsonObject | undefined {
  if (!isJsonObject(usage)) return undefined;
  return Object.fromEntries(
    Object.entries(usage).map(([role, roleUsage]) => [
      role,
      isJsonObject(roleUsage) ? camelKeys(roleUsage) : roleUsage,
    ]),
  );
}

function readList(value: unknown, read = (entry: JsonObject): JsonObject => entry): Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: Json) => (isJsonObject(entry) ? read(camelKeys(entry)) : entry));
}
