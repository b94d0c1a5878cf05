import { lookUpPath } from '../json-document.ts';
import { parseJsonPath } from '../json-path.ts';
import type { AssertionOf, Subject } from '../subject.ts';

/** Lists that are empty when all is well, or when something was taken away. */
const mayBeEmpty =
  /err|warn|problem|issue|fail|missing|invalid|conflict|violation|remain|pending|open|removed|skipped|cart/i;

/** Reports a list, an object or a text that a rule requires by its type, and that is empty. */
export function findEmptyValue({ value, path }: AssertionOf<'type'>, subject: Subject): string | undefined {
  if (path === undefined || mayBeEmpty.test(path) || (value !== 'array' && value !== 'object' && value !== 'string')) {
    return undefined;
  }
  const parsed = parseJsonPath(path);
  const selection = parsed.kind === 'path' ? lookUpPath(subject, parsed.steps)?.selection : undefined;
  if (selection?.kind !== 'value') return undefined;
  const { value: actual } = selection;
  const isEmpty = actual === '' || (actual !== null && typeof actual === 'object' && Object.keys(actual).length === 0);
  return isEmpty ? `a rule requires only the type ${value} of ${path}, which is empty` : undefined;
}
