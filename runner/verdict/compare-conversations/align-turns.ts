import type { Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { toCanonicalJson } from '../../values/index.ts';

/** Two matching turns, or a turn that only one conversation has. Positions count from 0. */
export type AlignedTurn = { before?: number; after?: number };

/** The cost of leaving a turn unmatched. Two turns are matched if their difference is less than twice this cost. */
const UNMATCHED_TURN_COST = 0.4;

type TurnFeatures = { input: WordCountsOfText; output: WordCountsOfText; tools: string };

/**
 * Matches the turns of two conversations so that the total difference is smallest: global alignment after Needleman and
 * Wunsch (1970). After an extra turn, the later turns are still matched with each other and do not all count as
 * different. The difference of two turns depends on the called tools and on the words of user and agent.
 */
export function alignTurns(before: readonly Turn[], after: readonly Turn[]): AlignedTurn[] {
  const left = before.map(extractTurnFeatures);
  const right = after.map(extractTurnFeatures);
  const width = right.length + 1;
  const costs = new Float64Array((left.length + 1) * width);
  const pairCosts = new Float64Array(left.length * right.length);
  for (let i = 0; i <= left.length; i += 1) costs[i * width] = i * UNMATCHED_TURN_COST;
  for (let j = 0; j <= right.length; j += 1) costs[j] = j * UNMATCHED_TURN_COST;
  for (const [i, one] of left.entries()) {
    for (const [j, other] of right.entries()) {
      const pair = computeTurnDifference(one, other);
      pairCosts[i * right.length + j] = pair;
      const costFromAbove = getCostAt(costs, i * width + j + 1) + UNMATCHED_TURN_COST;
      const costFromSide = getCostAt(costs, (i + 1) * width + j) + UNMATCHED_TURN_COST;
      costs[(i + 1) * width + j + 1] = Math.min(getCostAt(costs, i * width + j) + pair, costFromAbove, costFromSide);
    }
  }
  return traceAlignment({ costs, pairCosts, rows: left.length, columns: right.length });
}

type AlignmentCosts = { costs: Float64Array; pairCosts: Float64Array; rows: number; columns: number };

function traceAlignment({ costs, pairCosts, rows, columns }: AlignmentCosts): AlignedTurn[] {
  const width = columns + 1;
  const aligned: AlignedTurn[] = [];
  let i = rows;
  let j = columns;
  while (i > 0 || j > 0) {
    const currentCost = getCostAt(costs, i * width + j);
    const paired =
      i > 0 &&
      j > 0 &&
      isNearlyEqual(
        currentCost,
        getCostAt(costs, (i - 1) * width + j - 1) + getCostAt(pairCosts, (i - 1) * columns + j - 1),
      );
    if (paired) {
      i -= 1;
      j -= 1;
      aligned.push({ before: i, after: j });
    } else if (
      j > 0 &&
      (i === 0 || isNearlyEqual(currentCost, getCostAt(costs, i * width + j - 1) + UNMATCHED_TURN_COST))
    ) {
      j -= 1;
      aligned.push({ after: j });
    } else {
      i -= 1;
      aligned.push({ before: i });
    }
  }
  return aligned.toReversed();
}

function isNearlyEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-9;
}

function getCostAt(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

function extractTurnFeatures(turn: Turn): TurnFeatures {
  return {
    input: countWords(formatContentText(turn.input)),
    output: countWords(getTurnAnswer(turn)),
    tools: (turn.response?.toolCalls ?? []).map(({ tool }) => tool).join('\n'),
  };
}

/** Returns the agent's answer as text: what it wrote, or the value that it returned instead. */
export function getTurnAnswer({ response, output, error }: Turn): string {
  if (response !== undefined && response.content !== '') return response.content;
  if (output !== undefined) return typeof output === 'string' ? output : toCanonicalJson(output);
  return error ?? '';
}

/** Returns the difference of two turns: 0 if they are equal, 1 if they have nothing in common. */
function computeTurnDifference(one: TurnFeatures, other: TurnFeatures): number {
  const words = (computeWordSimilarity(one.input, other.input) + computeWordSimilarity(one.output, other.output)) / 2;
  return one.tools === other.tools ? 1 - words : 1 - words * 0.8;
}

/** The words of a text in lower case, and how often each occurs. */
type WordCountsOfText = { words: ReadonlyMap<string, number>; size: number };

function countWords(text: string): WordCountsOfText {
  const words = new Map<string, number>();
  let size = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
    size += 1;
  }
  return { words, size };
}

/** Returns the share of common words, 0 to 1 (Dice's coefficient over bags of words); 1 for two empty texts. */
function computeWordSimilarity(one: WordCountsOfText, other: WordCountsOfText): number {
  if (one.size + other.size === 0) return 1;
  const [small, large] = one.words.size <= other.words.size ? [one, other] : [other, one];
  let shared = 0;
  for (const [word, count] of small.words) shared += Math.min(count, large.words.get(word) ?? 0);
  return (2 * shared) / (one.size + other.size);
}
