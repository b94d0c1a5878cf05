import { tryParseJson } from '../../values/index.ts';
import { acceptsText } from '../find-vacuous-assertion.ts';
import { listJsonValuesInProse } from '../json-in-prose.ts';
import { parseJsonPath, selectPath } from '../json-path.ts';
import type { AssertionOf, Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { findPathMistake } from './find-path-mistake.ts';

export function findJsonMistake(
  assertion: AssertionOf<'json_path'>,
  { subject, isNegative }: { subject: Subject; isNegative: boolean },
): string | undefined {
  const { path, value: expected } = assertion;
  return findPathMistake({ path, expected, isNegative }, subject) ?? findOtherJsonValue(assertion, subject);
}

/**
 * Finds an answer with several JSON values, such as a request to a service and its response, for which the rule holds
 * for the first value but not for the last, or vice versa. JSON lines without text between them are not reported,
 * because they are a list of records.
 */
function findOtherJsonValue(assertion: AssertionOf<'json_path'>, { value: answer }: Subject): string | undefined {
  if (typeof answer !== 'string' || answer.includes('```')) return undefined;
  const parsed = parseJsonPath(assertion.path);
  if (parsed.kind === 'invalid') return undefined;
  const texts = [...listJsonValuesInProse(answer)];
  const textsWithPath = texts.flatMap((text) => {
    const selection = selectPath(tryParseJson(text) ?? null, parsed.steps);
    return selection.kind === 'value' ? [{ text, value: selection.value }] : [];
  });
  const [first, last] = [textsWithPath[0], textsWithPath.at(-1)];
  if (first === undefined || last === undefined || first.text !== texts[0] || first === last) return undefined;
  const between = answer.slice(answer.indexOf(first.text) + first.text.length, answer.lastIndexOf(last.text));
  if (!/^[^{[]*\p{L}/u.test(between) || acceptsText(assertion, first.text) === acceptsText(assertion, last.text))
    return undefined;
  return `a rule on ${assertion.path} reads only the first of ${texts.length} JSON values in the answer; the last has ${formatJsonForMessage(last.value)}`;
}
