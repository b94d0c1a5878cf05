import type { CaseResult, Turn } from '../../contract/index.ts';
import { listLongWords } from '../../values/index.ts';
import { getTurnAnswer } from '../compare-conversations/align-turns.ts';
import { describeDifferingArguments } from './differing-arguments.ts';
import {
  extractFacts,
  extractFactsOfJson,
  extractSpecificFactsOfJson,
  filterSpecificFacts,
  haveCommonFact,
  MAX_SEARCHED_TEXT,
} from './facts.ts';
import {
  type CallAtPosition,
  type CallPair,
  getCallArguments,
  hasFailed,
  isCallOfAny,
  listCallsWithPositions,
  type PairedCalls,
  pairCalls,
} from './pair-calls.ts';
import { pairTurns, type TurnPairs } from './pair-turns.ts';

/** What is missing in a failed conversation: tool calls, a text, or both. */
export type MissingRequirement = {
  tools: readonly string[];
  /** The text that the answer must contain, or the question to a judge; undefined if only calls are required. */
  text?: string | undefined;
  /** The turn in which the passing conversation met the requirement. */
  metAtTurn: number;
};

/** The point at which a failed conversation deviated from the passing conversation, and how. */
export type ConversationDivergence =
  | { kind: 'missing call'; turn: number; tool: string }
  | { kind: 'wrong argument'; turn: number; tool: string; differs: string }
  | { kind: 'failed call'; turn: number; tool: string; error: string }
  | { kind: 'extra call'; turn: number; tool: string; broke?: { tool: string; error: string } }
  | { kind: 'wrong text'; turn: number; passed: string; failed: string };

type ConversationTurns = Pick<CaseResult, 'kind'> & { turns?: readonly Turn[] | undefined };

/**
 * Compares a failed conversation with the last passing conversation of the same case; undefined if either has no turns.
 */
export type ConversationTurnComparison = {
  /** Finds the first difference that explains why the requirement was not met. */
  divergenceFor(requirement: MissingRequirement): ConversationDivergence | undefined;
  /**
   * Returns the first call with side effects that differs between the conversations. A call that contains these facts
   * is preferred.
   */
  firstChangedWrite(facts: ReadonlySet<string>): ConversationDivergence | undefined;
};

/**
 * The maximum number of pairs of turns that are compared, because comparing longer conversations would take too long.
 */
const MAX_PAIRS = 90_000;

export function compareTurnsOfConversations(
  passed: ConversationTurns,
  failed: ConversationTurns,
): ConversationTurnComparison | undefined {
  const [before, after] = [passed.turns ?? [], failed.turns ?? []];
  if (before.length * after.length === 0 || before.length * after.length > MAX_PAIRS) return undefined;
  const turns = pairTurns(before, after);
  const calls = pairCalls(listCallsWithPositions(before), listCallsWithPositions(after), turns);
  const comparison: TurnComparison = { before, after, turns, calls, facts: new Map() };
  return {
    divergenceFor: (requirement) => findDivergenceForRequirement(requirement, comparison),
    firstChangedWrite: (facts) => findFirstChangedWrite(facts, comparison),
  };
}

type TurnComparison = {
  before: readonly Turn[];
  after: readonly Turn[];
  turns: TurnPairs;
  calls: PairedCalls;
  /** A cache of the specific facts in the results of calls. */
  facts: Map<CallAtPosition, Set<string>>;
};

function findTurnPosition(turns: readonly Turn[], turn: number): number | undefined {
  const position = turns.findIndex((each) => each.turn === turn);
  return position === -1 ? undefined : position;
}

/**
 * Traces a requirement back to the calls that satisfied it in the passing conversation, and to the calls that supplied
 * their arguments. The earliest of these calls that differs is the cause. If none differs, the cause is a different
 * answer of the agent.
 */
function findDivergenceForRequirement(
  requirement: MissingRequirement,
  comparison: TurnComparison,
): ConversationDivergence | undefined {
  const { before, turns } = comparison;
  const metPosition = findTurnPosition(before, requirement.metAtTurn);
  if (metPosition === undefined) return undefined;
  const sources = findSourceCalls(requirement, metPosition, comparison);
  const first = findEarliestDivergence(
    sources.flatMap((pair) => findDivergenceOfCall(pair, comparison, new Set()) ?? []),
  );
  if (first === undefined)
    return requirement.text === undefined
      ? undefined
      : findTextDivergence(turns.placeOf(metPosition), { met: metPosition, talks: comparison });
  if (first.kind !== 'missing call' || turns.isClose(metPosition)) return first;
  // If the agent refused the user's request in an earlier turn, this explains why the call is missing.
  const sentAway = findEarlierTextDivergence(metPosition, comparison);
  return sentAway !== undefined && sentAway.turn < first.turn ? sentAway : first;
}

/** Returns the calls that satisfied a requirement, or whose results contain the facts in the required text. */
function findSourceCalls(
  { tools, text = '' }: MissingRequirement,
  metPosition: number,
  { calls, facts }: TurnComparison,
): CallPair[] {
  const earlier = calls.pairs.filter(({ before }) => before.position <= metPosition);
  if (tools.length > 0) {
    const named = earlier.filter(({ before }) => isCallOfAny(before.call, tools));
    const there = named.filter(({ before }) => before.position === metPosition);
    return there.length > 0 ? there : named.slice(-1);
  }
  const words = extractFacts(text);
  const specific = filterSpecificFacts(words);
  if (specific.size > 0)
    return earlier.filter(({ before }) => haveCommonFact(specific, getFactsOfResult(before, facts)));
  const long = [...words].filter((word) => word.length > 2);
  if (long.length === 0) return [];
  return earlier.filter(({ before }) => {
    const result = JSON.stringify(before.call.result ?? null)
      .slice(0, MAX_SEARCHED_TEXT)
      .toLowerCase();
    return long.every((word) => result.includes(word));
  });
}

function findDivergenceOfCall(
  pair: CallPair,
  comparison: TurnComparison,
  visited: Set<CallPair>,
): ConversationDivergence | undefined {
  if (visited.has(pair)) return undefined;
  visited.add(pair);
  const { before, after, change } = pair;
  const { turns, after: failed } = comparison;
  if (change === 'same' && after !== undefined) {
    return hasFailed(after) && !hasFailed(before) ? explainFailedCall(after, comparison) : undefined;
  }
  const differing =
    after === undefined
      ? undefined
      : describeDifferingArguments(getCallArguments(before.call), getCallArguments(after.call));
  const needed = filterSpecificFacts(differing?.facts ?? extractFactsOfJson(before.call.arguments));
  const first = findEarliestDivergence(
    findUpstreamCalls(before, needed, comparison).flatMap(
      (source) => findDivergenceOfCall(source, comparison, visited) ?? [],
    ),
  );
  if (first !== undefined) return first;
  const { tool } = before.call;
  if (after === undefined || differing === undefined) {
    const turn = failed[turns.placeOf(before.position)]?.turn;
    return turn === undefined ? undefined : { kind: 'missing call', turn, tool };
  }
  const turn = failed[after.position]?.turn ?? 1;
  return { kind: 'wrong argument', turn, tool, differs: differing.words };
}

/** Returns the earlier calls whose results contain the arguments of this call. */
function findUpstreamCalls(
  call: CallAtPosition,
  needed: ReadonlySet<string>,
  { calls, facts }: TurnComparison,
): CallPair[] {
  if (needed.size === 0) return [];
  return calls.pairs.filter(
    ({ before }) => before.order < call.order && haveCommonFact(needed, getFactsOfResult(before, facts)),
  );
}

const readingVerbPattern =
  /^(?:get|list|search|find|read|look_?up|check|fetch|view|show|query|describe|count)(?:_|-|(?=\p{Lu})|$)/u;

/**
 * Explains a call that failed only in the failed conversation, by an earlier call that only this conversation contains.
 */
function explainFailedCall(failed: CallAtPosition, { after, calls }: TurnComparison): ConversationDivergence {
  const { tool, error = '' } = failed.call;
  const earlier = calls.extra.filter(({ order, call }) => order < failed.order && call.tool !== tool);
  const words = extractWordStems(error);
  const named = earlier.findLast(({ call }) =>
    haveCommonFact(words, extractWordStems(call.tool.replaceAll(/[_.-]/g, ' '))),
  );
  const wrongCall = named ?? earlier.findLast(({ call }) => !readingVerbPattern.test(call.tool));
  if (wrongCall === undefined) return { kind: 'failed call', turn: after[failed.position]?.turn ?? 1, tool, error };
  const turn = after[wrongCall.position]?.turn ?? 1;
  return { kind: 'extra call', turn, tool: wrongCall.call.tool, broke: { tool, error } };
}

function findFirstChangedWrite(
  facts: ReadonlySet<string>,
  comparison: TurnComparison,
): ConversationDivergence | undefined {
  const { after, calls } = comparison;
  const isWritingCall = ({ call }: CallAtPosition): boolean => !readingVerbPattern.test(call.tool);
  const changed = calls.pairs.filter(({ before, change }) => change !== 'same' && isWritingCall(before));
  const divergences = [
    ...changed.flatMap((pair) => {
      const divergence = findDivergenceOfCall(pair, comparison, new Set());
      return divergence === undefined
        ? []
        : [{ divergence, facts: extractFactsOfJson((pair.after ?? pair.before).call.arguments) }];
    }),
    ...calls.extra.filter(isWritingCall).map(({ call, position }) => ({
      divergence: { kind: 'extra call' as const, turn: after[position]?.turn ?? 1, tool: call.tool },
      facts: extractFactsOfJson(call.arguments),
    })),
  ];
  const relatedDivergences = divergences.filter((each) => haveCommonFact(facts, each.facts));
  return findEarliestDivergence(
    (relatedDivergences.length > 0 ? relatedDivergences : divergences).map(({ divergence }) => divergence),
  );
}

function findEarliestDivergence(divergences: readonly ConversationDivergence[]): ConversationDivergence | undefined {
  return divergences.reduce<ConversationDivergence | undefined>(
    (first, each) => (first === undefined || each.turn < first.turn ? each : first),
    undefined,
  );
}

/** Returns the first letters of each word, so that `frozen` equals `freeze`. */
function extractWordStems(text: string): Set<string> {
  return new Set(listLongWords(text).map((word) => word.slice(0, 3)));
}

/**
 * Handles an agent that had all necessary information but answered differently, either in this turn or by refusing the
 * request in an earlier turn.
 */
function findTextDivergence(
  index: number,
  { met, talks }: { met: number; talks: TurnComparison },
): ConversationDivergence | undefined {
  const { before, after, turns } = talks;
  const earlier = turns.isClose(met) ? undefined : findEarlierTextDivergence(met, talks);
  if (earlier !== undefined) return earlier;
  const [passed, failed] = [before[met], after[index]];
  if (passed === undefined || failed === undefined || getTurnAnswer(passed) === getTurnAnswer(failed)) return undefined;
  return { kind: 'wrong text', turn: failed.turn, passed: getTurnAnswer(passed), failed: getTurnAnswer(failed) };
}

const refusalPattern =
  /\b(?:cannot|can't|can ?not|unable|unfortunately|not possible|not allowed|won't|refuse|am afraid|i'm afraid)\b/i;

/**
 * Searches back from a turn for the last turn in which the agent's texts are equal in both conversations, and returns
 * the turn after it.
 */
function findEarlierTextDivergence(
  metPosition: number,
  { before, after, turns }: TurnComparison,
): ConversationDivergence | undefined {
  let divergence: ConversationDivergence | undefined;
  for (let position = metPosition; position >= 0; position -= 1) {
    const partner = turns.partnerOf(position);
    const [passed, failed] = [before[position], partner === undefined ? undefined : after[partner]];
    if (passed === undefined || failed === undefined) continue;
    const outcome = compareAnswersByFacts(passed, failed);
    if (outcome === 'same') break;
    if (outcome === 'neither') continue;
    divergence = {
      kind: 'wrong text',
      turn: failed.turn,
      passed: getTurnAnswer(passed),
      failed: getTurnAnswer(failed),
    };
  }
  return divergence;
}

/**
 * Compares two answers. Different wording is ignored. Different facts count, and so does a refusal that the passing
 * conversation does not contain.
 */
function compareAnswersByFacts(passed: Turn, failed: Turn): 'same' | 'other' | 'neither' {
  const [passedAnswer, failedAnswer] = [getTurnAnswer(passed), getTurnAnswer(failed)];
  if (passedAnswer === failedAnswer) return 'same';
  if (refusalPattern.test(failedAnswer) && !refusalPattern.test(passedAnswer)) return 'other';
  const facts = filterSpecificFacts(extractFacts(passedAnswer));
  if (facts.size === 0) return 'neither';
  const now = extractFacts(failedAnswer);
  const lost = [...facts].filter((fact) => !now.has(fact)).length;
  if (lost === 0) return 'same';
  return lost * 2 > facts.size ? 'other' : 'neither';
}

function getFactsOfResult(placed: CallAtPosition, factsByCall: Map<CallAtPosition, Set<string>>): Set<string> {
  const facts = factsByCall.get(placed) ?? extractSpecificFactsOfJson(placed.call.result);
  factsByCall.set(placed, facts);
  return facts;
}
