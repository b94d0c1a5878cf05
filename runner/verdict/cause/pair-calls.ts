import type { ToolCall, Turn } from '../../contract/index.ts';
import { isJsonObject, type Json, toCanonicalJson, tryParseJson } from '../../values/index.ts';
import { extractSpecificFacts } from './facts.ts';
import type { TurnPairs } from './pair-turns.ts';

/**
 * A call in a conversation. `position` is the position of its turn, from 0; `order` is the position of the call among
 * all calls.
 */
export type CallAtPosition = { call: ToolCall; position: number; order: number; key: string };

/** A call of the passing conversation, and the call of the failed conversation that corresponds to it. */
export type CallPair = {
  before: CallAtPosition;
  /** The corresponding call of the failed conversation; undefined if there is none. */
  after?: CallAtPosition | undefined;
  change: 'same' | 'arguments' | 'missing';
};

export type PairedCalls = {
  pairs: readonly CallPair[];
  /** Calls that only the failed conversation has. */
  extra: readonly CallAtPosition[];
};

/**
 * The minimum number of words with which an argument counts as prose, such as a message to send. Prose is worded
 * differently every time.
 */
const MIN_PROSE_WORDS = 7;

export function listCallsWithPositions(turns: readonly Turn[]): CallAtPosition[] {
  const placed = turns.flatMap(({ response }, position) =>
    (response?.toolCalls ?? []).map((call) => ({ call, position, key: buildCallKey(call) })),
  );
  return placed.map((each, order) => ({ ...each, order }));
}

/**
 * First pairs equal calls, regardless of their positions; then pairs each remaining call with the nearest call of the
 * same tool.
 */
export function pairCalls(
  before: readonly CallAtPosition[],
  after: readonly CallAtPosition[],
  turns: TurnPairs,
): PairedCalls {
  const unpairedCalls = new Set(after);
  const partners = new Map<CallAtPosition, CallPair>();
  const pairMatchingCalls = (
    change: CallPair['change'],
    isPair: (one: CallAtPosition, other: CallAtPosition) => boolean,
  ): void => {
    for (const one of before) {
      if (partners.has(one)) continue;
      const partner = findNearestCall(
        turns.placeOf(one.position),
        [...unpairedCalls].filter((other) => isPair(one, other)),
      );
      if (partner === undefined) continue;
      unpairedCalls.delete(partner);
      partners.set(one, { before: one, after: partner, change });
    }
  };
  pairMatchingCalls('same', (one, other) => one.key === other.key && hasFailed(one) === hasFailed(other));
  pairMatchingCalls('same', (one, other) => one.key === other.key);
  pairMatchingCalls('arguments', (one, other) => one.call.tool === other.call.tool);
  return {
    pairs: before.map((one) => partners.get(one) ?? { before: one, change: 'missing' }),
    extra: [...unpairedCalls],
  };
}

export function hasFailed({ call: { error } }: CallAtPosition): boolean {
  return error !== undefined && error !== '';
}

/** Compares the names of tools with or without the server prefix. */
export function isCallOfAny({ tool, server }: ToolCall, names: readonly string[]): boolean {
  const full = server === undefined ? tool : `${server}__${tool}`;
  return names.some(
    (name) =>
      name === tool || tool.endsWith(`__${name}`) || tool.endsWith(`.${name}`) || full === name.replace('.', '__'),
  );
}

/** Returns the arguments of a call, parsed if the agent passes them as JSON text. */
export function getCallArguments({ arguments: args }: ToolCall): Json {
  if (typeof args !== 'string') return args ?? {};
  const parsed = tryParseJson(args);
  return isJsonObject(parsed) ? parsed : args;
}

function findNearestCall(index: number, calls: readonly CallAtPosition[]): CallAtPosition | undefined {
  const measurePositionDistance = ({ position }: CallAtPosition): number => Math.abs(position - index);
  return calls.reduce<CallAtPosition | undefined>(
    (best, call) => (best === undefined || measurePositionDistance(call) < measurePositionDistance(best) ? call : best),
    undefined,
  );
}

function buildCallKey(call: ToolCall): string {
  return `${call.tool} ${toCanonicalJson(replaceProseByFacts(getCallArguments(call)))}`;
}

function isProse(text: string): boolean {
  return text.trim().split(/\s+/, MIN_PROSE_WORDS).length === MIN_PROSE_WORDS;
}

function replaceProseByFacts(value: Json): Json {
  if (typeof value === 'string') return isProse(value) ? [...extractSpecificFacts(value)].sort() : value;
  if (Array.isArray(value)) return value.map(replaceProseByFacts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaceProseByFacts(part ?? null)]));
}
