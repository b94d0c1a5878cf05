import { jsonEquals } from './json-equals.ts';
import { type Judged, judge } from './outcome.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { showJson } from './text-form.ts';

export function judgeEquals(assertion: AssertionOf<'equals'>, subject: Subject): Judged {
  return judge({
    holds: jsonEquals(assertion.value, subject.value),
    about: 'output',
    verb: `to equal ${showJson(assertion.value)}`,
    expected: assertion.value,
    actual: subject.value,
  });
}
