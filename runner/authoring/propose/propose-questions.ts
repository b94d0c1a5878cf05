import { formatToolName, mayChangeState } from '../../assertions/match-tool.ts';
import { findWhatIsAskedFor, type UserContract } from '../../simulated-user/index.ts';
import type { JsonObject } from '../../values/index.ts';
import type { RecordedTurn } from './propose-conversation.ts';

const CONSENT_CHECKPOINT_ID_PREFIX = 'asks-before';

/** A checkpoint for something that the agent asked. Its id is unique within its turn only. */
export type ProposedCheckpoint = { id: string; description: string; strict?: true; assert: JsonObject | JsonObject[] };

/**
 * Proposes checkpoints for the questions of a turn: a fact that the agent asks for, or its request for consent to a
 * later call that changes something.
 */
export function proposeQuestionCheckpoints(
  turns: readonly RecordedTurn[],
  turn: RecordedTurn,
  contract: UserContract,
): ProposedCheckpoint[] {
  const text = turn.response.content;
  const askedMessage = findWhatIsAskedFor(text, contract);
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
    // Forbids the call in the turn of the question: an agent that asks and acts in one turn does not wait for the
    // answer.
    { type: 'tool_called', value: tool, times: 0 },
  ];
  return [
    { id: `${CONSENT_CHECKPOINT_ID_PREFIX}-${toIdPart(tool)}`, description: `asks before it calls ${tool}`, assert },
  ];
}

/**
 * Returns a pattern for the fact's name if the agent's text contains the name, otherwise for the last word of the name
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
 * Returns the longest word that the goal also contains, otherwise the longest word: an agent is more likely to repeat
 * words of the goal.
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
 * True for a request for consent. It may come at any time before its call; other questions must come between two known
 * calls.
 */
export function isConsentCheckpoint({ id }: ProposedCheckpoint): boolean {
  return id.startsWith(`${CONSENT_CHECKPOINT_ID_PREFIX}-`);
}
