import type { answerPairingModes } from '../../contract/index.ts';

export type AnswerPair<Answer> = readonly [Answer, Answer];

/**
 * Pairs answers to compare. `ring` pairs each answer with the next one and the last with the first, so there are as
 * many pairs as answers; `all` pairs each answer with every later one. No answer is paired with itself.
 */
export function pairAnswers<Answer>(
  answers: readonly Answer[],
  pairing: (typeof answerPairingModes)[number],
): AnswerPair<Answer>[] {
  if (pairing === 'ring' && answers.length > 1) return pairInRing(answers);
  return answers.flatMap((left, position) => answers.slice(position + 1).map((right) => [left, right] as const));
}

function pairInRing<Answer>(answers: readonly Answer[]): AnswerPair<Answer>[] {
  const [first] = answers;
  if (first === undefined) return [];
  return answers.map((left, position) => [left, answers[position + 1] ?? first]);
}
