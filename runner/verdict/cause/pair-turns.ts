import type { Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { getLongTextPreview } from '../../values/index.ts';
import { getTurnAnswer } from '../compare-conversations/align-turns.ts';

/** Matching turns of two conversations. Positions count from 0. */
export type TurnPairs = {
  /** The position of the matching turn in the later conversation; undefined if there is none. */
  partnerOf(before: number): number | undefined;
  /**
   * The position in the later conversation that corresponds to this turn. For a turn without a match, it is estimated
   * from the neighbouring turns.
   */
  placeOf(before: number): number;
  /** True if the matching turn is very similar. This shows that the later conversation reached the same point. */
  isClose(before: number): boolean;
};

/** The cost of leaving a turn unmatched. It is so high that turns are matched even if they have little in common. */
const UNMATCHED_TURN_COST = 0.44;
const MIN_CLOSE_SIMILARITY = 0.25;

/** The words of a text as numbers, a table of the numbers that occur, and the sum of the weights of the words. */
type WordCounts = { numbers: Int32Array; has: Uint8Array; sum: number };
type TurnFeatures = { input: WordCounts; output: WordCounts; tools: readonly string[] };

/**
 * Matches turns by their tool calls and by the words of user and agent, so that the total difference is smallest
 * (global alignment after Needleman and Wunsch, 1970). Rare words have more weight, because a simulator phrases every
 * message differently, but names the same things.
 */
export function pairTurns(before: readonly Turn[], after: readonly Turn[]): TurnPairs {
  const { features, weights } = extractFeatures([...before, ...after]);
  const [left, right] = [features.slice(0, before.length), features.slice(before.length)];
  const similarities = left.map((one) =>
    Float64Array.from(right, (other) => computeTurnSimilarity(one, other, weights)),
  );
  const partners = alignTurnsBySimilarity(similarities, right.length);
  return {
    partnerOf: (position) => partners[position],
    placeOf: (position) => findAlignedPosition(position, { partners, alike: similarities, count: right.length }),
    isClose: (position) => (similarities[position]?.[partners[position] ?? -1] ?? 0) >= MIN_CLOSE_SIMILARITY,
  };
}

/** Returns the turn of the passing conversation that corresponds to a turn of the failed conversation. */
export function findMatchingPassedTurn(
  passed: readonly Turn[],
  failed: readonly Turn[],
  turn: number,
): Turn | undefined {
  const { partnerOf, placeOf } = pairTurns(passed, failed);
  const failedPosition = failed.findIndex((each) => each.turn === turn);
  const partner = passed.find((_, position) => partnerOf(position) === failedPosition);
  return partner ?? passed.find((_, position) => placeOf(position) === failedPosition);
}

function alignTurnsBySimilarity(similarities: readonly Float64Array[], columns: number): (number | undefined)[] {
  const width = columns + 1;
  const costs = new Float64Array((similarities.length + 1) * width);
  const getCostAt = (row: number, column: number): number => costs[row * width + column] ?? 0;
  const computePairedTurnCost = (row: number, column: number): number =>
    getCostAt(row - 1, column - 1) + 1 - (similarities[row - 1]?.[column - 1] ?? 0);
  for (let column = 1; column <= columns; column += 1) costs[column] = column * UNMATCHED_TURN_COST;
  for (let row = 1; row <= similarities.length; row += 1) {
    costs[row * width] = row * UNMATCHED_TURN_COST;
    for (let column = 1; column <= columns; column += 1) {
      const alone = Math.min(getCostAt(row - 1, column), getCostAt(row, column - 1)) + UNMATCHED_TURN_COST;
      costs[row * width + column] = Math.min(computePairedTurnCost(row, column), alone);
    }
  }
  const partners = new Array<number | undefined>(similarities.length).fill(undefined);
  let [row, column] = [similarities.length, columns];
  while (row > 0 && column > 0) {
    // If several turns are equally similar, the first one is used, because the conversation first reached this point
    // there.
    if (getCostAt(row, column) === getCostAt(row, column - 1) + UNMATCHED_TURN_COST) column -= 1;
    else if (getCostAt(row, column) === computePairedTurnCost(row, column)) {
      row -= 1;
      column -= 1;
      partners[row] = column;
    } else row -= 1;
  }
  return partners;
}

type TurnAlignment = { partners: readonly (number | undefined)[]; alike: readonly Float64Array[]; count: number };

/**
 * Returns the position for an unmatched turn: between the matches of its neighbours, at the turn that is most similar.
 */
function findAlignedPosition(position: number, { partners, alike, count }: TurnAlignment): number {
  const partner = partners[position];
  if (partner !== undefined) return partner;
  const from = partners.slice(0, position).findLast((each) => each !== undefined) ?? -1;
  const to = partners.slice(position + 1).find((each) => each !== undefined) ?? count;
  if (to - from <= 1) return Math.max(0, from);
  let best = from + 1;
  for (let each = from + 2; each < to; each += 1) {
    if ((alike[position]?.[each] ?? 0) > (alike[position]?.[best] ?? 0)) best = each;
  }
  return best;
}

const MAX_COMPARED_LENGTH = 4_000;

function collectDistinctWords(text: string): Set<string> {
  return new Set(
    getLongTextPreview(text)
      .slice(0, MAX_COMPARED_LENGTH)
      .toLowerCase()
      .match(/[a-z0-9\u00c0-\u1fff\u2c00-\uffff]+/g),
  );
}

/**
 * Converts the words of turns to numbers, so that hundreds of pairs of turns can be compared without reading the texts
 * again.
 */
function extractFeatures(turns: readonly Turn[]): { features: TurnFeatures[]; weights: Float64Array } {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const toWordNumbers = (text: string): Int32Array =>
    Int32Array.from(collectDistinctWords(text), (word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      counts[number] = (counts[number] ?? 0) + 1;
      return number;
    });
  const texts = turns.map((turn) => ({
    input: toWordNumbers(formatContentText(turn.input)),
    output: toWordNumbers(getTurnAnswer(turn)),
  }));
  const weights = Float64Array.from(counts, (each) => Math.log(1 + (2 * turns.length) / each));
  const toWordCounts = (wordNumbers: Int32Array): WordCounts => {
    const has = new Uint8Array(counts.length);
    let sum = 0;
    for (const number of wordNumbers) {
      has[number] = 1;
      sum += weights[number] ?? 0;
    }
    return { numbers: wordNumbers, has, sum };
  };
  const features = turns.map(({ response }, position) => ({
    input: toWordCounts(texts[position]?.input ?? new Int32Array()),
    output: toWordCounts(texts[position]?.output ?? new Int32Array()),
    tools: (response?.toolCalls ?? []).map(({ tool }) => tool),
  }));
  return { features, weights };
}

/** Returns the similarity of two turns: 0 if they have nothing in common, 1 if they are equal. */
function computeTurnSimilarity(one: TurnFeatures, other: TurnFeatures, weights: Float64Array): number {
  const input = computeWordSimilarity(one.input, other.input, weights);
  const output = computeWordSimilarity(one.output, other.output, weights);
  if (one.tools.length + other.tools.length === 0) return 0.5 * output + 0.5 * input;
  return 0.5 * computeToolSimilarity(one.tools, other.tools) + 0.25 * output + 0.25 * input;
}

/** Returns the weighted share of common words (Dice's coefficient). */
function computeWordSimilarity(one: WordCounts, other: WordCounts, weights: Float64Array): number {
  if (one.sum + other.sum === 0) return 1;
  let shared = 0;
  for (let index = 0; index < one.numbers.length; index += 1) {
    const number = one.numbers[index] ?? 0;
    if (other.has[number] === 1) shared += weights[number] ?? 0;
  }
  return (2 * shared) / (one.sum + other.sum);
}

function computeToolSimilarity(one: readonly string[], other: readonly string[]): number {
  const remaining = [...other];
  let shared = 0;
  for (const tool of one) {
    const index = remaining.indexOf(tool);
    if (index === -1) continue;
    remaining.splice(index, 1);
    shared += 1;
  }
  return (2 * shared) / (one.length + other.length);
}
