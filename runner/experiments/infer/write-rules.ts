import { matchPairs } from '../../assertions/match-pairs.ts';
import { type Json, toCanonicalJson } from '../../values/index.ts';
import { type ArgumentPattern, fitsPattern, generalizeValues } from './argument-pattern.ts';
import { type Conversation, listWrites, type WriteCall } from './conversation.ts';

/** A write that every good conversation has, or may have. */
export type WriteEntry = { tool: string; pattern: ArgumentPattern };

/** The maximum number of different optional calls of one tool that are listed individually. */
const MOST_LISTED = 4;

/** The writes that all good conversations share, and those that only some have. */
export function findWrites(
  good: readonly Conversation[],
  reads: readonly string[],
): { must: WriteEntry[]; optional: WriteEntry[] } {
  const written = good.map((conversation) => listWrites(conversation, reads));
  const tools = [...new Set(written.flat().map(({ tool }) => tool))];
  const must = tools.flatMap((tool) => collectEntriesSharedByAll(tool, written));
  const optional = tools.flatMap((tool) => collectOptionalEntries(tool, written, must));
  return { must, optional };
}

/** Pairs calls with equal arguments in all conversations first, then the remaining calls of the tool in order. */
function collectEntriesSharedByAll(tool: string, written: readonly (readonly WriteCall[])[]): WriteEntry[] {
  const remaining = written.map((writes) => writes.filter((write) => write.tool === tool).map(getWriteArguments));
  const entries: WriteEntry[] = [];
  const shared = written.length === 1 ? [] : [...(remaining[0] ?? [])];
  for (const value of shared) {
    const places = remaining.map((values) =>
      values.findIndex((each) => toCanonicalJson(each) === toCanonicalJson(value)),
    );
    if (places.includes(-1)) continue;
    for (const [index, values] of remaining.entries()) values.splice(places[index] ?? 0, 1);
    entries.push({ tool, pattern: { kind: 'exact', value } });
  }
  const common = Math.min(...remaining.map(({ length }) => length));
  for (let position = 0; position < common; position += 1) {
    entries.push({ tool, pattern: generalizeValues(remaining.map((values) => values[position] ?? null)) });
  }
  return entries;
}

/** The calls that are not shared by all conversations, each as often as one conversation has it at most. */
function collectOptionalEntries(
  tool: string,
  written: readonly (readonly WriteCall[])[],
  must: readonly WriteEntry[],
): WriteEntry[] {
  const entries = must.filter((entry) => entry.tool === tool);
  const left = written.map((writes) => {
    const own = writes.filter((write) => write.tool === tool);
    const pairs = matchPairs(entries.length, own.length, (entry, write) =>
      doesEntryFitWrite(entries, own, entry, write),
    );
    return own.filter((_, index) => !pairs.includes(index)).map(getWriteArguments);
  });
  const distinct = new Map(left.flat().map((value) => [toCanonicalJson(value), value]));
  if (distinct.size === 0) return [];
  if (distinct.size > MOST_LISTED) {
    const pattern = generalizeValues(left.flat());
    return repeatEntry(Math.max(...left.map(({ length }) => length)), { tool, pattern });
  }
  return [...distinct].flatMap(([key, value]) => {
    const counts = left.map((values) => values.filter((each) => toCanonicalJson(each) === key).length);
    return repeatEntry(Math.max(...counts), { tool, pattern: { kind: 'exact', value } });
  });
}

/** True if every entry can be matched with a different write. */
export function hasAllWrites(entries: readonly WriteEntry[], writes: readonly WriteCall[]): boolean {
  const pairs = matchPairs(entries.length, writes.length, (entry, write) =>
    doesEntryFitWrite(entries, writes, entry, write),
  );
  return !pairs.includes(undefined);
}

/** True if every write can be matched with a different entry. */
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
