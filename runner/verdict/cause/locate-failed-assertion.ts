import type { AssertionResult, CaseResult, Condition } from '../../contract/index.ts';
import { isJsonObject, type Json, toCanonicalJson } from '../../values/index.ts';
import { findCheckProperties } from '../check-properties.ts';
import { findClosestTurn } from '../nearest-miss.ts';
import { extractFacts } from './facts.ts';
import type { ConversationTurnComparison } from './first-divergence.ts';
import { type FailureLocation, locateMissingCheckpoint } from './locate-missing-checkpoint.ts';

type WrongAssertion = {
  attempt: CaseResult;
  passed: CaseResult | undefined;
  comparison: ConversationTurnComparison | undefined;
};

/** A call that is wrong according to a rule about all calls, and its turn. */
export type WrongCall = { turn: number; tool: string };

/** Returns the call that a `tools` assertion reports as wrong, out of order or extra. */
export function findWrongCall({ type, message = '', actual }: AssertionResult): WrongCall | undefined {
  if (type !== 'tools' || !Array.isArray(actual)) return undefined;
  const calls = actual.flatMap((call) => parseWrongCall(call, message) ?? []);
  return calls.toSorted((one, other) => one.turn - other.turn)[0];
}

function parseWrongCall(call: Json, message: string): WrongCall | undefined {
  if (!isJsonObject(call)) return undefined;
  const { name, arguments: args, turn, error } = call;
  if (typeof name !== 'string' || typeof turn !== 'number' || error !== undefined) return undefined;
  const words = args === undefined ? name : `${name}(${toCanonicalJson(args)})`;
  return message.includes(`${words} (turn ${turn})`) ? { turn, tool: name } : undefined;
}

/** Returns the turn in which a rule about the whole conversation was violated; undefined if it cannot be determined. */
export function locateFailedAssertion(
  assertion: AssertionResult,
  { attempt, passed, comparison }: WrongAssertion,
): FailureLocation | undefined {
  const reason = assertion.agentValidation?.reason;
  const { shownBy } = findCheckProperties(assertion.type);
  switch (shownBy) {
    case 'state': {
      const facts = extractFacts(
        toCanonicalJson([assertion.path ?? '', assertion.expected ?? '', assertion.actual ?? '']),
      );
      const divergence = comparison?.firstChangedWrite(facts);
      return divergence && { by: 'divergence', turn: divergence.turn, divergence };
    }
    case 'calls': {
      const conditions = findMissingToolConditions(assertion);
      const metAtTurn = conditions.length === 0 ? undefined : findTurnOfLastRequiredCall(conditions, passed);
      return locateMissingCheckpoint({ attempt, passed, comparison, conditions, reason }, metAtTurn);
    }
    case 'words': {
      const conditions = toTextConditions(assertion);
      const closest = passed?.turns && findClosestTurn(conditions, passed.turns);
      const isMet = closest !== undefined && closest.share === 1;
      return locateMissingCheckpoint(
        { attempt, passed, comparison, conditions, reason },
        isMet ? closest.turn : undefined,
      );
    }
    case 'last turn': {
      const last = attempt.turns?.at(-1);
      return last && { by: 'only turn', turn: last.turn };
    }
    case 'nothing':
      return undefined;
    default:
      return shownBy satisfies never;
  }
}

function toTextConditions({ type, expected, negate }: AssertionResult): Condition[] {
  if (negate === true || expected === undefined) return [];
  return [{ check: type, wanted: typeof expected === 'string' ? expected : toCanonicalJson(expected) }];
}

/** Returns the first call that a `tools` assertion reports as missing, or the call that another assertion requires. */
function findMissingToolConditions({ type, expected, message = '', negate }: AssertionResult): Condition[] {
  if (negate === true || expected === undefined || expected === null) return [];
  if (type !== 'tools') return toToolConditions(expected);
  const calls = isJsonObject(expected) && Array.isArray(expected.calls) ? expected.calls : [];
  const missing = /missing: (.*)/.exec(message)?.[1] ?? '';
  const first = calls.filter(isJsonObject).find(({ name }) => typeof name === 'string' && missing.startsWith(name));
  return first === undefined ? [] : toToolConditions(first);
}

function toToolConditions(expected: Json): Condition[] {
  const name = isJsonObject(expected) ? (expected.name ?? expected.tool) : expected;
  const names = (Array.isArray(name) ? name : [name]).filter((each) => typeof each === 'string');
  return names.length === 0 ? [] : [{ check: 'tool_called', wanted: names.join(' or '), tools: names }];
}

function findTurnOfLastRequiredCall(
  [condition]: readonly Condition[],
  passed: CaseResult | undefined,
): number | undefined {
  const tools = new Set(condition?.tools);
  const turns = passed?.turns ?? [];
  return turns.findLast(({ response }) => response?.toolCalls.some(({ tool }) => tools.has(tool)))?.turn;
}
