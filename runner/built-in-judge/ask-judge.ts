import type { Message } from '../contract/index.ts';
import type { CriterionRuling } from '../fold/index.ts';
import type { JsonObject } from '../values/index.ts';
import { createJudgeRequest, createRepeatedJudgeRequest, type JudgedContent } from './judge-request.ts';
import { parseRulings } from './read-rulings.ts';

/** The rulings on all criteria, in order. `answer` is the last answer of the model. */
type JudgeRulings = {
  rulings: CriterionRuling[];
  request: JsonObject;
  answer: string;
  isAskedAgain: boolean;
};

/**
 * Asks the built-in judge about all criteria at once. Asks once more about criteria whose ruling is not proved, and
 * says why; a ruling may stay unproved.
 */
export async function askJudge(
  content: JudgedContent,
  ask: (messages: Message[]) => Promise<string>,
): Promise<JudgeRulings> {
  const request = createJudgeRequest(content);
  const question = toUserMessage(request);
  const answer = await ask([question]);
  const rulings = parseRulings(answer, content);
  const open = rulings.flatMap(({ requirement, unproved }, index) =>
    unproved === undefined ? [] : [{ index, requirement, problem: unproved }],
  );
  if (open.length === 0) return { rulings, request, answer, isAskedAgain: false };
  const firstAnswer: Message = { role: 'assistant', content: answer.trim() === '' ? '(no answer)' : answer };
  const second = await ask([question, firstAnswer, toUserMessage(createRepeatedJudgeRequest(open))]);
  const again = parseRulings(
    second,
    { ...content, criteria: open.map(({ requirement }) => requirement) },
    content.criteria,
  );
  const repaired = new Map(open.map(({ index }, position) => [index, again[position]]));
  const merged = rulings.map((ruling, index) => repaired.get(index) ?? ruling);
  return { rulings: merged, request, answer: second, isAskedAgain: true };
}

function toUserMessage(request: JsonObject): Message {
  return { role: 'user', content: JSON.stringify(request) };
}
