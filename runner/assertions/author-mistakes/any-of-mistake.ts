import type { Json } from '../../values/index.ts';
import { lookUpPath } from '../json-document.ts';
import { parseJsonPath } from '../json-path.ts';
import type { AssertionOf, Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/**
 * Finds an assertion with a list of values, such as `$.colours`, for an answer that contains only one of them, although
 * the user asked for several ("Which colours …?"). If the answer is a single value, such a list accepts any of its
 * values.
 */
export function findAnyOfMistake({ path, value }: AssertionOf<'json_path'>, subject: Subject): string | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const parsed = parseJsonPath(path);
  const lastStep = parsed.kind === 'path' ? parsed.steps.at(-1) : undefined;
  if (parsed.kind === 'invalid' || lastStep?.kind !== 'key' || !/[^siu]s$/i.test(lastStep.key)) return undefined;
  const selection = lookUpPath(subject, parsed.steps)?.selection;
  if (selection?.kind !== 'value' || typeof selection.value !== 'string') return undefined;
  if (!asksForSeveralItems(subject.input, lastStep.key)) return undefined;
  return `a rule on ${path} accepts any one of ${formatJsonForMessage(value)}, and the answer has only ${formatJsonForMessage(selection.value)}; to require all of them, check ${path}[0] and ${path}[1]`;
}

function asksForSeveralItems(input: Json, things: string): boolean {
  const text = JSON.stringify(input).toLowerCase();
  const asked = /\b(?:which|what|all|list)\b([^.?!]{0,80})/g;
  return [...text.matchAll(asked)].some(([, words = '']) =>
    words.split(/[^\p{L}\p{N}_]+/u).includes(things.toLowerCase()),
  );
}
