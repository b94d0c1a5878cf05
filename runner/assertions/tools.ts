import type { ToolCall } from '../contract/index.ts';
import { type Json, toCanonicalJson, withoutUndefined } from '../values/index.ts';
import type { JudgedOutcome } from './assertion-outcome.ts';
import { getTypeSpecificFields } from './assertion-question.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { findPatternProblems } from './compile-pattern.ts';
import { matchPairs, matchPairsInOrder } from './match-pairs.ts';
import { hasArguments, hasFailed, isDeepSubset, isToolNamed, matchesToolGlob } from './match-tool.ts';
import type { AssertionOf, Subject, ToolCallWithTurn } from './subject.ts';
import { formatCall, toCallJson } from './tool-called.ts';
import { listResultPatterns, matchesResult } from './tool-result.ts';

type ToolsAssertion = AssertionOf<'tools'>;
type ToolsEntry = ToolsAssertion['calls'][number];
/** The entries of the assertion and the calls that do not match, by the kind of mismatch. */
type ToolCallMismatches = {
  missing: ToolsEntry[];
  wrong: { entry: ToolsEntry; call: ToolCallWithTurn }[];
  misplaced: { entry: ToolsEntry; call: ToolCallWithTurn }[];
  extra: ToolCallWithTurn[];
};

export const tools: AssertionRules<'tools'> = {
  judge: ({ assertion, subject }) => judgeTools(assertion, subject),
  problems: ({ calls }) =>
    calls.flatMap(({ result = null }) => findPatternProblems('calls', listResultPatterns(result))).slice(0, 1),
  describeExpectation: ({ match, calls }) => `${match}: ${calls.map(formatEntry).join(', ') || 'no calls'}`,
  listParts: () => ['tools'],
  listTools: ({ calls }) => calls.map(({ name }) => name),
  judgesTool: ({ match, calls, ignore = [] }, call) =>
    match === 'exactly' ||
    match === 'only' ||
    calls.some(({ name }) => isToolNamed(call, name)) ||
    ignore.some((glob) => matchesToolGlob(call, glob)),
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

function judgeTools(assertion: ToolsAssertion, { toolCalls }: Subject): JudgedOutcome {
  const { missing, wrong, misplaced, extra } =
    assertion.match === 'only'
      ? findUnexpectedCalls(assertion, toolCalls)
      : findMismatchesByPairing(assertion, toolCalls);
  const hasMismatch = toolCalls.filter(hasFailed);
  const parts = [
    formatTitledList('missing', missing.map(formatEntry)),
    formatTitledList(
      'wrong',
      wrong.map(({ entry, call }) => `${formatCallWithTurn(call)} instead of ${formatEntry(entry)}`),
    ),
    formatTitledList(
      'out of order',
      misplaced.map(({ call }) => formatCallWithTurn(call)),
    ),
    formatTitledList('extra', extra.map(formatCallWithTurn)),
  ].filter((part) => part !== '');
  return {
    kind: 'judged',
    holds: parts.length === 0,
    expected: getTypeSpecificFields(assertion),
    actual: toolCalls.map(toCallWithTurnJson),
    get unmet() {
      const uncounted = assertion.match === 'only' ? [] : hasMismatch.map(formatCallWithTurn);
      const errors = formatTitledList('calls with an error, which do not count', uncounted);
      return `tool calls (${assertion.match}): ${[...parts, errors].filter((part) => part !== '').join('; ')}`;
    },
    get met() {
      const callList = toolCalls.length === 0 ? 'no tool calls' : toolCalls.map(formatCallWithTurn).join(', ');
      return `tool calls should not have been (${assertion.match}) ${assertion.calls.map(formatEntry).join(', ') || 'none'}, got ${callList}`;
    },
  };
}

/** Returns the calls that match no entry. Each entry may match any number of calls. */
function findUnexpectedCalls(assertion: ToolsAssertion, calls: readonly ToolCallWithTurn[]): ToolCallMismatches {
  const extraCalls = calls.filter(
    (call) => !(isIgnored(assertion, call) || assertion.calls.some((entry) => matchesEntry(entry, call, assertion))),
  );
  return { missing: [], wrong: [], misplaced: [], extra: extraCalls };
}

/** Assigns as many calls as possible to entries, and returns those that remain. */
function findMismatchesByPairing(assertion: ToolsAssertion, calls: readonly ToolCallWithTurn[]): ToolCallMismatches {
  const { match, calls: entries } = assertion;
  const canPairEntryWithCall = (left: number, right: number): boolean => {
    const [entry, call] = [entries[left], calls[right]];
    return (
      entry !== undefined &&
      call !== undefined &&
      isCountedForEntry(entry, call) &&
      matchesEntry(entry, call, assertion)
    );
  };
  const pair = match === 'in_order' ? matchPairsInOrder : matchPairs;
  const pairs = pair(entries.length, calls.length, canPairEntryWithCall);
  const unmatchedEntries = entries.filter((_, index) => pairs[index] === undefined);
  const unmatchedCalls = calls.filter((call, index) => !pairs.includes(index) && !hasFailed(call));
  return classifyMismatches(unmatchedEntries, unmatchedCalls, assertion);
}

/**
 * Classifies what remains. A call of the right tool is `misplaced` if only its position is wrong, otherwise `wrong`.
 */
function classifyMismatches(
  unmatchedEntries: readonly ToolsEntry[],
  unmatchedCalls: ToolCallWithTurn[],
  assertion: ToolsAssertion,
): ToolCallMismatches {
  const mismatch: ToolCallMismatches = { missing: [], wrong: [], misplaced: [], extra: [] };
  for (const entry of unmatchedEntries) {
    const correctCall = unmatchedCalls.find((call) => matchesEntry(entry, call, assertion));
    const call = correctCall ?? unmatchedCalls.find((candidate) => isToolNamed(candidate, entry.name));
    if (call === undefined) mismatch.missing.push(entry);
    else {
      unmatchedCalls.splice(unmatchedCalls.indexOf(call), 1);
      mismatch[correctCall === undefined ? 'wrong' : 'misplaced'].push({ entry, call });
    }
  }
  if (assertion.match === 'exactly')
    mismatch.extra.push(...unmatchedCalls.filter((call) => !isIgnored(assertion, call)));
  return mismatch;
}

/**
 * Returns true if a call counts for an entry. A failed call had no effect, so it counts only if the entry requires a
 * failure.
 */
function isCountedForEntry(entry: ToolsEntry, call: ToolCall): boolean {
  return entry.succeeded === false || !hasFailed(call);
}

function matchesEntry(entry: ToolsEntry, call: ToolCall, assertion: ToolsAssertion): boolean {
  if (!isToolNamed(call, entry.name)) return false;
  if (entry.succeeded !== undefined && entry.succeeded === hasFailed(call)) return false;
  if (entry.arguments !== undefined && !hasArguments(call, entry.arguments, assertion)) return false;
  return (
    entry.result === undefined ||
    isDeepSubset(entry.result, call.result ?? null, {
      matchesText: matchesResult,
      isUnordered: assertion.unordered === true,
    })
  );
}

function isIgnored({ ignore = [] }: ToolsAssertion, call: ToolCall): boolean {
  return ignore.some((glob) => matchesToolGlob(call, glob));
}

function formatTitledList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}: ${items.join(', ')}`;
}

function formatEntry({ name, arguments: args, succeeded }: ToolsEntry): string {
  const call = args === undefined ? name : `${name}(${toCanonicalJson(args)})`;
  return succeeded === false ? `${call} with an error` : call;
}

function formatCallWithTurn(call: ToolCallWithTurn): string {
  return call.turn === undefined ? formatCall(call) : `${formatCall(call)} (turn ${call.turn})`;
}

function toCallWithTurnJson(call: ToolCallWithTurn): Json {
  return {
    ...toCallJson(call),
    ...withoutUndefined({ turn: call.turn, error: hasFailed(call) ? call.error : undefined }),
  };
}
