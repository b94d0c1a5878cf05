import type { AssertionRules } from './assertion-rules.ts';
import { jsonEquals } from './json-equals.ts';
import { judge } from './outcome.ts';
import { showJson, wantedText } from './text-form.ts';

export const equals: AssertionRules<'equals'> = {
  judge: ({ assertion: { value }, subject }) =>
    judge({
      holds: jsonEquals(value, subject.value),
      about: 'output',
      verb: `to equal ${showJson(value)}`,
      expected: value,
      actual: subject.value,
    }),
  wanted: ({ value }) => wantedText(value),
};
