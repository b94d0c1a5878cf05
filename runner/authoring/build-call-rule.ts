import { conversationKeys } from '../inputs/conversation-keys.ts';
import type { JsonObject } from '../values/index.ts';
import type { CaseSource } from './case-source.ts';
import type { CaseEdit } from './edit-case.ts';

/** What a person can decide about calls of a tool that no assertion checks: they are required, allowed or forbidden. */
export const callExpectations = ['must', 'may', 'never'] as const;
export type CallExpectation = (typeof callExpectations)[number];

/** Returns the edits that add a rule about the calls of a tool to a case. */
export function buildCallRule({ at }: Pick<CaseSource, 'at'>, tool: string, expectation: CallExpectation): CaseEdit[] {
  const isConversation = conversationKeys.some((key) => at([key]) !== undefined);
  const toolCalled: JsonObject = { type: 'tool_called', value: tool };
  if (expectation === 'never' && isConversation) return [createInsertIntoListEdit(at, 'never', toolCalled)];
  const times = { must: undefined, may: { min: 0 }, never: 0 }[expectation];
  const rule = times === undefined ? toolCalled : { ...toolCalled, times };
  return isConversation ? [createInsertIntoListEdit(at, 'assert', rule)] : createAddRuleEdits(at, rule);
}

/** Returns the edits that add an assertion to the field `assert` of a case. */
export function createAddRuleEdits(at: CaseSource['at'], rule: JsonObject): CaseEdit[] {
  const expected = at(['expected']);
  // If a case has `assert`, its `expected` is not compared any more. To keep this check, it is added as an assertion.
  if (at(['assert']) !== undefined || expected === undefined) return [createInsertIntoListEdit(at, 'assert', rule)];
  return [{ kind: 'set', path: ['assert'], value: [{ type: 'equals', value: expected }, rule] }];
}

export function createInsertIntoListEdit(at: CaseSource['at'], key: string, value: JsonObject): CaseEdit {
  const list = at([key]);
  return { kind: 'insert', path: [key], index: Array.isArray(list) ? list.length : 1, value };
}
