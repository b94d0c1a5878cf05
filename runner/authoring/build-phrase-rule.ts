import { conversationKeys } from '../inputs/conversation-keys.ts';
import type { JsonObject } from '../values/index.ts';
import { createAddRuleEdits, createInsertIntoListEdit } from './build-call-rule.ts';
import type { CaseSource } from './case-source.ts';
import type { CaseEdit } from './edit-case.ts';

/** What a person can decide about words of an agent: they are required or forbidden. */
export const phraseExpectations = ['must', 'never'] as const;
export type PhraseExpectation = (typeof phraseExpectations)[number];

/**
 * Returns the edits that make a rule from words selected in an answer. In a conversation, required words become a
 * checkpoint, and forbidden words become a rule for all turns.
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
