import type { Json } from '../values/index.ts';
import { type AssertionOutcome, broken, judge } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { lookUp, withoutDocument } from './json-document.ts';
import { parseJsonPath, pathProblems } from './json-path.ts';
import { aboutPath, foundValue } from './json-path-assertion.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { showJson } from './text-form.ts';

type ValueType = AssertionOf<'type'>['value'];

export const type: AssertionRules<'type'> = {
  judge: ({ assertion, subject }) => judgeType(assertion, subject),
  problems: ({ path }) => (path === undefined ? [] : pathProblems(path)),
  wanted: ({ value }) => value,
  readsOutput: true,
  readsText: false,
  excludes: () => false,
};

function judgeType(assertion: AssertionOf<'type'>, subject: Subject): AssertionOutcome {
  const expectedType = assertion.value;
  const verb = `to be of type ${expectedType}`;
  if (assertion.path === undefined) return judgeValue({ about: 'output', wanted: expectedType, actual: subject.value });
  const about = aboutPath(assertion.path);
  const parsed = parseJsonPath(assertion.path);
  if (parsed.kind === 'invalid') return broken(parsed.reason, expectedType, subject.value);
  const looked = lookUp(subject, parsed.steps);
  if (looked === undefined) {
    const got = withoutDocument(subject.value);
    return judge({ holds: false, isAbsent: true, about, verb, expected: expectedType, actual: subject.value, got });
  }
  const { document, selection } = looked;
  if (selection.kind !== 'missing') return judgeValue({ about, wanted: expectedType, actual: foundValue(selection) });
  const got = `no value there in ${showJson(document)}`;
  return judge({
    holds: expectedType === 'null',
    isAbsent: true,
    about,
    verb,
    expected: expectedType,
    actual: null,
    got,
  });
}

function judgeValue({ about, wanted, actual }: { about: string; wanted: ValueType; actual: Json }): AssertionOutcome {
  return judge({
    holds: isOfType(actual, wanted),
    about,
    verb: `to be of type ${wanted}`,
    expected: wanted,
    actual,
    got: `${typeName(actual)} ${showJson(actual)}`,
  });
}

export function isOfType(value: Json, expectedType: ValueType): boolean {
  return expectedType === 'integer' ? Number.isInteger(value) : typeName(value) === expectedType;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
