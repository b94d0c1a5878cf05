import { createSimulatorHint, type HintRule, quoteText } from './conversation-facts.ts';

/** Polite closing questions of an agent ("Do you need anything else?"), which need no answer. */
const closingQuestionPattern =
  /\b(?:anything|something) (?:else|more)|\banother\b|\belse (?:i|we) can\b|\bfurther\b|\bmore (?:help|questions)\b|\bother (?:questions|ways?)\b/i;
const completionClaimPattern =
  /\b(?:done|booked|cancell?ed|completed|confirmed|processed|sent|updated|submitted|success\w*|have been|has been)\b/i;

/** Finds attempts that failed because the simulator declared its goal achieved too early. */
export const findEarlyEnd: HintRule = ({ messages, turns, checkpoints, endReason, isFailing }) => {
  if (endReason !== 'goal_achieved' || !isFailing) return [];
  const content = messages.find(({ isContent }) => isContent);
  const lastAnswer = content?.agentText ?? turns.at(-1)?.response?.content ?? '';
  const turn = content?.turn ?? (turns.at(-1)?.turn ?? 0) + 1;
  const createEarlyEndHint = (evidence: string) => [
    createSimulatorHint({
      kind: 'early_end',
      turn,
      rule: 'reports its goal as achieved before the agent is done',
      evidence,
    }),
  ];
  const question = findLastQuestion(lastAnswer);
  // If the user answers the question and ends the conversation in the same message, the end may be correct, so nothing
  // is reported.
  if (question !== undefined && content === undefined)
    return createEarlyEndHint(`ends the conversation after the agent asked ${quoteText(question)}`);
  const unreached = checkpoints.find(({ required, reached, tool }) => required && !reached && tool !== undefined);
  const hasCalled = turns.some(({ response }) => (response?.toolCalls.length ?? 0) > 0);
  if (unreached === undefined || hasCalled || completionClaimPattern.test(lastAnswer)) return [];
  return createEarlyEndHint(`ends before any tool was called, but ${unreached.id} requires ${unreached.tool}`);
};

function findLastQuestion(text: string): string | undefined {
  const sentence = text
    .trim()
    .match(/(?<![^.!?\n])[^.!?\n]*\?$/)?.[0]
    .trim();
  return sentence === undefined || sentence.length < 8 || closingQuestionPattern.test(sentence) ? undefined : sentence;
}
