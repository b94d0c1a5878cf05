import type { Assertion } from '../contract/index.ts';
import { asJson, isJsonObject, type JsonObject } from '../values/index.ts';
import type { AssertionOf } from './subject.ts';

/** An assertion that only an agent or a script can decide. */
export type Question = AssertionOf<'agent' | 'script'>;

export function isQuestion(assertion: Assertion): assertion is Question {
  return assertion.type === 'agent' || assertion.type === 'script';
}

/** Returns the question: the assertion without how its answer is read and worded. */
export function askedBy({ message: _, negate: __, ...question }: Question): JsonObject {
  const asked = asJson(question);
  return isJsonObject(asked) ? asked : {};
}
