import { type JudgedResponse, judgedText, judgedValue } from '../../assertions/judged-value.ts';
import type { Subject } from '../../assertions/subject.ts';
import { textForm } from '../../assertions/text-form.ts';
import type { StandardCase, Turn } from '../../contract/index.ts';
import { asJson } from '../../values/index.ts';

/** A turn with an answer. It need not come from a run. */
export type JudgedTurn = Pick<Partial<Turn>, 'usage' | 'durationMs'> & { response: JudgedResponse };

/** Returns the subject of a standard case's assertions. */
export function subjectOfAnswer(
  { input, expected }: Pick<StandardCase, 'input' | 'expected'>,
  turn: JudgedTurn,
): Subject {
  const value = judgedValue(turn.response);
  const subject = { value, text: textForm(value), input: asJson(input), ...factsOf(turn) };
  return expected === undefined ? subject : { ...subject, expected };
}

/** Returns the subject of a conversation's checkpoints for a turn. */
export function subjectOfTurn(turn: JudgedTurn): Subject {
  const text = judgedText(turn.response);
  return { value: text, text, input: null, ...factsOf(turn) };
}

function factsOf({ response: { toolCalls }, usage, durationMs }: JudgedTurn) {
  const { inputTokens = 0, outputTokens = 0, calls = 0, cost } = usage ?? {};
  const tokens = inputTokens + outputTokens;
  // A model that was called for nothing has not told what it counted.
  const isKnown = usage !== undefined && (tokens > 0 || calls === 0);
  return { toolCalls, durationMs, ...(isKnown ? { tokens, cost } : {}) };
}
