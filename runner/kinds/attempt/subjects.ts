import { type JudgedResponse, judgedText, judgedValue } from '../../assertions/judged-value.ts';
import type { Subject } from '../../assertions/subject.ts';
import { textForm } from '../../assertions/text-form.ts';
import type { StandardCase } from '../../contract/index.ts';
import { asJson } from '../../values/index.ts';

/** Returns the subject of a standard case's assertions. */
export function subjectOfAnswer(
  { input, expected }: Pick<StandardCase, 'input' | 'expected'>,
  response: JudgedResponse,
): Subject {
  const value = judgedValue(response);
  const subject = { value, text: textForm(value), toolCalls: response.toolCalls, input: asJson(input) };
  return expected === undefined ? subject : { ...subject, expected };
}

/** Returns the subject of a conversation's checkpoints for a turn. */
export function subjectOfTurn(response: JudgedResponse): Subject {
  const text = judgedText(response);
  return { value: text, text, toolCalls: response.toolCalls, input: null };
}
