import type { Condition, ToolCall, Turn } from '../contract/index.ts';
import { getLongTextPreview, toCanonicalJson } from '../values/index.ts';
import { findCheckProperties } from './check-properties.ts';
import { getTurnAnswer } from './compare-conversations/align-turns.ts';

/** The turn that came closest to a condition, and the text that matched. */
export type NearestMiss = { turn: number; quote: string };

type PassageMatch = { score: number; quote: string };

const MAX_QUOTE_LENGTH = 200;
const MAX_SEARCHED_LENGTH = 20_000;
/**
 * The number of first letters that are compared. Two words with the same first letters, such as `refund` and
 * `refunded`, count as half a match.
 */
const STEM_LENGTH = 4;

/**
 * Finds the turn that came closest to the conditions of a checkpoint, among turns that all failed them. A text
 * condition is measured by how many of its words one sentence or line contains, a tool condition by the calls of the
 * turn. If several turns are equally close, the last one is returned; undefined if no turn matches at all.
 */
export function findNearestMissedTurn(
  conditions: readonly Condition[],
  turns: readonly Turn[],
): NearestMiss | undefined {
  const nearest = findClosestTurn(conditions, turns);
  return nearest === undefined ? undefined : { turn: nearest.turn, quote: nearest.quote };
}

/** Returns the turn that came closest, and the share of the conditions that it meets, 0 to 1. */
export function findClosestTurn(
  conditions: readonly Condition[],
  turns: readonly Turn[],
): (NearestMiss & { share: number }) | undefined {
  const relevant = conditions.filter(({ negate, check }) => negate !== true && findCheckProperties(check).canBeNear);
  if (relevant.length === 0) return undefined;
  let nearest: (NearestMiss & { share: number }) | undefined;
  for (const turn of turns) {
    const scores = relevant.map((condition) => measureConditionCloseness(condition, turn));
    const share = scores.reduce((sum, { score }) => sum + score, 0) / scores.length;
    const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
    if (share > 0 && share >= (nearest?.share ?? 0)) nearest = { turn: turn.turn, quote: best.quote, share };
  }
  return nearest;
}

function measureConditionCloseness(condition: Condition, turn: Turn): PassageMatch {
  return condition.tools === undefined
    ? findClosestPassage(condition, getLongTextPreview(getTurnAnswer(turn)))
    : findClosestCall(condition.tools, turn.response?.toolCalls ?? []);
}

function findClosestPassage({ check, wanted }: Condition, text: string): PassageMatch {
  const words = collectDistinctWords(check === 'regex' ? removeRegexSyntax(wanted) : wanted);
  let best: PassageMatch = { score: 0, quote: '' };
  for (const passage of text.slice(0, MAX_SEARCHED_LENGTH).split(/(?<=[.!?])\s+|\n+/)) {
    const score = computeShareOfExpectedWords(words, collectDistinctWords(passage));
    if (score > best.score) best = { score, quote: shortenQuote(passage.trim()) };
  }
  return best;
}

/**
 * Rates the calls of a turn: a call of the same tool with other arguments is closest, followed by a call of a tool with
 * a similar name.
 */
function findClosestCall(tools: readonly string[], calls: readonly ToolCall[]): PassageMatch {
  const words = splitToolNameIntoWords(tools.join(' '));
  let best: PassageMatch = { score: 0, quote: '' };
  for (const call of calls) {
    const score = computeShareOfExpectedWords(words, splitToolNameIntoWords(call.tool));
    if (score > best.score) best = { score, quote: shortenQuote(formatCallText(call)) };
  }
  return best;
}

/** Splits a tool name into words: `lookup_order` and `lookupOrder` both consist of two words. */
function splitToolNameIntoWords(names: string): Set<string> {
  return collectDistinctWords(names.replaceAll('_', ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
}

function formatCallText({ tool, arguments: args }: ToolCall): string {
  return args === undefined ? tool : `${tool}(${typeof args === 'string' ? args : toCanonicalJson(args)})`;
}

/** Returns the share of the expected words that a text contains, from 0 to 1. */
function computeShareOfExpectedWords(expectedWords: ReadonlySet<string>, there: ReadonlySet<string>): number {
  if (expectedWords.size === 0) return 0;
  const stems = new Set(
    [...there].filter((word) => word.length >= STEM_LENGTH).map((word) => word.slice(0, STEM_LENGTH)),
  );
  let matches = 0;
  for (const word of expectedWords) {
    if (there.has(word)) matches += 1;
    else if (word.length >= STEM_LENGTH && stems.has(word.slice(0, STEM_LENGTH))) matches += 0.5;
  }
  return matches / expectedWords.size;
}

function collectDistinctWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns the literal words in a regular expression, without flags, classes and escapes. */
function removeRegexSyntax(pattern: string): string {
  return pattern
    .replaceAll(/\(\?(?:P?<\w+>|[a-zA-Z-]*:?)/g, ' ')
    .replaceAll(/\[[^\][]*\]|\\[a-zA-Z]|\{\d+(?:,\d*)?\}/g, ' ');
}

function shortenQuote(text: string): string {
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).trimEnd()}…` : text;
}
