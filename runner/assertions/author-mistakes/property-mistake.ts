import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { findNearestKey } from '../find-nearest-key.ts';
import { parseJsonPath, selectPath } from '../json-path.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { findKindMistake } from './find-kind-mistake.ts';
import { isDefined, isEmptyValue, listOtherPropertyNames } from './find-path-mistake.ts';

type PropertySearch = {
  expected: JsonObject;
  actualValues: readonly Json[];
  label: (key: string) => string;
  matches: (expected: Json, actual: Json) => boolean;
};

/**
 * Returns why a rule about members of objects may have missed the value: an object contains a similar member with a
 * value that matches.
 */
export function findPropertyMistake({ expected, actualValues, label, matches }: PropertySearch): string | undefined {
  const objects = actualValues.filter(isJsonObject);
  if (objects.length === 0) return undefined;
  for (const [key, value] of Object.entries(expected)) {
    const propertyLabel = label(JSON.stringify(key));
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] ?? null] : []));
    if (values.length === 0) {
      const otherProperty = describeActualLocationOfValue({ key, value, objects, expected, matches });
      if (otherProperty !== undefined) return `a rule looks for ${propertyLabel}, but found ${otherProperty}`;
      continue;
    }
    if (values.some((actual) => matches(value, actual))) continue;
    if (value === '*' && !values.some((actual) => formatJsonForMessage(actual).includes('*'))) {
      return `a rule compares ${propertyLabel} with the text "*"; leave it out for any value`;
    }
    const labelInnerProperty = (name: string): string => label(`${JSON.stringify(key)}.${name}`);
    const mistake =
      values.map((actual) => findKindMistake({ label: propertyLabel, expected: value, actual })).find(isDefined) ??
      (isJsonObject(value)
        ? findPropertyMistake({ expected: value, actualValues: values, label: labelInnerProperty, matches })
        : undefined);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

type PropertyPathValue = Pick<PropertySearch, 'matches'> & { key: string; value: Json; object: JsonObject };

function isValueAtPath({ key, value, object, matches }: PropertyPathValue): boolean {
  const path = /[.[]/.test(key) ? parseJsonPath(key) : undefined;
  if (path?.kind !== 'path') return false;
  const selection = selectPath(object, path.steps);
  return selection.kind === 'value' && matches(value, selection.value);
}

type MisplacedValue = Pick<PropertySearch, 'expected' | 'matches'> & {
  key: string;
  value: Json;
  objects: readonly JsonObject[];
};

/**
 * Describes where objects contain the value that a rule expects: under a similar name, at another path, one level
 * higher, or one level deeper.
 */
function describeActualLocationOfValue({ key, value, objects, expected, matches }: MisplacedValue): string | undefined {
  if (objects.some((object) => isValueAtPath({ key, value, object, matches }))) {
    return 'a nested value; write objects within objects, not a path';
  }
  const similarName = findNearestKey(key, listOtherPropertyNames(objects, expected));
  if (similarName !== undefined) return `only ${JSON.stringify(similarName)}`;
  if (isJsonObject(value) && Object.keys(value).length > 0 && objects.some((object) => matches(value, object))) {
    return `${Object.keys(value)
      .map((name) => JSON.stringify(name))
      .join(', ')} outside of it`;
  }
  if (isEmptyValue(value)) return undefined;
  for (const [name, inner] of objects.flatMap((object) => Object.entries(object))) {
    if (isJsonObject(inner) && Object.hasOwn(inner, key) && matches(value, inner[key] ?? null)) {
      return `it below ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}
