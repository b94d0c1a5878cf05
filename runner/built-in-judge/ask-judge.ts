import type { Message } from '../contract/index.ts';
import type { CriterionRuling } from '../fold/index.ts';
import type { JsonObject } from '../values/index.ts';
import { createJudgeRequest, createRepeatedJudgeRequest, type JudgedContent } from './judge-request.ts';
import { parseRulings } from './read-rulings.ts';

/** The judge's rulings on all criteria, in order. `answer` is the last answer of the model. */
type JudgeRulings = {
  rulings: CriterionRuling[];
  request: JsonObject;
  answer: string;
  isAskedAgain: boolean;
};

/**
 * Asks the built-in judge about all criteria in one request. Asks a second time about criteria whose ruling is not
 * proved, with the reason. Rulings may stay unproved.
 */
export async function askJudge(
  content: JudgedContent,
  ask: (messages: Message[]) => Promise<string>,
): Promise<JudgeRulings> {
  const request = createJudgeRequest(content);
  const question = toUserMessage(request);
  const answer = await ask([question]);
  const rulings = parseRulings(answer, content);
  const unprovedCriteria = rulings.flatMap(({ requirement, unproved }, index) =>
    unproved === undefined ? [] : [{ index, requirement, problem: unproved }],
  );
  if (unprovedCriteria.length === 0) return { rulings, request, answer, isAskedAgain: false };
  const firstAnswer: Message = { role: 'assistant', content: answer.trim() === '' ? '(no answer)' : answer };
  const secondAnswer = await ask([question, firstAnswer, toUserMessage(createRepeatedJudgeRequest(unprovedCriteria))]);
  const repeatedQuestion = parseRulings(
    secondAnswer,
    { ...content, criteria: unprovedCriteria.map(({ requirement }) => requirement) },
    content.criteria,
  );
  const secondRulings = new Map(unprovedCriteria.map(({ index }, position) => [index, repeatedQuestion[position]]));
  const mergedRulings = rulings.map((ruling, index) => secondRulings.get(index) ?? ruling);
  return { rulings: mergedRulings, request, answer: secondAnswer, isAskedAgain: true };
}

function toUserMessage(request: JsonObject): Message {
  return { role: 'user', content: JSON.stringify(request) };
}
