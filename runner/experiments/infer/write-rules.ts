import { matchPairs } from '../../assertions/match-pairs.ts';
import { type Json, toCanonicalJson } from '../../values/index.ts';
import { type ArgumentPattern, fitsPattern, generalizeValues } from './argument-pattern.ts';
import { type Conversation, listWrites, type WriteCall } from './conversation.ts';

/** A call that changes something and that good conversations contain. `pattern` matches its arguments. */
export type WriteEntry = { tool: string; pattern: ArgumentPattern };

/** The maximum number of different optional calls of a tool that are listed individually. */
const MAX_LISTED_VALUES = 4;

/** Finds the calls that change something: those that all good conversations share, and those that only some contain. */
export function findWrites(
  goodConversations: readonly Conversation[],
  reads: readonly string[],
): { must: WriteEntry[]; optional: WriteEntry[] } {
  const writesByConversation = goodConversations.map((conversation) => listWrites(conversation, reads));
  const tools = [...new Set(writesByConversation.flat().map(({ tool }) => tool))];
  const requiredEntries = tools.flatMap((tool) => collectEntriesSharedByAll(tool, writesByConversation));
  const optional = tools.flatMap((tool) => collectOptionalEntries(tool, writesByConversation, requiredEntries));
  return { must: requiredEntries, optional };
}

/**
 * Finds the calls of a tool that all conversations share. Calls with the same arguments everywhere are matched first,
 * then the others in order.
 */
function collectEntriesSharedByAll(
  tool: string,
  writesByConversation: readonly (readonly WriteCall[])[],
): WriteEntry[] {
  const remainingValues = writesByConversation.map((writes) =>
    writes.filter((write) => write.tool === tool).map(getWriteArguments),
  );
  const entries: WriteEntry[] = [];
  const sharedValues = writesByConversation.length === 1 ? [] : [...(remainingValues[0] ?? [])];
  for (const value of sharedValues) {
    const places = remainingValues.map((values) =>
      values.findIndex((each) => toCanonicalJson(each) === toCanonicalJson(value)),
    );
    if (places.includes(-1)) continue;
    for (const [index, values] of remainingValues.entries()) values.splice(places[index] ?? 0, 1);
    entries.push({ tool, pattern: { kind: 'exact', value } });
  }
  const sharedCount = Math.min(...remainingValues.map(({ length }) => length));
  for (let position = 0; position < sharedCount; position += 1) {
    entries.push({ tool, pattern: generalizeValues(remainingValues.map((values) => values[position] ?? null)) });
  }
  return entries;
}

/**
 * Returns the calls that not all conversations share. Each is repeated as often as in the conversation that contains it
 * most often.
 */
function collectOptionalEntries(
  tool: string,
  writesByConversation: readonly (readonly WriteCall[])[],
  requiredEntries: readonly WriteEntry[],
): WriteEntry[] {
  const entries = requiredEntries.filter((entry) => entry.tool === tool);
  const remainingWrites = writesByConversation.map((writes) => {
    const writesOfTool = writes.filter((write) => write.tool === tool);
    const pairs = matchPairs(entries.length, writesOfTool.length, (entry, write) =>
      doesEntryFitWrite(entries, writesOfTool, entry, write),
    );
    return writesOfTool.filter((_, index) => !pairs.includes(index)).map(getWriteArguments);
  });
  const distinctValues = new Map(remainingWrites.flat().map((value) => [toCanonicalJson(value), value]));
  if (distinctValues.size === 0) return [];
  if (distinctValues.size > MAX_LISTED_VALUES) {
    const pattern = generalizeValues(remainingWrites.flat());
    return repeatEntry(Math.max(...remainingWrites.map(({ length }) => length)), { tool, pattern });
  }
  return [...distinctValues].flatMap(([key, value]) => {
    const counts = remainingWrites.map((values) => values.filter((each) => toCanonicalJson(each) === key).length);
    return repeatEntry(Math.max(...counts), { tool, pattern: { kind: 'exact', value } });
  });
}

/** Returns true if each entry matches a different call. */
export function hasAllWrites(entries: readonly WriteEntry[], writes: readonly WriteCall[]): boolean {
  const pairs = matchPairs(entries.length, writes.length, (entry, write) =>
    doesEntryFitWrite(entries, writes, entry, write),
  );
  return !pairs.includes(undefined);
}

/** Returns true if each call matches a different entry. */
export function hasNoOtherWrites(entries: readonly WriteEntry[], writes: readonly WriteCall[]): boolean {
  const pairs = matchPairs(writes.length, entries.length, (write, entry) =>
    doesEntryFitWrite(entries, writes, entry, write),
  );
  return !pairs.includes(undefined);
}

function doesEntryFitWrite(
  entries: readonly WriteEntry[],
  writes: readonly WriteCall[],
  left: number,
  right: number,
): boolean {
  const [entry, write] = [entries[left], writes[right]];
  if (entry === undefined || write === undefined || entry.tool !== write.tool) return false;
  return fitsPattern(entry.pattern, write.arguments);
}

function getWriteArguments(write: WriteCall): Json {
  return write.arguments;
}

function repeatEntry(count: number, entry: WriteEntry): WriteEntry[] {
  return Array.from({ length: count }, () => entry);
}
