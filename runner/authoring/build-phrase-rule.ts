import { conversationKeys } from '../inputs/conversation-keys.ts';
import type { JsonObject } from '../values/index.ts';
import { createAddRuleEdits, createInsertIntoListEdit } from './build-call-rule.ts';
import type { CaseSource } from './case-source.ts';
import type { CaseEdit } from './edit-case.ts';

/** The choices that a person has for words that an agent said: required or forbidden. */
export const phraseExpectations = ['must', 'never'] as const;
export type PhraseExpectation = (typeof phraseExpectations)[number];

/**
 * Returns the edits that turn text selected in an answer into a rule of the case. In a conversation, the rule is a
 * checkpoint, or a text that no turn may contain.
 */
export function buildPhraseRule(
  { at }: Pick<CaseSource, 'at'>,
  words: string,
  expectation: PhraseExpectation,
): CaseEdit[] {
  const contains: JsonObject = { type: 'contains', value: words };
  if (!conversationKeys.some((key) => at([key]) !== undefined)) {
    return createAddRuleEdits(at, expectation === 'must' ? contains : { type: 'not_contains', value: words });
  }
  if (expectation === 'never') return [createInsertIntoListEdit(at, 'never', contains)];
  return [
    createInsertIntoListEdit(at, 'checkpoints', {
      id: createUnusedCheckpointId(at(['checkpoints']), words),
      assert: contains,
    }),
  ];
}

const MAX_ID_WORDS = 4;

function createUnusedCheckpointId(checkpoints: unknown, words: string): string {
  const existingIds = JSON.stringify(checkpoints ?? []);
  const parts = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = `says-${parts.slice(0, MAX_ID_WORDS).join('-') || 'so'}`;
  let id = name;
  for (let number = 2; existingIds.includes(JSON.stringify(id)); number += 1) id = `${name}-${number}`;
  return id;
}
