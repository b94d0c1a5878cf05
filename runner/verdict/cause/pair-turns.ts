import type { Turn } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';
import { shownText } from '../../values/index.ts';
import { turnAnswer } from '../compare-conversations/align-turns.ts';

/** The turns of two conversations that stand for each other. Positions count from 0. */
export type TurnPairs = {
  /** The position in the later conversation of a turn of the earlier one; nothing where it has no partner. */
  partnerOf(before: number): number | undefined;
  /** Where the later conversation came to the point of a turn of the earlier one, whether it has a partner or not. */
  placeOf(before: number): number;
  /** Its partner is much like it: the user came to that point. */
  isClose(before: number): boolean;
};

/** The cost of a turn without a partner: two turns are partners if they have at least a little in common. */
const GAP = 0.44;
const CLOSE = 0.25;

/** The words of a text by their numbers, which of all words it has, and the sum of their weights. */
type Words = { numbers: Int32Array; has: Uint8Array; sum: number };
type Features = { input: Words; output: Words; tools: readonly string[] };

/**
 * Pairs turns by the tools that were called and the words of both sides, so that the sum of their differences is least
 * (global alignment after Needleman and Wunsch, 1970). A word counts the more, the fewer turns have it: a simulator words
 * everything differently, but names the same things.
 */
export function pairTurns(before: readonly Turn[], after: readonly Turn[]): TurnPairs {
  const { features, weights } = extractFeatures([...before, ...after]);
  const [left, right] = [features.slice(0, before.length), features.slice(before.length)];
  const alike = left.map((one) => Float64Array.from(right, (other) => similarity(one, other, weights)));
  const partners = align(alike, right.length);
  return {
    partnerOf: (position) => partners[position],
    placeOf: (position) => alignedPosition(position, { partners, alike, count: right.length }),
    isClose: (position) => (alike[position]?.[partners[position] ?? -1] ?? 0) >= CLOSE,
  };
}

/** The turn of a conversation that passed which stands for a turn of one that failed. */
export function passedTurn(passed: readonly Turn[], failed: readonly Turn[], turn: number): Turn | undefined {
  const { partnerOf, placeOf } = pairTurns(passed, failed);
  const failedPosition = failed.findIndex((each) => each.turn === turn);
  const partner = passed.find((_, position) => partnerOf(position) === failedPosition);
  return partner ?? passed.find((_, position) => placeOf(position) === failedPosition);
}

function align(alike: readonly Float64Array[], columns: number): (number | undefined)[] {
  const width = columns + 1;
  const costs = new Float64Array((alike.length + 1) * width);
  const at = (row: number, column: number): number => costs[row * width + column] ?? 0;
  const paired = (row: number, column: number): number =>
    at(row - 1, column - 1) + 1 - (alike[row - 1]?.[column - 1] ?? 0);
  for (let column = 1; column <= columns; column += 1) costs[column] = column * GAP;
  for (let row = 1; row <= alike.length; row += 1) {
    costs[row * width] = row * GAP;
    for (let column = 1; column <= columns; column += 1) {
      const alone = Math.min(at(row - 1, column), at(row, column - 1)) + GAP;
      costs[row * width + column] = Math.min(paired(row, column), alone);
    }
  }
  const partners = new Array<number | undefined>(alike.length).fill(undefined);
  let [row, column] = [alike.length, columns];
  while (row > 0 && column > 0) {
    // Of turns that are alike to it, the first is the partner: there the conversation came to that point.
    if (at(row, column) === at(row, column - 1) + GAP) column -= 1;
    else if (at(row, column) === paired(row, column)) {
      row -= 1;
      column -= 1;
      partners[row] = column;
    } else row -= 1;
  }
  return partners;
}

type Aligned = { partners: readonly (number | undefined)[]; alike: readonly Float64Array[]; count: number };

/** A turn without a partner stands where the turns between those around it are most like it. */
function alignedPosition(position: number, { partners, alike, count }: Aligned): number {
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

const SEARCHED = 4_000;

function wordsIn(text: string): Set<string> {
  return new Set(
    shownText(text)
      .slice(0, SEARCHED)
      .toLowerCase()
      .match(/[a-z0-9\u00c0-\u1fff\u2c00-\uffff]+/g),
  );
}

/** Words have numbers, so that hundreds of pairs of turns are compared without a look at any text. */
function extractFeatures(turns: readonly Turn[]): { features: Features[]; weights: Float64Array } {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const count = (text: string): Int32Array =>
    Int32Array.from(wordsIn(text), (word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      counts[number] = (counts[number] ?? 0) + 1;
      return number;
    });
  const texts = turns.map((turn) => ({ input: count(textOfContent(turn.input)), output: count(turnAnswer(turn)) }));
  const weights = Float64Array.from(counts, (each) => Math.log(1 + (2 * turns.length) / each));
  const toWords = (wordNumbers: Int32Array): Words => {
    const has = new Uint8Array(counts.length);
    let sum = 0;
    for (const number of wordNumbers) {
      has[number] = 1;
      sum += weights[number] ?? 0;
    }
    return { numbers: wordNumbers, has, sum };
  };
  const features = turns.map(({ response }, position) => ({
    input: toWords(texts[position]?.input ?? new Int32Array()),
    output: toWords(texts[position]?.output ?? new Int32Array()),
    tools: (response?.toolCalls ?? []).map(({ tool }) => tool),
  }));
  return { features, weights };
}

/** 0 for turns that have nothing in common, 1 for turns that are alike. */
function similarity(one: Features, other: Features, weights: Float64Array): number {
  const input = alikeWords(one.input, other.input, weights);
  const output = alikeWords(one.output, other.output, weights);
  if (one.tools.length + other.tools.length === 0) return 0.5 * output + 0.5 * input;
  return 0.5 * alikeTools(one.tools, other.tools) + 0.25 * output + 0.25 * input;
}

/** The share of common words (Dice's coefficient), each by its weight. */
function alikeWords(one: Words, other: Words, weights: Float64Array): number {
  if (one.sum + other.sum === 0) return 1;
  let shared = 0;
  for (let index = 0; index < one.numbers.length; index += 1) {
    const number = one.numbers[index] ?? 0;
    if (other.has[number] === 1) shared += weights[number] ?? 0;
  }
  return (2 * shared) / (one.sum + other.sum);
}

function alikeTools(one: readonly string[], other: readonly string[]): number {
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
