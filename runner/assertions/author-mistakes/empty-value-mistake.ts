import { lookUpPath } from '../json-document.ts';
import { parseJsonPath } from '../json-path.ts';
import type { AssertionOf, Subject } from '../subject.ts';

/** Words in the paths of values that are often empty for good reason, such as errors or a cart. */
const possiblyEmptyTypes =
  /err|warn|problem|issue|fail|missing|invalid|conflict|violation|remain|pending|open|removed|skipped|cart/i;

/** Finds an empty list, object or text of which a rule checks only the type. */
export function findEmptyValueMistake({ value, path }: AssertionOf<'type'>, subject: Subject): string | undefined {
  if (
    path === undefined ||
    possiblyEmptyTypes.test(path) ||
    (value !== 'array' && value !== 'object' && value !== 'string')
  ) {
    return undefined;
  }
  const parsed = parseJsonPath(path);
  const selection = parsed.kind === 'path' ? lookUpPath(subject, parsed.steps)?.selection : undefined;
  if (selection?.kind !== 'value') return undefined;
  const { value: actual } = selection;
  const isEmpty = actual === '' || (actual !== null && typeof actual === 'object' && Object.keys(actual).length === 0);
  return isEmpty ? `${path} is empty, and a rule requires only its type (${value})` : undefined;
}
