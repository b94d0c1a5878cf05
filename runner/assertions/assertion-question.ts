import type { Assertion } from '../contract/index.ts';
import { castToJson, isJsonObject, type JsonObject } from '../values/index.ts';
import type { AssertionOf } from './subject.ts';

/** An assertion that is evaluated by an agent or a script. */
export type DelegatedAssertion = AssertionOf<'agent' | 'script'> | (AssertionOf<'state'> & { use: string });

export function isDelegatedAssertion(assertion: Assertion): assertion is DelegatedAssertion {
  const { type } = assertion;
  return type === 'agent' || type === 'script' || (type === 'state' && assertion.use !== undefined);
}

/**
 * Returns what the judge or script needs to know of the assertion: without `message`, `negate` and other general
 * fields.
 */
export function getDelegatedAssertionFields(question: DelegatedAssertion): JsonObject {
  return { type: question.type, ...getTypeSpecificFields(question) };
}

/** Returns the fields that are specific to the type of the assertion. */
export function getTypeSpecificFields({
  type: _,
  message: __,
  negate: ___,
  on: ____,
  inferred: _____,
  ...specificFields
}: Assertion & { on?: string }): JsonObject {
  const fields = castToJson(specificFields);
  return isJsonObject(fields) ? fields : {};
}
