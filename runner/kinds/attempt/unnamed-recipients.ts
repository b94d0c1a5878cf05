import { formatToolName } from '../../assertions/match-tool.ts';
import { listTextsInValue } from '../../values/index.ts';
import { isAddingCall, namesTool } from './repeated-calls.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';
import type { CallsOfAttempt } from './unnamed-ids.ts';

const addressPattern = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/g;

/**
 * Finds e-mail addresses that the agent was never given, although a call sent something to them. A rule with
 * `arguments` checks only the arguments that it names, so an additional recipient passes.
 */
export function findUnnamedRecipients({ planned, rules, inputs, toolCalls }: CallsOfAttempt): string[] {
  if (rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  return toolCalls.flatMap((call, index) => {
    const isRequired = rules.some((rule) => rule.negate !== true && namesTool(rule, call));
    if (!isAddingCall(call) || !isRequired) return [];
    const addresses = listTextsInValue(call.arguments ?? null).flatMap((text) => text.match(addressPattern) ?? []);
    if (addresses.length === 0) return [];
    const known = JSON.stringify([planned, inputs, toolCalls.slice(0, index)]).toLowerCase();
    const unnamed = addresses.find((address) => !known.includes(address.toLowerCase()));
    if (unnamed === undefined) return [];
    return [
      `${formatToolName(call)} was called with ${unnamed}, which the agent was never given, and no rule reads it; "arguments_match": "exact" allows no other arguments`,
    ];
  });
}
