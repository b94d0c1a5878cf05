import { checksCall } from '../../assertions/assertion-types.ts';
import { findCrashMistake } from '../../assertions/author-mistakes/crash-mistake.ts';
import { findAuthorMistake, type SatisfiedRule } from '../../assertions/find-author-mistake.ts';
import { formatToolName, hasChangeVerb } from '../../assertions/match-tool.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, CaseResult, ToolCall } from '../../contract/index.ts';

/** A rule of a case that passed, and the answers that it was judged on. */
export type RuleWithSubjects = SatisfiedRule & { subjects: readonly Subject[] };

/** `slips` has reasons why the conversation may differ from the one that the author meant to test. */
type UnjudgedContext = Pick<Subject, 'toolCalls'> & { endedBeforeDone: boolean; slips?: readonly string[] };

/** Lists the calls and texts of a passed attempt that no rule of the case covers; empty if everything is covered. */
export function findUnjudgedParts(
  rules: readonly RuleWithSubjects[],
  { toolCalls, endedBeforeDone, slips = [] }: UnjudgedContext,
): { unjudged?: NonNullable<CaseResult['unjudged']> } {
  const calls = toolCalls
    .filter((call) => isCallToCheck(call, rules) && !rules.some(({ assertion }) => checksCall(assertion, call)))
    .map((call) => ({ name: formatToolName(call), turn: call.turn ?? 1 }));
  const answers = new Set(rules.flatMap(({ subjects }) => subjects.map(({ text }) => text)));
  const overlooked = new Set([
    ...slips,
    ...[...answers].flatMap((answer) => findCrashMistake(answer) ?? []),
    ...rules.flatMap((rule) => rule.subjects.flatMap((subject) => findAuthorMistake(rule, subject) ?? [])),
  ]);
  if (calls.length === 0 && !endedBeforeDone && overlooked.size === 0) return {};
  const unjudged = { calls, endedBeforeDone };
  return { unjudged: overlooked.size === 0 ? unjudged : { ...unjudged, overlooked: [...overlooked] } };
}

/** Types of rules that may depend on the calls of mocks, although they name no tool. */
const typesReadingMockedCalls: ReadonlySet<Assertion['type']> = new Set(['agent', 'script', 'state']);

/**
 * True if a rule should check this call. Calls of real tools always need a check. Mocked calls need one only if they
 * change data: a mocked look-up just returns what the case itself contains.
 */
function isCallToCheck(call: ToolCall, rules: readonly RuleWithSubjects[]): boolean {
  if (call.mocked !== true) return true;
  const mayBeRead = rules.some(({ assertion }) => typesReadingMockedCalls.has(assertion.type));
  return hasChangeVerb(call) && call.error === undefined && !mayBeRead;
}
