import { createOutcomeOfExpectation } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { jsonEquals } from './json-equals.ts';
import { normalizeValueLeniently } from './lenient-text.ts';
import { formatExpectedValue, formatJsonForMessage } from './to-plain-text.ts';

export const equals: AssertionRules<'equals'> = {
  judge: ({ assertion, subject }) => {
    const { value } = assertion;
    return createOutcomeOfExpectation({
      holds: jsonEquals(normalizeValueLeniently(value, assertion), normalizeValueLeniently(subject.value, assertion)),
      about: 'output',
      verb: `to equal ${formatJsonForMessage(value)}`,
      expected: value,
      actual: subject.value,
    });
  },
  describeExpectation: ({ value }) => formatExpectedValue(value),
  readsOutput: true,
  readsText: true,
  isForbidding: () => false,
};
