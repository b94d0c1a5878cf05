import * as z from 'zod';
import { agentPartsSchema, usageRoles } from '../../contract/index.ts';
import { isJsonObject, type JsonObject } from '../../values/index.ts';

/**
 * A recorded request or answer. It is not parsed with an object schema, because the parsed copy would lose a key called
 * `__proto__`.
 */
const recordedObjectSchema = z.custom<JsonObject>(isJsonObject, { error: 'expected an object' });

export const CASSETTE_VERSION = 1;

/**
 * The first line of a cassette. `now` is the fixed time that was inserted into the recorded prompts. It has no time
 * zone, so that the local time is the same on every machine.
 */
export const cassetteHeaderSchema = z.strictObject({
  cassette: z.literal(CASSETTE_VERSION),
  suite: z.string(),
  now: z.iso.datetime({ local: true }),
});

/** One line of a cassette: a request and its answer. `case` is empty for hooks of the whole run. */
export const cassetteEntrySchema = z.strictObject({
  case: z.string(),
  attempt: z.int().positive(),
  turn: z.int().positive(),
  role: z.enum(usageRoles),
  /** The number of the call among all calls of this role in this turn, from 1. */
  call: z.int().positive(),
  /** Digests of the agent's parts, if the agent gave the whole answer; missing if a model gave it. */
  agent: agentPartsSchema.optional(),
  request: recordedObjectSchema,
  answer: recordedObjectSchema,
});
export type CassetteEntry = z.infer<typeof cassetteEntrySchema>;

/** The recorded answers of one suite. `name` is the file name that messages show. */
export type Cassette = { name: string; suite: string; now: string; entries: readonly CassetteEntry[] };

/** Formats a local time without time zone, to the second. */
export function formatLocalTime(date: Date): string {
  return date.toLocaleString('sv-SE').replace(' ', 'T');
}

const roleSortOrder = ['simulator', 'agent', 'judge'];

/** Yields the lines of a cassette in a fixed order, regardless of the order in which its calls were recorded. */
export function* formatCassetteLines({ suite, now, entries }: Omit<Cassette, 'name'>): Generator<string> {
  yield `${JSON.stringify({ cassette: CASSETTE_VERSION, suite, now })}\n`;
  for (const entry of entries.toSorted(createCassetteEntryComparator())) yield `${JSON.stringify(entry)}\n`;
}

function createCassetteEntryComparator(): (left: CassetteEntry, right: CassetteEntry) => number {
  // The collator is created on first use, because that takes 5 ms and most runs record nothing.
  const byName = new Intl.Collator('en', { numeric: true });
  return (left, right) =>
    byName.compare(left.case, right.case) ||
    left.attempt - right.attempt ||
    left.turn - right.turn ||
    roleSortOrder.indexOf(left.role) - roleSortOrder.indexOf(right.role) ||
    left.call - right.call;
}
