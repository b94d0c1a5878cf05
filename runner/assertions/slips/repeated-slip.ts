import type { Assertion } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import type { Subject } from '../subject.ts';
import { showJson } from '../text-form.ts';
import { acceptsText } from '../trial.ts';

/** Shorter inputs, such as a greeting, are part of ordinary answers. */
const FEWEST_WORDS = 3;

/** Returns that an answer has what a rule wants only where it repeats what was said to the agent. */
export function repeatedSlip(assertion: Assertion, { input, text }: Subject): string | undefined {
  const said = lastMessage(input).trim();
  if (said.split(/\s+/).length < FEWEST_WORDS || text.trim() === said || !text.includes(said)) return undefined;
  const isFromInput = acceptsText(assertion, said) && !acceptsText(assertion, text.replaceAll(said, ' '));
  if (!isFromInput) return undefined;
  const wanted = 'value' in assertion ? assertion.value : undefined;
  const what = typeof wanted === 'string' ? showJson(wanted) : 'something';
  return `a rule requires ${what}, but the answer has it only where it repeats its input`;
}

function lastMessage(input: Json): string {
  if (typeof input === 'string') return input;
  if (Array.isArray(input)) return lastMessage(input.at(-1) ?? '');
  return isJsonObject(input) ? lastMessage(input.content ?? '') : '';
}
