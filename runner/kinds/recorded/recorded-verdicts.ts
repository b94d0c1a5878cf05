import { type DelegatedAssertion, getDelegatedAssertionFields } from '../../assertions/assertion-question.ts';
import { jsonEquals } from '../../assertions/json-equals.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { AssertionResult } from '../../contract/index.ts';
import type { ForkPoint } from '../../ports/index.ts';
import { castToJson } from '../../values/index.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { RuleList } from './rule-list.ts';

type RecordedQuestion = { assertion: DelegatedAssertion; subject: Subject; turn: number; place: RuleList };

/** Finds the verdict that a run has recorded for the same question about the same output; `undefined` without one. */
export type RecordedVerdicts = (question: RecordedQuestion) => AssertionResult | undefined;

/** The recorded verdicts, and the outputs that they are about. */
type VerdictSource = ForkPoint['verdicts'] & Pick<RecordedAnswer, 'input' | 'expected'>;

/** Other changes to the case do not matter here, because a verdict depends only on the question and the output. */
export function createRecordedVerdicts(answer: VerdictSource): RecordedVerdicts {
  return (question) => {
    const recordedVerdict = findRecordedVerdict(answer, question);
    return recordedVerdict === undefined ? undefined : applyCurrentQuestion(recordedVerdict, question.assertion);
  };
}

function findRecordedVerdict(answer: VerdictSource, question: RecordedQuestion): AssertionResult | undefined {
  switch (question.place) {
    case 'checkpoint':
      return findTurnVerdict(answer, question);
    case 'assert':
      return findAssertVerdict(answer, question);
    case 'turn':
      return listResultsOfRule(answer, question, 'turn').find(({ turn }) => turn === question.turn);
    case 'never':
      return findNeverRuleVerdict(answer, question);
    default:
      return question.place satisfies never;
  }
}

function findAssertVerdict(answer: VerdictSource, question: RecordedQuestion): AssertionResult | undefined {
  const { assertion, subject, turn } = question;
  const isSameCase =
    (subject.input === null || jsonEquals(castToJson(answer.input ?? null), subject.input)) &&
    (!usesExpectedValue(assertion) || jsonEquals(answer.expected ?? null, subject.expected ?? null));
  if (!isSameCase) return undefined;
  return listResultsOfRule(answer, question, undefined).find(
    (result) => result.turn === undefined || result.turn === turn,
  );
}

/**
 * Returns the recorded result of a `never` rule for a turn. If the rule was never violated, a single result covers all
 * turns; otherwise the result belongs to the last turn.
 */
function findNeverRuleVerdict(answer: VerdictSource, question: RecordedQuestion): AssertionResult | undefined {
  const [recordedVerdict] = listResultsOfRule(answer, question, 'never');
  if (recordedVerdict === undefined || recordedVerdict.status === 'error') return recordedVerdict;
  const isSatisfied = recordedVerdict.status === 'failed' && recordedVerdict.turn === question.turn;
  const isKnown = recordedVerdict.turn === undefined || recordedVerdict.turn >= question.turn;
  const { turn: _, rule: __, message: ___, ...verdict } = recordedVerdict;
  return isKnown ? { ...verdict, status: isSatisfied ? 'passed' : 'failed' } : undefined;
}

/**
 * Finds a verdict on a turn. The turn's output is the same for all checkpoints, so the verdict can come from any of
 * them.
 */
function findTurnVerdict(
  { checkpointChecks }: VerdictSource,
  { assertion, subject, turn }: RecordedQuestion,
): AssertionResult | undefined {
  const verdicts = checkpointChecks.flatMap((entry) => (entry.turn === turn ? (entry.verdicts ?? []) : []));
  const match = verdicts.find((verdict) => isSameQuestion(verdict, assertion));
  return match === undefined ? undefined : { ...match, expected: assertion.value ?? null, actual: subject.value };
}

function listResultsOfRule(
  { assertions }: VerdictSource,
  { assertion }: RecordedQuestion,
  rule: AssertionResult['rule'],
): AssertionResult[] {
  return assertions.filter((result) => result.rule === rule && isSameQuestion(result, assertion));
}

function isSameQuestion({ asked }: Pick<AssertionResult, 'asked'>, assertion: DelegatedAssertion): boolean {
  return asked !== undefined && jsonEquals(asked, getDelegatedAssertionFields(assertion));
}

/** Returns true if the script receives the expected value of the case as its argument. */
function usesExpectedValue(assertion: DelegatedAssertion): boolean {
  return assertion.type === 'script' && (assertion.value ?? assertion.expected ?? null) === null;
}

/**
 * Applies the current `negate` and `message` to a recorded verdict; verdicts are looked up without these two fields.
 */
function applyCurrentQuestion(
  { message, negate: wasNegated, ...result }: AssertionResult,
  { negate, ...currentQuestion }: DelegatedAssertion,
): AssertionResult {
  if (result.status === 'error') return { ...result, message };
  const isSwapped = (wasNegated === true) !== (negate === true);
  const isSatisfied = (result.status === 'passed') !== isSwapped;
  const text = currentQuestion.message ?? message ?? result.agentValidation?.reason;
  return {
    ...result,
    status: isSatisfied ? 'passed' : 'failed',
    ...(negate === true ? { negate } : {}),
    message: isSatisfied ? undefined : text,
  };
}
