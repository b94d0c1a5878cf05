import type { Assertion } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import type { Subject } from '../subject.ts';
import { showJson } from '../text-form.ts';
import { acceptsText } from '../trial.ts';

/** Shorter inputs, such as a greeting, are part of ordinary answers. */
const FEWEST_WORDS = 3;

/** Returns that an answer has what a rule wants only where it repeats what was said to the agent. */
export function repeatedSlip(assertion: Assertion, { input, text }: Subject): string | undefined {
  const userMessage = lastMessage(input).trim();
  if (userMessage.split(/\s+/).length < FEWEST_WORDS || text.trim() === userMessage || !text.includes(userMessage))
    return undefined;
  const isFromInput = acceptsText(assertion, userMessage) && !acceptsText(assertion, text.replaceAll(userMessage, ' '));
  if (!isFromInput) return undefined;
  const expected = 'value' in assertion ? assertion.value : undefined;
  const what = typeof expected === 'string' ? showJson(expected) : 'something';
  return `a rule requires ${what}, but the answer has it only where it repeats its input`;
}

function lastMessage(input: Json): string {
  if (typeof input === 'string') return input;
  if (Array.isArray(input)) return lastMessage(input.at(-1) ?? '');
  return isJsonObject(input) ? lastMessage(input.content ?? '') : '';
}
