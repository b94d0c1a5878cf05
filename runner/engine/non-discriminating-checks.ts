import type { RunPlan } from '../contract/index.ts';
import { caseKey } from '../fold/index.ts';
import type { AnswerCheck, RunKind, RunKinds, RunObserver } from '../ports/index.ts';
import { abbreviateNameList } from '../values/index.ts';

/** The answer of a passed case. `check` is the case's check, which depends only on the text of the answer. */
type CheckedAnswer = { id: string; input: string; answer: string; check: AnswerCheck };

export type NonDiscriminatingCheckFinder = RunObserver & {
  /** Describes the checks that accept every answer of their suite; undefined if there are none. */
  describeIndistinctChecks(): string | undefined;
};

/** These limits bound the time and memory for large runs. */
const MAX_ANSWERS = 200;
const MAX_ANSWER_LENGTH = 4_000;

/** The minimum number of answers. Fewer answers may be accepted by the same check without a mistake in it. */
const MIN_ANSWERS = 4;
/** How many other cases must reject an answer. This shows that the answers differ in what is checked. */
const MIN_REJECTING_CASES = 3;

/** Collects the answers of a run, and finds cases whose checks would also accept the answers of all other cases. */
export function createNonDiscriminatingCheckFinder(
  cases: RunPlan['cases'],
  kinds: RunKinds,
): NonDiscriminatingCheckFinder {
  const checks = listAnswerChecks(cases, kinds);
  const suites = new Map<string, CheckedAnswer[]>();
  return {
    name: 'checks that accept every answer',
    onEvent(event) {
      if (event.type !== 'case.finished') return;
      const { suiteKey, caseId, result } = event;
      if (result.status !== 'passed' || result.attempt > 1 || result.setAside !== undefined) return;
      const check = checks.size === 0 ? undefined : checks.get(caseKey(suiteKey, caseId));
      const answer = typeof result.output === 'string' ? result.output : undefined;
      if (check === undefined || answer === undefined || answer.length > MAX_ANSWER_LENGTH) return;
      const answers = suites.get(suiteKey) ?? [];
      suites.set(suiteKey, answers);
      answers.push({ ...check, answer });
    },
    describeIndistinctChecks() {
      const texts = [...suites.values()].flatMap((answers) => describeChecksAcceptingAllAnswers(answers) ?? []);
      return texts.length === 0 ? undefined : texts.join('; ');
    },
  };
}

function listAnswerChecks(cases: RunPlan['cases'], kinds: RunKinds): Map<string, Omit<CheckedAnswer, 'answer'>> {
  const checks = new Map<string, Omit<CheckedAnswer, 'answer'>>();
  const counts = new Map<string, number>();
  for (const { suiteKey, case: testCase } of cases) {
    const count = counts.get(suiteKey) ?? 0;
    const kind: RunKind = kinds[testCase.kind];
    const check = count < MAX_ANSWERS ? kind.answerCheck?.(testCase) : undefined;
    if (check === undefined) continue;
    counts.set(suiteKey, count + 1);
    checks.set(caseKey(suiteKey, testCase.id), { id: testCase.id, input: JSON.stringify(testCase.input), check });
  }
  return checks;
}

/** Explains why the checks of a suite cannot distinguish its answers. */
export function describeChecksAcceptingAllAnswers(answers: readonly CheckedAnswer[]): string | undefined {
  const [first] = answers;
  if (first === undefined || answers.length < MIN_ANSWERS) return undefined;
  if (answers.every(({ check }) => check.rules === first.check.rules)) {
    return isMetByRepeatedSentence(answers)
      ? `the same check in all ${answers.length} cases holds for a sentence that every answer has`
      : undefined;
  }
  const ids = answers.filter((checked) => acceptsEveryAnswer(checked, answers)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return `${abbreviateNameList(ids)} ${ids.length === 1 ? 'accepts' : 'accept'} every answer of the other cases, so the checks cannot recognise a wrong answer`;
}

function acceptsEveryAnswer({ input, answer, check }: CheckedAnswer, all: readonly CheckedAnswer[]): boolean {
  const others = all.filter((other) => other.input !== input && other.answer !== answer);
  const distinctAnswers = new Set(others.map((other) => other.answer));
  if (distinctAnswers.size < MIN_ANSWERS - 1 || !others.every((other) => check.accepts(other.answer))) return false;
  return others.filter((other) => !other.check.accepts(answer)).length >= MIN_REJECTING_CASES;
}

/**
 * Returns true if each check is satisfied by a sentence that all answers contain, such as a greeting or a signature,
 * although the rest of the answers differs. Short rests, such as "Sure!", do not count, because they vary anyway.
 */
function isMetByRepeatedSentence(answers: readonly CheckedAnswer[]): boolean {
  const [first, ...others] = answers.map(({ answer }) => splitIntoSentences(answer));
  if (first === undefined || new Set(answers.map(({ input }) => input)).size < answers.length) return false;
  const repeated = first.filter((sentence) => others.every((sentences) => sentences.includes(sentence)));
  const rests = [first, ...others].map((sentences) =>
    sentences.filter((sentence) => !repeated.includes(sentence)).join(' '),
  );
  const areDistinct = new Set(rests).size === answers.length && rests.every((rest) => rest.split(' ').length >= 3);
  return areDistinct && answers.every(({ check }) => check.accepts(repeated.join('\n')));
}

function splitIntoSentences(answer: string): string[] {
  return answer
    .split(/(?<=[.!?…。！？])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
