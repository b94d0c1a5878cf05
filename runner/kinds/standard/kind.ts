import { allowsAnything, isInvariantCheck } from '../../assertions/assertion-types.ts';
import type { StandardCase } from '../../contract/index.ts';
import { messagesOf } from '../../fold/index.ts';
import type { RunKind } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { judgedOfAnswers } from '../attempt/judged-answers.ts';
import { playMocked } from '../attempt/mock-desk.ts';
import { validatorsIn } from '../attempt/validators.ts';
import { writtenCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { executeStandard } from './execute.ts';
import { assertionsOf } from './standard-checks.ts';

/** One call, judged by assertions. */
export const standardKind: RunKind<'standard'> = {
  written: true,
  execute: (context, testCase) =>
    playMocked(context, testCase, (desk) =>
      executeStandard(context, testCase, { authored: () => authoredAnswer(testCase), desk }),
    ),
  announce: (testCase) => (assertionsOf(testCase).every(allowsAnything) ? { checksNothing: true } : {}),
  expected: ({ expected }) => ({ expected }),
  asks: ({ assertions }, target) => [target, ...validatorsIn(assertions)],
  judges: (testCase) => judgedOfAnswers(testCase.assertions, testCase),
  authored: authoredAnswer,
  forked: (testCase, { message }, input) => ({
    ...testCase,
    input: [...messagesOf(input).slice(0, -1), { role: 'user', content: message }],
  }),
  changedBy: ({ assertions }) => {
    const isNegatedValue = ({ type, negate }: StandardCase['assertions'][number]) =>
      negate === true && (type === 'json_path' || type === 'type');
    if (assertions.some(isNegatedValue)) return 'a negated "json_path" or "type" fails where there is no value';
    const needsNoText =
      assertions.length > 0 && assertions.every((each) => readsText.has(each.type) && isInvariantCheck(each));
    return needsNoText ? 'checks of what must not be in the text fail on an empty answer' : undefined;
  },
  report: (result) => reportAttempt(result),
};

const readsText: ReadonlySet<string> = new Set(['contains', 'not_contains', 'regex']);

function authoredAnswer(testCase: StandardCase): JsonObject {
  const { assertions, expected } = testCase;
  return writtenCase(testCase, { assert: assertions.length === 0 ? undefined : assertions, expected });
}
