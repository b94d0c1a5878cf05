import type { CaseResult, CheckpointResult, Condition, Turn } from '../../contract/index.ts';
import { getLongTextPreview } from '../../values/index.ts';
import { getTurnAnswer } from '../compare-conversations/align-turns.ts';
import { findClosestTurn, type NearestMiss } from '../nearest-miss.ts';
import type { ConversationDivergence, ConversationTurnComparison } from './first-divergence.ts';

const quotedTextPattern = /["“”«»]([^"“”«»\n]{6,300})["“”«»]/g;
const turnReferencePattern = /\bturn\s+#?(\d{1,4})\b|\bT(\d{1,4})\b/gi;

/**
 * Returns the turn to which a judge's reason refers: the only turn that contains the words quoted in the reason,
 * otherwise the only turn that the reason names.
 */
function findTurnOfJudgeReason(reason: string, turns: readonly Turn[]): { turn: number; quote: string } | undefined {
  for (const [, quote = ''] of reason.matchAll(quotedTextPattern)) {
    const words = normalizeQuotedText(quote);
    const matches = turns.filter((turn) =>
      normalizeQuotedText(getLongTextPreview(getTurnAnswer(turn))).includes(words),
    );
    const [only] = matches;
    if (only !== undefined && matches.length === 1) return { turn: only.turn, quote };
  }
  const named = new Set([...reason.matchAll(turnReferencePattern)].map(([, word, short]) => Number(word ?? short)));
  const [turn] = named;
  if (turn === undefined || named.size > 1 || !turns.some((each) => each.turn === turn)) return undefined;
  return { turn, quote: reason };
}

function normalizeQuotedText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s.…,!?]+/g, ' ')
    .trim();
}

/** The turn in which a conversation failed to meet a requirement, and how this turn was determined. */
export type FailureLocation =
  | { by: 'divergence'; turn: number; divergence: ConversationDivergence }
  | { by: 'nearest'; turn: number; nearest: NearestMiss }
  | { by: 'quote'; turn: number; quote: string }
  | { by: 'only turn'; turn: number };

type MissingCheckpoint = {
  attempt: CaseResult;
  passed: CaseResult | undefined;
  comparison: ConversationTurnComparison | undefined;
  conditions: readonly Condition[];
  /** The turn from which the requirement could have been met. */
  since?: number | undefined;
  /**
   * The reason that a judge gave. Not set for other checks, because they quote the last turn whether it is relevant or
   * not.
   */
  reason?: string | undefined;
};

/** The minimum share of a condition's words that a sentence must contain to be considered relevant. */
const MIN_SHARED_WORD_SHARE = 0.5;

export function locateMissingCheckpoint(
  missing: MissingCheckpoint,
  metAtTurn: number | undefined,
): FailureLocation | undefined {
  const { attempt, comparison, conditions, since = 1, reason = '' } = missing;
  const positive = conditions.filter(({ negate }) => negate !== true);
  const tools = listToolsOfConditions(positive);
  const divergence =
    metAtTurn === undefined
      ? undefined
      : comparison?.divergenceFor({ tools, text: getTextOfConditions(positive), metAtTurn });
  if (divergence !== undefined) return { by: 'divergence', turn: divergence.turn, divergence };
  const turns = attempt.turns ?? [];
  const nearest = findClosestTurn(
    positive,
    turns.filter(({ turn }) => turn >= since),
  );
  if (nearest !== undefined && nearest.share >= (tools.length > 0 ? 1 : MIN_SHARED_WORD_SHARE)) {
    return { by: 'nearest', turn: nearest.turn, nearest };
  }
  const quote = findTurnOfJudgeReason(reason, turns);
  if (quote !== undefined) return { by: 'quote', ...quote };
  const [only] = turns;
  return only !== undefined && turns.length === 1 ? { by: 'only turn', turn: only.turn } : undefined;
}

/** The turn in which the passing attempt reached a checkpoint. */
export function findTurnOfCheckpoint(passed: CaseResult | undefined, checkpoint: string): number | undefined {
  return getCheckpointResults(passed).find(({ id }) => id === checkpoint)?.reachedAtTurn;
}

export function getCheckpointResults(result: CaseResult | undefined): readonly CheckpointResult[] {
  return result?.checkpoints ?? [];
}

export function listToolsOfConditions(conditions: readonly Condition[]): string[] {
  return [...new Set(conditions.flatMap(({ tools = [], negate }) => (negate === true ? [] : tools)))];
}

/** The text that the answer must contain. For a pattern, without the syntax of regular expressions. */
function getTextOfConditions(conditions: readonly Condition[]): string | undefined {
  const ofAnswer = conditions.filter(({ tools }) => tools === undefined);
  if (ofAnswer.length === 0 && conditions.length > 0) return undefined;
  return ofAnswer
    .map(({ check, wanted }) => (check === 'regex' ? wanted.replaceAll(/\\[a-zA-Z]|\(\?[a-zA-Z]*\)?/g, ' ') : wanted))
    .join('\n');
}
