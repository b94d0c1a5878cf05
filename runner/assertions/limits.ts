import { canonicalJson, formatGoDuration, type Json, parseDuration } from '../values/index.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { broken } from './outcome.ts';
import { fieldsOf } from './question.ts';

export const limits: AssertionRules<'limits'> = {
  judge({ assertion, subject: { toolCalls, tokens = null, cost = null, durationMs } }) {
    const expected = fieldsOf(assertion);
    const duration = durationMs === undefined ? null : formatGoDuration(durationMs);
    // What an assertion sees is one turn.
    const amounts = { turns: 1, tool_calls: toolCalls.length, tokens, cost, duration, turn_duration: duration };
    const found = Object.entries(amounts).filter(([name]) => expected[name] !== undefined);
    const actual = Object.fromEntries(found);
    const unknown = found.filter(([, amount]) => amount === null).map(([name]) => name);
    if (unknown.length > 0) return broken(`the answer comes with no ${unknown.join(' and no ')}`, expected, actual);
    const over = found.filter(([name, amount]) => sizeOf(amount) > sizeOf(expected[name]));
    const unmet = over.map(([name, amount]) => `${name} ${shown(amount)} > ${shown(expected[name])}`).join(', ');
    const met = `within its limits: ${canonicalJson(actual)}`;
    return { kind: 'judged', holds: over.length === 0, expected, actual, unmet, met };
  },
  wanted: (assertion) => canonicalJson(fieldsOf(assertion)),
};

function sizeOf(amount: Json = null): number {
  return typeof amount === 'string' ? (parseDuration(amount) ?? 0) : Number(amount);
}

function shown(amount: Json = null): string {
  return typeof amount === 'number' ? amount.toLocaleString('en', { maximumSignificantDigits: 12 }) : String(amount);
}
