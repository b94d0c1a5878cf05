import type { Json } from '../../values/index.ts';
import { lookUpPath } from '../json-document.ts';
import { parseJsonPath } from '../json-path.ts';
import type { AssertionOf, Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/**
 * Reports a list of values of which the answer has only one, although the user asks for several: "Which colours …?" and
 * `$.colours`. A list of an assertion means any of its values if the answer has a plain value.
 */
export function findAnyOfMistake({ path, value }: AssertionOf<'json_path'>, subject: Subject): string | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const parsed = parseJsonPath(path);
  const lastStep = parsed.kind === 'path' ? parsed.steps.at(-1) : undefined;
  if (parsed.kind === 'invalid' || lastStep?.kind !== 'key' || !/[^siu]s$/i.test(lastStep.key)) return undefined;
  const selection = lookUpPath(subject, parsed.steps)?.selection;
  if (selection?.kind !== 'value' || typeof selection.value !== 'string') return undefined;
  if (!asksForSeveralItems(subject.input, lastStep.key)) return undefined;
  return `a rule on ${path} accepts any one of ${formatJsonForMessage(value)}, and the answer has only ${formatJsonForMessage(selection.value)}; check ${path}[0] and ${path}[1] for a list`;
}

function asksForSeveralItems(input: Json, things: string): boolean {
  const text = JSON.stringify(input).toLowerCase();
  const asked = /\b(?:which|what|all|list)\b([^.?!]{0,80})/g;
  return [...text.matchAll(asked)].some(([, words = '']) =>
    words.split(/[^\p{L}\p{N}_]+/u).includes(things.toLowerCase()),
  );
}
