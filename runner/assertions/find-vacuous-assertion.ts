import type { Assertion } from '../contract/index.ts';
import { isBlank } from '../values/index.ts';
import { allowsAnyCall, getAssertionRules, isForbiddingAssertion } from './assertion-types.ts';
import { createAnswersToForbid, createAnswersWithOtherValues, createSampleAnswer } from './breaking-answers.ts';
import { acceptsMissingData, evaluateAssertionSynchronously } from './evaluate-assertion.ts';
import type { AssertionOf, Subject, ToolCallWithTurn } from './subject.ts';

/**
 * Why an assertion checks nothing or almost nothing: it accepts every answer; it accepts even answers with the content
 * that it names as forbidden; it accepts every ordinary text; or nearly every one.
 */
export type VacuityReason = 'every answer' | 'what it names' | 'any sentence' | 'nearly any sentence';

/** `isForbidden` is true if the assertion is in `never`, where everything that it accepts is forbidden. */
type VacuityCheckOptions = { isForbidden: boolean };

/**
 * Evaluates an assertion on sample answers that have nothing to do with it. If none of them fails, the assertion checks
 * nothing.
 */
export function findVacuousAssertion(
  assertion: Assertion,
  { isForbidden }: VacuityCheckOptions,
): VacuityReason | undefined {
  if (allowsAnyCall(assertion)) return undefined;
  if (assertion.type === 'limits') return isLimitUnreachable(assertion) ? 'every answer' : undefined;
  const accepts = (subject: Subject) => acceptsAnswer(assertion, subject) === !isForbidden;
  const isNegative = isForbiddingAssertion(assertion) !== isForbidden;
  if (isNegative) return createAnswersToForbid(assertion)?.every(accepts) ? 'what it names' : undefined;
  if (unusualAnswers.every(accepts) && ordinaryAnswers.every(accepts)) {
    const otherAnswers = [...(createAnswersToForbid(assertion) ?? []), ...createAnswersWithOtherValues(assertion)];
    return otherAnswers.every(accepts) ? 'every answer' : undefined;
  }
  if (!getAssertionRules(assertion).readsText) return undefined;
  const refusedSentence = ordinaryAnswers.find((sentence) => !accepts(sentence));
  if (refusedSentence === undefined) return 'any sentence';
  if (assertion.type !== 'contains') return undefined;
  return ordinaryAnswers.every((sentence) => sentence === refusedSentence || accepts(sentence))
    ? 'nearly any sentence'
    : undefined;
}

/** Amounts that no conversation reaches. Durations are not among them, because every time limit can be exceeded. */
const minUnreachableAmounts = { turns: 10_000, tool_calls: 10_000, tokens: 1e9, cost: 1e6 };

function isLimitUnreachable({ duration, turn_duration, ...amounts }: AssertionOf<'limits'>): boolean {
  if (duration !== undefined || turn_duration !== undefined) return false;
  const { turns, tool_calls, tokens, cost } = { ...minUnreachableAmounts, ...amounts };
  return (
    turns >= minUnreachableAmounts.turns &&
    tool_calls >= minUnreachableAmounts.tool_calls &&
    tokens >= minUnreachableAmounts.tokens &&
    cost >= minUnreachableAmounts.cost
  );
}

/** Returns true if an assertion accepts a text as the answer. */
export function acceptsText(assertion: Assertion, text: string): boolean {
  return acceptsAnswer(assertion, createSampleAnswer(text)) === true;
}

/**
 * Returns whether an assertion accepts an answer; undefined if it cannot be evaluated. A blank answer is not a failure
 * by itself here.
 */
function acceptsAnswer(assertion: Assertion, subject: Subject): boolean | undefined {
  if (subject.toolCalls.length === 0 && isBlank(subject.text)) return acceptsMissingData({ assertion, subject });
  const result = evaluateAssertionSynchronously({ assertion, subject, terse: true });
  return result === undefined || result.status === 'error' ? undefined : result.status === 'passed';
}

const sampleCalls: ToolCallWithTurn[] = [
  { tool: 'tune_piano', arguments: { key: 'A' }, result: { hertz: 440 } },
  { tool: 'ripen_bananas', arguments: {}, error: 'too cold' },
];

const unusualAnswers: readonly Subject[] = [
  createSampleAnswer(''),
  createSampleAnswer(' \n '),
  createSampleAnswer(42),
  createSampleAnswer({ ok: true, items: [1, 2], nested: { name: 'x' } }, { state: { unrelated: 1 } }),
  createSampleAnswer([]),
  createSampleAnswer('Done.', { toolCalls: sampleCalls, state: [] }),
  createSampleAnswer('', { toolCalls: sampleCalls.slice(0, 1) }),
];

const sampleParagraph =
  'The harbour was quiet when the last ferry came in, and only two gulls walked along the wall. A man in a green coat counted boxes. ';

/** Ordinary answers about various subjects. */
const ordinaryAnswers: readonly Subject[] = [
  'Yes.',
  'The museum opens at nine and closes at half past five.',
  'I am sorry, but I could not find any order under that name.',
  'Which of the two colours would you like?',
  'Water boils at 100 degrees; in the mountains it needs less.',
  'Great choice!\nYour table for four is waiting by the window.',
  'Nobody knows why cats purr, although many have asked.',
  sampleParagraph.repeat(16),
].map((text) => createSampleAnswer(text));
