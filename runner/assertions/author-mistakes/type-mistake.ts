import { type Json, tryParseJson } from '../../values/index.ts';
import type { AssertionOf, Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { isOfType } from '../type.ts';
import { findMissingPathMistake } from './find-path-mistake.ts';

/** Finds an assertion about the type of the whole answer although the answer is JSON in a text. */
export function findTypeMistake(
  { value, path }: AssertionOf<'type'>,
  { actual, isNegative }: { actual: Json; isNegative: boolean },
): string | undefined {
  const parsed = path === undefined && typeof actual === 'string' ? tryParseJson(actual) : undefined;
  if (parsed === undefined) return undefined;
  if (value === 'string') {
    if (isNegative || parsed === null || typeof parsed !== 'object') return undefined;
    return `a rule requires a string, but any text is one; use "path" to check its JSON ${formatJsonForMessage(parsed)}`;
  }
  return isNegative && isOfType(parsed, value)
    ? `a rule forbids ${value} as the answer, but the answer is the text ${formatJsonForMessage(actual)}`
    : undefined;
}

/**
 * Finds the misspelling in a path that finds nothing. A missing value counts as null, so a rule that requires null, or
 * forbids another type, holds for a misspelt path.
 */
export function findMissingValueOfType(
  { value, path }: AssertionOf<'type'>,
  { subject, isNegative }: { subject: Subject; isNegative: boolean },
): string | undefined {
  const holdsForNothing = isNegative !== (value === 'null');
  return path === undefined || !holdsForNothing ? undefined : findMissingPathMistake(path, subject);
}
