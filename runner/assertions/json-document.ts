import { findTooDeepOffset, isJsonObject, type Json, TOO_DEEP_TEXT } from '../values/index.ts';
import { extractJson } from './extract-json.ts';
import { type PathSelection, type PathStep, selectPath } from './json-path.ts';
import type { Subject } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

/** The result of a path, and the document in which it was searched. */
export type PathLookup = { document: Json; selection: PathSelection };

/**
 * Looks up a path in the judged value or the JSON in its text, and if it finds nothing there, in what the agent's own
 * `Next` hook returned. `undefined` if there is no object or list at all.
 */
export function lookUpPath(
  subject: Pick<Subject, 'value' | 'next'>,
  steps: readonly PathStep[],
): PathLookup | undefined {
  const lookups = listDocuments(subject).map((document) => ({ document, selection: selectPath(document, steps) }));
  return lookups.find(({ selection }) => hasSelectedValue(selection)) ?? lookups[0];
}

/** The message for a value without an object or list. */
export function describeMissingDocument(value: Json): string {
  const isDeep = typeof value === 'string' && findTooDeepOffset(value) !== undefined;
  return isDeep ? `JSON that cannot be read, because ${TOO_DEEP_TEXT}` : `no JSON in ${formatJsonForMessage(value)}`;
}

function listDocuments({ value, next }: Pick<Subject, 'value' | 'next'>): Json[] {
  const first = typeof value === 'string' ? extractJson(value) : value;
  return [first, next].filter((document) => Array.isArray(document) || isJsonObject(document));
}

function hasSelectedValue(selection: PathSelection): boolean {
  return selection.kind === 'list' ? selection.values.length > 0 : selection.kind === 'value';
}
