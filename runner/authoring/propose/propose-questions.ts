import { formatToolName, mayChangeState } from '../../assertions/match-tool.ts';
import { findAskedFacts, type UserContract } from '../../simulated-user/index.ts';
import type { JsonObject } from '../../values/index.ts';
import type { RecordedTurn } from './propose-conversation.ts';

const CONSENT_CHECKPOINT_ID_PREFIX = 'asks-before';

/** A checkpoint for a question of the agent. Its id is unique only within its turn. */
export type ProposedCheckpoint = { id: string; description: string; strict?: true; assert: JsonObject | JsonObject[] };

/**
 * Proposes checkpoints for the questions of a turn: for a fact that the agent asks for, or for consent to a later call
 * that changes something.
 */
export function proposeQuestionCheckpoints(
  turns: readonly RecordedTurn[],
  turn: RecordedTurn,
  contract: UserContract,
): ProposedCheckpoint[] {
  const text = turn.response.content;
  const askedMessage = findAskedFacts(text, contract);
  const names = [...askedMessage.facts.map(({ name }) => name), ...askedMessage.unknown];
  const questions = names.flatMap((name): ProposedCheckpoint[] => {
    const pattern = findNamePatternInText(name, text);
    if (pattern === undefined) return [];
    const assert = { type: 'regex', value: pattern };
    return [{ id: `asks-${toIdPart(name)}`, description: `asks for the ${name}`, assert }];
  });
  if (names.length > 0) return questions;
  const consent = askedMessage.sentences.find(({ asks }) => asks === 'consent');
  const change = turns
    .filter((later) => later.turn > turn.turn)
    .flatMap(({ response }) => response.toolCalls)
    .find(mayChangeState);
  const word = consent === undefined ? undefined : findLongestGoalWord(consent.text, contract.goals);
  if (change === undefined || word === undefined) return [];
  const tool = formatToolName(change);
  const assert: JsonObject[] = [
    { type: 'regex', value: `(?i)\\b${word}[^.!?]*\\?` },
    // Forbids the call in the same turn, because an agent that asks and acts in one turn does not wait for the answer.
    { type: 'tool_called', value: tool, times: 0 },
  ];
  return [
    { id: `${CONSENT_CHECKPOINT_ID_PREFIX}-${toIdPart(tool)}`, description: `asks before it calls ${tool}`, assert },
  ];
}

/**
 * Returns a pattern for the name of a fact if the text contains it; otherwise a pattern for the last word of the name
 * that the text contains.
 */
function findNamePatternInText(name: string, text: string): string | undefined {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = [
    words,
    ...words
      .toReversed()
      .filter((word) => word.length > 3)
      .map((word) => [word]),
  ];
  const patterns = parts.map((part) => `(?i)\\b${part.join('\\W+')}`);
  return patterns.find((pattern) => words.length > 0 && new RegExp(pattern.slice(4), 'iu').test(text));
}

/**
 * Returns the longest word that the goal also contains, because an agent is likely to repeat it; if there is none, the
 * longest word.
 */
function findLongestGoalWord(text: string, goals: readonly string[]): string | undefined {
  const words = (text.match(/\p{L}{4,}/gu) ?? []).toSorted((left, right) => right.length - left.length);
  const goal = goals.join(' ').toLowerCase();
  return (words.find((word) => goal.includes(word.toLowerCase())) ?? words[0])?.toLowerCase();
}

/** Converts a text to a form that can be part of an id. */
export function toIdPart(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 4).join('-') || 'so';
}

/**
 * Returns true for a request for consent. It may come at any time before its call, while other questions must come
 * between the calls before and after them.
 */
export function isConsentCheckpoint({ id }: ProposedCheckpoint): boolean {
  return id.startsWith(`${CONSENT_CHECKPOINT_ID_PREFIX}-`);
}
