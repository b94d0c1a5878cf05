import { toCanonicalJson } from '../values/index.ts';
import { type AssertionOutcome, createOutcomeOfExpectation, createUncheckableOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { jsonEquals } from './json-equals.ts';
import { findJsonPathProblems } from './json-path.ts';
import { judgeJsonPath } from './json-path-assertion.ts';
import { askScript, findReferenceProblems, toConversationForScript } from './script.ts';
import type { AssertionTaskOf } from './subject.ts';

export const state: AssertionRules<'state'> = {
  judge: judgeState,
  problems: ({ path, use }) => [
    ...(path === undefined ? [] : findJsonPathProblems(path)),
    ...(use === undefined ? [] : findReferenceProblems('use', use)),
  ],
  describeExpectation: ({ path, value, equals, use }) =>
    use ?? (path === undefined ? toCanonicalJson(equals ?? null) : `${path} = ${toCanonicalJson(value ?? null)}`),
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

/** Checks the final state of the case's mocks. A script is called with (state, conversation, metadata). */
function judgeState(
  { assertion, subject, helpers }: AssertionTaskOf<'state'>,
  signal: AbortSignal,
): AssertionOutcome | Promise<AssertionOutcome> {
  const { path, value = null, equals = null, use, options } = assertion;
  const actual = subject.state;
  if (actual === undefined)
    return createUncheckableOutcome('the attempt has no state', path === undefined ? equals : value, null);
  if (use !== undefined) {
    const values = [toConversationForScript(subject), options?.metadata ?? null];
    return askScript({ reference: use, actual, values, expected: null, about: 'state', helpers }, signal);
  }
  if (path !== undefined) return judgeJsonPath({ path, value }, { value: actual });
  const holds = jsonEquals(equals, actual);
  return createOutcomeOfExpectation({
    holds,
    about: 'the state',
    verb: `to equal ${toCanonicalJson(equals)}`,
    expected: equals,
    actual,
  });
}
