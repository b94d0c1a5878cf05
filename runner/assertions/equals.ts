import { toExpectationOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { jsonEquals } from './json-equals.ts';
import { lenientValue } from './lenient-text.ts';
import { expectedText, showJson } from './to-plain-text.ts';

export const equals: AssertionRules<'equals'> = {
  judge: ({ assertion, subject }) => {
    const { value } = assertion;
    return toExpectationOutcome({
      holds: jsonEquals(lenientValue(value, assertion), lenientValue(subject.value, assertion)),
      about: 'output',
      verb: `to equal ${showJson(value)}`,
      expected: value,
      actual: subject.value,
    });
  },
  wanted: ({ value }) => expectedText(value),
  readsOutput: true,
  readsText: true,
  excludes: () => false,
};
