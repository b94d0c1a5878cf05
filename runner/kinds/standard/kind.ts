import { allowsAnyCall, isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { isSynchronousCheck } from '../../assertions/evaluate-assertion.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import type { Message, StandardCase } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import type { AnswerCheck, RunKind } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { toJsonCaseFileObject } from '../attempt/case-file-object.ts';
import { listJudgedAnswerParts } from '../attempt/judged-answers.ts';
import { runWithMocks } from '../attempt/run-with-mocks.ts';
import { findInputScript } from '../attempt/scripted-input.ts';
import { listValidators } from '../attempt/validators.ts';
import { describeMocksWithoutEffect } from '../recorded/mocks-without-effect.ts';
import { buildCommonAttemptReport } from '../report/report-attempt.ts';
import { executeStandard } from './execute.ts';
import { resolveAssertions } from './standard-checks.ts';

/** A case with a single call to the agent, judged by assertions. */
export const standardKind: RunKind<'standard'> = {
  written: true,
  execute: (context, testCase) =>
    runWithMocks(context, testCase, {
      runCase: (toolMocks) =>
        executeStandard(context, testCase, { authored: () => toStandardCaseObject(testCase), toolMocks }),
      describeIdle: (outcome, idle) => describeMocksWithoutEffect(context, { testCase, outcome, idle }),
    }),
  announcedFields: (testCase) => (resolveAssertions(testCase).every(allowsAnyCall) ? { checksNothing: true } : {}),
  expectedFields: ({ expected }) => ({ expected }),
  listCalledAgents: ({ assertions }, target) => [target, ...listValidators(assertions)],
  listJudgedParts: (testCase) => listJudgedAnswerParts(testCase.assertions, testCase),
  toAuthoredCase: toStandardCaseObject,
  singleCall: findSingleCallMessages,
  answerCheck: createAnswerCheck,
  withFork: (testCase, { message }, input) => ({
    ...testCase,
    input:
      message === undefined
        ? (input ?? testCase.input)
        : [...toMessages(input).slice(0, -1), { role: 'user', content: message }],
  }),
  report: (result) => buildCommonAttemptReport(result),
};

function findSingleCallMessages(testCase: StandardCase): Message[] | undefined {
  const { input, before, after, mocks, state } = testCase;
  const isAlone = [before, after, mocks, state, findInputScript(input)].every((part) => part === undefined);
  if (!isAlone || !resolveAssertions(testCase).every(isSynchronousCheck)) return undefined;
  const messages = toMessages(input);
  return messages.every(({ content }) => !Array.isArray(content)) ? messages : undefined;
}

/**
 * Returns what the rules of the case require of the answer's text. Leaves out rules that forbid something, because
 * ordinary answers satisfy them.
 */
function createAnswerCheck(testCase: StandardCase): AnswerCheck | undefined {
  const rules = resolveAssertions(testCase).filter((rule) => !isForbiddingAssertion(rule));
  if (rules.length === 0 || !rules.every(({ type }) => textAssertionTypes.has(type))) return undefined;
  return { rules: JSON.stringify(rules), accepts: (answer) => rules.every((rule) => acceptsText(rule, answer)) };
}

const textAssertionTypes: ReadonlySet<string> = new Set(['contains', 'regex', 'equals']);

function toStandardCaseObject(testCase: StandardCase): JsonObject {
  const { assertions, expected } = testCase;
  return toJsonCaseFileObject(testCase, { assert: assertions.length === 0 ? undefined : assertions, expected });
}
