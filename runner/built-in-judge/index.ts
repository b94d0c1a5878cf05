/**
 * The built-in judge: its prompt, its request, and the meaning of its answer. This module calls no model itself.
 *
 * criterion   what must be true of the conversation, in the words of the author
 * ruling      the judge's answer on one criterion; unproved if its quote does not occur in the turns
 */
export { askJudge } from './ask-judge.ts';
export { judgePrompt } from './judge-prompt.ts';
export { createJudgeRequest, type JudgedContent, judgeAnswerShape } from './judge-request.ts';
