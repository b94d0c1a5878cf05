import type { maxima } from '../contract/index.ts';
import { canonicalJson, formatGoDuration, type Json, parseDuration } from '../values/index.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { broken } from './outcome.ts';
import { fieldsOf } from './question.ts';
import type { AssertionOf } from './subject.ts';

export const limits: AssertionRules<'limits'> = {
  judge({ assertion, subject }) {
    const { toolCalls, tokens = null, cost = null, isPartlyPriced, durationMs, turns = 1 } = subject;
    const expected = fieldsOf(assertion);
    const measured = {
      tokens,
      cost,
      duration: shownDuration(durationMs),
      turn_duration: shownDuration(subject.longestTurnMs ?? durationMs),
    };
    const amounts: Record<keyof typeof maxima, Json> = { turns, tool_calls: toolCalls.length, ...measured };
    const found = Object.entries(amounts).filter(([name]) => expected[name] !== undefined);
    const actual = Object.fromEntries(found);
    const unknown = found.filter(([, amount]) => amount === null).map(([name]) => name);
    if (unknown.length > 0) return broken(`the answer comes with no ${unknown.join(' and no ')}`, expected, actual);
    if (assertion.cost !== undefined && isPartlyPriced === true) return broken(partlyPriced, expected, actual);
    const over = found.filter(([name, amount]) => sizeOf(amount) > sizeOf(expected[name]));
    const unmet = over.map(([name, amount]) => `${name} ${shown(amount)} > ${shown(expected[name])}`).join(', ');
    const met = `within its limits: ${canonicalJson(actual)}`;
    return { kind: 'judged', holds: over.length === 0, expected, actual, unmet, met };
  },
  parts: ({ tool_calls, tokens, cost }) => [
    ...(tool_calls === undefined ? [] : (['tools'] as const)),
    ...(tokens === undefined && cost === undefined ? [] : (['usage'] as const)),
  ],
  wanted: (assertion) => canonicalJson(fieldsOf(assertion)),
  readsOutput: false,
  readsText: false,
  excludes: () => false,
};

const partlyPriced = 'the answer comes with a cost of only some of its calls: the others have no price';

function shownDuration(ms: number | undefined): string | null {
  return ms === undefined ? null : formatGoDuration(ms);
}

function sizeOf(amount: Json = null): number {
  return typeof amount === 'string' ? (parseDuration(amount) ?? 0) : Number(amount);
}

function shown(amount: Json = null): string {
  return typeof amount === 'number' ? amount.toLocaleString('en', { maximumSignificantDigits: 12 }) : String(amount);
}

/** The limits on time that nothing can exceed, because it is stopped before. */
export function limitsBeyond(
  { negate, ...limits }: AssertionOf<'limits'>,
  timeoutMs: number,
): ('duration' | 'turn_duration')[] {
  if (negate === true) return [];
  return (['duration', 'turn_duration'] as const).filter((field) => {
    const limit = parseDuration(limits[field] ?? '');
    return limit !== undefined && limit >= timeoutMs;
  });
}
