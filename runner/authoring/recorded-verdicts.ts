import { jsonEquals } from '../assertions/json-equals.ts';
import { askedBy, type Question } from '../assertions/question.ts';
import type { Subject } from '../assertions/subject.ts';
import type { AssertionResult } from '../contract/index.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

type RecordedQuestion = { assertion: Question; subject: Subject; turn: number; checkpoint?: string };

/** Finds the verdict that a run has recorded for the same question about the same output; `undefined` without one. */
export type RecordedVerdicts = (asked: RecordedQuestion) => AssertionResult | undefined;

/** However the rest of the case has changed since: a verdict hangs on nothing but what was asked, and about what. */
export function createRecordedVerdicts(answer: RecordedAnswer): RecordedVerdicts {
  return (asked) => {
    const recorded = asked.checkpoint === undefined ? verdictOf(answer, asked) : verdictAtTurn(answer, asked);
    return recorded === undefined ? undefined : asAskedNow(recorded, asked.assertion);
  };
}

function verdictOf({ assertions, input, expected }: RecordedAnswer, { assertion, subject }: RecordedQuestion) {
  const isSameCase =
    jsonEquals(input ?? null, subject.input) &&
    (!seesExpected(assertion) || jsonEquals(expected ?? null, subject.expected ?? null));
  return isSameCase ? assertions.find((result) => isAsked(result, assertion)) : undefined;
}

/** The output of a turn is the same for every checkpoint that asks about it now. */
function verdictAtTurn(
  { tries }: RecordedAnswer,
  { assertion, subject, turn }: RecordedQuestion,
): AssertionResult | undefined {
  const verdicts = tries.flatMap((entry) => (entry.turn === turn ? (entry.verdicts ?? []) : []));
  const found = verdicts.find((verdict) => isAsked(verdict, assertion));
  return found === undefined ? undefined : { ...found, expected: assertion.value ?? null, actual: subject.value };
}

function isAsked({ asked }: Pick<AssertionResult, 'asked'>, assertion: Question): boolean {
  return asked !== undefined && jsonEquals(asked, askedBy(assertion));
}

/** Returns true if the script gets the expected value of the case. */
function seesExpected(assertion: Question): boolean {
  return assertion.type === 'script' && (assertion.value ?? assertion.expected ?? null) === null;
}

/** `negate` and `message` are not part of a question: the answer to it is read anew. */
function asAskedNow(
  { message, negate: was, ...result }: AssertionResult,
  { negate, ...now }: Question,
): AssertionResult {
  if (result.status === 'error') return { ...result, message };
  const isSwapped = (was === true) !== (negate === true);
  const held = (result.status === 'passed') !== isSwapped;
  const text = now.message ?? message ?? result.agentValidation?.reason;
  return {
    ...result,
    status: held ? 'passed' : 'failed',
    ...(negate === true ? { negate } : {}),
    message: held ? undefined : text,
  };
}
