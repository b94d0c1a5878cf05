import type { limitMaxima } from '../contract/index.ts';
import { formatGoDuration, type Json, parseDuration, toCanonicalJson } from '../values/index.ts';
import { createUncheckableOutcome } from './assertion-outcome.ts';
import { getTypeSpecificFields } from './assertion-question.ts';
import type { AssertionRules } from './assertion-rules.ts';
import type { AssertionOf } from './subject.ts';

export const limits: AssertionRules<'limits'> = {
  judge({ assertion, subject }) {
    const { toolCalls, tokens = null, cost = null, isPartlyPriced, durationMs, turns = 1 } = subject;
    const expected = getTypeSpecificFields(assertion);
    const measuredAmounts = {
      tokens,
      cost,
      duration: formatOptionalDuration(durationMs),
      turn_duration: formatOptionalDuration(subject.longestTurnMs ?? durationMs),
    };
    const amounts: Record<keyof typeof limitMaxima, Json> = { turns, tool_calls: toolCalls.length, ...measuredAmounts };
    const limitedAmounts = Object.entries(amounts).filter(([name]) => expected[name] !== undefined);
    const actual = Object.fromEntries(limitedAmounts);
    const unknownAmounts = limitedAmounts.filter(([, amount]) => amount === null).map(([name]) => name);
    if (unknownAmounts.length > 0)
      return createUncheckableOutcome(`the answer reports no ${unknownAmounts.join(' and no ')}`, expected, actual);
    if (assertion.cost !== undefined && isPartlyPriced === true)
      return createUncheckableOutcome(PARTLY_PRICED_MESSAGE, expected, actual);
    const exceededLimits = limitedAmounts.filter(([name, amount]) => parseAmount(amount) > parseAmount(expected[name]));
    const unmet = exceededLimits
      .map(([name, amount]) => `${name} ${formatAmount(amount)} > ${formatAmount(expected[name])}`)
      .join(', ');
    const withinText = `within its limits: ${toCanonicalJson(actual)}`;
    return { kind: 'judged', holds: exceededLimits.length === 0, expected, actual, unmet, met: withinText };
  },
  listParts: ({ tool_calls, tokens, cost }) => [
    ...(tool_calls === undefined ? [] : (['tools'] as const)),
    ...(tokens === undefined && cost === undefined ? [] : (['usage'] as const)),
  ],
  describeExpectation: (assertion) => toCanonicalJson(getTypeSpecificFields(assertion)),
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

const PARTLY_PRICED_MESSAGE = 'only some calls of the answer have a known cost: the others have no price';

function formatOptionalDuration(ms: number | undefined): string | null {
  return ms === undefined ? null : formatGoDuration(ms);
}

function parseAmount(amount: Json = null): number {
  return typeof amount === 'string' ? (parseDuration(amount) ?? 0) : Number(amount);
}

function formatAmount(amount: Json = null): string {
  return typeof amount === 'number' ? amount.toLocaleString('en', { maximumSignificantDigits: 12 }) : String(amount);
}

/**
 * Returns the time limits of an assertion that can never be exceeded, because the timeout of the attempt is shorter.
 */
export function listUnreachableLimits(
  { negate, ...limits }: AssertionOf<'limits'>,
  timeoutMs: number,
): ('duration' | 'turn_duration')[] {
  if (negate === true) return [];
  return (['duration', 'turn_duration'] as const).filter((field) => {
    const limit = parseDuration(limits[field] ?? '');
    return limit !== undefined && limit >= timeoutMs;
  });
}
