import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { findNearestKey, isSpellingVariant } from '../find-nearest-key.ts';
import { lookUpPath } from '../json-document.ts';
import { type PathSelection, type PathStep, parseJsonPath, selectPath } from '../json-path.ts';
import { getSelectedValue } from '../json-path-assertion.ts';
import { findFilterMistake } from '../json-path-filter.ts';
import type { Subject } from '../subject.ts';
import { findKindMistake } from './find-kind-mistake.ts';

type PathExpectation = { path: string; expected: Json; isNegative: boolean };

/**
 * Returns why a path may have found nothing by mistake: it is misspelt, or the value has another type than expected.
 */
export function findPathMistake(
  { path, expected, isNegative }: PathExpectation,
  subject: Pick<Subject, 'value' | 'next'>,
): string | undefined {
  const expectsNothing = expected === null || (Array.isArray(expected) && expected.length === 0);
  if (!isNegative && !expectsNothing) return undefined;
  const parsed = parseJsonPath(path);
  const lookup = parsed.kind === 'invalid' ? undefined : lookUpPath(subject, parsed.steps);
  if (parsed.kind === 'invalid' || lookup === undefined) return undefined;
  const { document, selection } = lookup;
  if (selectsNoValue(selection)) return describeMissingStep(path, { steps: parsed.steps, document });
  if (!isNegative) return undefined;
  const actual = getSelectedValue(selection);
  const alternatives = Array.isArray(expected) && !Array.isArray(actual) ? expected : [expected];
  return alternatives
    .map((alternative) => findKindMistake({ label: path, expected: alternative, actual }))
    .find(isDefined);
}

/** Returns the probable misspelling in a path that finds nothing. */
export function findMissingPathMistake(path: string, subject: Pick<Subject, 'value' | 'next'>): string | undefined {
  const parsed = parseJsonPath(path);
  const lookup = parsed.kind === 'invalid' ? undefined : lookUpPath(subject, parsed.steps);
  if (parsed.kind === 'invalid' || lookup === undefined || !selectsNoValue(lookup.selection)) return undefined;
  return describeMissingStep(path, { steps: parsed.steps, document: lookup.document });
}

function selectsNoValue(selection: PathSelection): boolean {
  return selection.kind === 'missing' || (selection.kind === 'list' && selection.values.length === 0);
}

function describeMissingStep(
  path: string,
  { steps, document }: { steps: readonly PathStep[]; document: Json },
): string | undefined {
  const mistake = explainMissingStep(steps, document);
  return mistake === undefined ? undefined : `a rule looks for ${path}; ${mistake}`;
}

/** Returns the probable misspelling in the first step of a path that finds nothing. */
function explainMissingStep(steps: readonly PathStep[], document: Json): string | undefined {
  for (const [index, step] of steps.entries()) {
    const nodesBefore = selectNodes(document, steps.slice(0, index));
    if (nodesBefore.length === 0) return undefined;
    if (selectNodes(document, steps.slice(0, index + 1)).length > 0) continue;
    if (step.kind === 'filter') return findFilterMistake(step.filter, nodesBefore.flatMap(listChildValues));
    if (step.kind !== 'key') return undefined;
    const objects = nodesBefore.filter(isJsonObject);
    const nearestKey =
      findNearestKey(step.key, listOtherPropertyNames(objects, {})) ??
      objects.flatMap(Object.keys).find((name) => isSpellingVariant(name, step.key));
    if (nearestKey !== undefined) return `the answer has ${JSON.stringify(nearestKey)} there`;
    if (index < steps.length - 1)
      return explainSuperfluousStep(step.key, { nodesBefore, stepsAfter: steps.slice(index + 1) });
    return (
      findKeyOneLevelBelow(step.key, objects) ??
      findKeyOneLevelAbove(step.key, { document, stepsAbove: steps.slice(0, index) })
    );
  }
  return undefined;
}

function explainSuperfluousStep(
  key: string,
  { nodesBefore, stepsAfter }: { nodesBefore: readonly Json[]; stepsAfter: readonly PathStep[] },
): string | undefined {
  const isThere = nodesBefore.some((node) => selectNodes(node, stepsAfter).some((each) => !isEmptyValue(each)));
  return isThere ? `the answer has no ${JSON.stringify(key)}, but has the rest of the path without it` : undefined;
}

function findKeyOneLevelBelow(key: string, objects: readonly JsonObject[]): string | undefined {
  for (const [name, innerValue] of objects.flatMap((object) => Object.entries(object))) {
    if (isJsonObject(innerValue) && Object.hasOwn(innerValue, key) && !isEmptyValue(innerValue[key] ?? null)) {
      return `the answer has this value under ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}

function findKeyOneLevelAbove(
  key: string,
  { document, stepsAbove }: { document: Json; stepsAbove: readonly PathStep[] },
): string | undefined {
  if (stepsAbove.length === 0 || !stepsAbove.every(({ kind }) => kind === 'key')) return undefined;
  const existsAbove = stepsAbove.some((_, depth) =>
    selectNodes(document, stepsAbove.slice(0, depth)).some(
      (node) => isJsonObject(node) && Object.hasOwn(node, key) && !isEmptyValue(node[key] ?? null),
    ),
  );
  return existsAbove ? 'the answer has it at a higher level' : undefined;
}

function selectNodes(document: Json, steps: readonly PathStep[]): Json[] {
  const selection = selectPath(document, steps);
  if (selection.kind === 'missing') return [];
  return selection.kind === 'list' ? selection.values : [selection.value];
}

function listChildValues(node: Json): Json[] {
  return node !== null && typeof node === 'object' ? Object.values(node) : [];
}

/**
 * Returns true for an empty value. Members with empty values are not suggested: `$.error` with the value null is not a
 * misspelling of `"errors": []`.
 */
export function isEmptyValue(value: Json): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function isDefined(text: string | undefined): text is string {
  return text !== undefined;
}

/** Returns the names of members that are not empty and that the rule does not mention. */
export function listOtherPropertyNames(objects: readonly JsonObject[], expected: JsonObject): string[] {
  return objects.flatMap((object) =>
    Object.keys(object).filter((name) => !Object.hasOwn(expected, name) && !isEmptyValue(object[name] ?? null)),
  );
}
