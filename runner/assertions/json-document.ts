import { findTooDeepOffset, isJsonObject, type Json, TOO_DEEP_TEXT } from '../values/index.ts';
import { extractJson } from './extract-json.ts';
import { type PathSelection, type PathStep, selectPath } from './json-path.ts';
import type { Subject } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

/** The result of looking up a path, and the document in which it was looked up. */
export type PathLookup = { document: Json; selection: PathSelection };

/**
 * Looks up a path in the value, or in the JSON in its text. If the path finds nothing there, looks it up in the value
 * that the agent's `Next` hook returned. Undefined if there is no object or list at all.
 */
export function lookUpPath(
  subject: Pick<Subject, 'value' | 'next'>,
  steps: readonly PathStep[],
): PathLookup | undefined {
  const lookups = listDocuments(subject).map((document) => ({ document, selection: selectPath(document, steps) }));
  return lookups.find(({ selection }) => hasSelectedValue(selection)) ?? lookups[0];
}

/** Describes that a value contains no JSON object or list. */
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
