import type { AssertionRules } from './assertion-rules.ts';
import { type Judged, judge } from './outcome.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { keptText, showJson, textForm, wantedText } from './text-form.ts';

export const contains: AssertionRules<'contains' | 'not_contains'> = {
  judge: ({ assertion, subject }) => judgeContains(assertion, subject),
  wanted: ({ value }) => wantedText(value),
};

function judgeContains(assertion: AssertionOf<'contains' | 'not_contains'>, subject: Subject): Judged {
  const found = subject.text.includes(textForm(assertion.value));
  const wanted = assertion.type === 'contains';
  return judge({
    holds: found === wanted,
    about: 'output',
    verb: `${wanted ? 'to contain' : 'to be without'} ${showJson(assertion.value)}`,
    expected: assertion.value,
    actual: keptText(subject.text),
  });
}
