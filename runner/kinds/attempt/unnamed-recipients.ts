import { formatToolName } from '../../assertions/match-tool.ts';
import type { Assertion, PlannedCase, ToolCall } from '../../contract/index.ts';
import { type Json, listTextsInValue } from '../../values/index.ts';
import { isAddingCall, namesTool } from './repeated-calls.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

type CaseWithCalls = {
  /** All texts that the agent is given: the case, the user, its options and metadata. */
  planned: PlannedCase;
  rules: readonly Assertion[];
  /** The user's messages. */
  inputs: readonly Json[];
  toolCalls: readonly ToolCall[];
};

const addressPattern = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/g;

/**
 * Finds e-mail addresses to which a call sent something, although the agent was never given them: a rule with
 * `arguments` reads only those that it names, so a further recipient passes.
 */
export function findUnnamedRecipients({ planned, rules, inputs, toolCalls }: CaseWithCalls): string[] {
  if (rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  return toolCalls.flatMap((call, index) => {
    const readers = rules.filter((rule) => namesTool(rule, call));
    if (!isAddingCall(call) || readers.length === 0 || !readers.some(({ negate }) => negate !== true)) return [];
    const known = JSON.stringify([planned, inputs, toolCalls.slice(0, index)]).toLowerCase();
    const addresses = listTextsInValue(call.arguments ?? null).flatMap((text) => text.match(addressPattern) ?? []);
    const unnamed = addresses.find((address) => !known.includes(address.toLowerCase()));
    if (unnamed === undefined) return [];
    return [
      `${formatToolName(call)} was called with ${unnamed}, which the agent was never given, and no rule reads it; "arguments_match": "exact" allows no other arguments`,
    ];
  });
}
