import type { Json } from '../values/index.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { lookUp, withoutDocument } from './json-document.ts';
import { parseJsonPath, pathProblems } from './json-path.ts';
import { aboutPath, foundValue } from './json-path-assertion.ts';
import { broken, judge, type Outcome } from './outcome.ts';
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

function judgeType(assertion: AssertionOf<'type'>, subject: Subject): Outcome {
  const wanted = assertion.value;
  const verb = `to be of type ${wanted}`;
  if (assertion.path === undefined) return judgeValue({ about: 'output', wanted, actual: subject.value });
  const about = aboutPath(assertion.path);
  const parsed = parseJsonPath(assertion.path);
  if (parsed.kind === 'invalid') return broken(parsed.reason, wanted, subject.value);
  const looked = lookUp(subject, parsed.steps);
  if (looked === undefined) {
    const got = withoutDocument(subject.value);
    return judge({ holds: false, isAbsent: true, about, verb, expected: wanted, actual: subject.value, got });
  }
  const { document, selection } = looked;
  if (selection.kind !== 'missing') return judgeValue({ about, wanted, actual: foundValue(selection) });
  const got = `nothing there in ${showJson(document)}`;
  return judge({ holds: wanted === 'null', isAbsent: true, about, verb, expected: wanted, actual: null, got });
}

function judgeValue({ about, wanted, actual }: { about: string; wanted: ValueType; actual: Json }): Outcome {
  return judge({
    holds: isOfType(actual, wanted),
    about,
    verb: `to be of type ${wanted}`,
    expected: wanted,
    actual,
    got: `${typeNameOf(actual)} ${showJson(actual)}`,
  });
}

export function isOfType(value: Json, wanted: ValueType): boolean {
  return wanted === 'integer' ? Number.isInteger(value) : typeNameOf(value) === wanted;
}

function typeNameOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
