import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../../values/index.ts';
import type { ArgumentPattern } from './argument-pattern.ts';
import type { InferableRule } from './infer-rules.ts';
import type { WriteEntry } from './write-rules.ts';

/** The lists of a case to which a rule can be added. */
export type RuleFields = { assert?: JsonObject[]; never?: JsonObject[]; checkpoints?: JsonObject[] };

/**
 * Returns the fields of a case that express a rule, as far as assertions can. Arguments that differ between
 * conversations are left out. Undefined if nothing remains, for example for a rule about the order of calls in a case
 * with a single call.
 */
export function ruleToCaseFields(
  rule: InferableRule,
  { reads, isConversation }: { reads: readonly string[]; isConversation: boolean },
): RuleFields | undefined {
  switch (rule.kind) {
    case 'must':
      return { assert: [{ type: 'tools', match: 'any_order', ...toExpectedCallFields(rule.entries) }] };
    case 'only':
      return { assert: onlyCallsRuleToAssertions(rule, reads) };
    case 'never': {
      const createToolCalledAssertion: JsonObject = 'tool' in rule ? { type: 'tool_called', name: rule.tool } : {};
      const text: JsonObject = 'text' in rule ? { value: rule.text, ignore_case: true } : {};
      if (isConversation)
        return { never: ['tool' in rule ? createToolCalledAssertion : { type: 'contains', ...text }] };
      return {
        assert: ['tool' in rule ? { ...createToolCalledAssertion, times: 0 } : { type: 'not_contains', ...text }],
      };
    }
    case 'said': {
      const containsRule = { type: 'contains', value: rule.value, numbers: true };
      return { assert: [isConversation ? { ...containsRule, on: 'any' } : containsRule] };
    }
    case 'asked':
      return { assert: [{ type: 'elicited', value: [rule.fact], before: { type: 'tool_called', name: rule.before } }] };
    case 'order':
      return isConversation ? { checkpoints: orderCheckpoints(rule) } : undefined;
    default:
      return rule satisfies never;
  }
}

/**
 * Returns two checkpoints for the order of two calls. They are optional, because a conversation without these calls
 * does not break the rule.
 */
function orderCheckpoints({ first, next }: Extract<InferableRule, { kind: 'order' }>): JsonObject[] {
  const createCalledAssertion = (name: string): JsonObject => ({ type: 'tool_called', name });
  const id = `${first} before ${next}`;
  return [
    { id: first, assert: createCalledAssertion(first), required: false },
    { id, assert: createCalledAssertion(next), after: [first], required: false, strict: true },
  ];
}

function onlyCallsRuleToAssertions(
  { entries, optional }: Extract<InferableRule, { kind: 'only' }>,
  reads: readonly string[],
): JsonObject[] {
  const calls = toExpectedCallFields(entries);
  const ignore = [...reads];
  if (optional.length === 0 && calls.arguments_match === 'exact') {
    return [{ type: 'tools', match: 'exactly', ...calls, ignore }];
  }
  const counts = new Map<string, number>();
  for (const { tool } of entries) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const limits = [...counts].map(([name, max]): JsonObject => ({ type: 'tool_called', name, times: { max } }));
  const distinctCalls = new Map(calls.calls.map((call) => [toCanonicalJson(call), call]));
  return [{ type: 'tools', match: 'only', ...calls, calls: [...distinctCalls.values()], ignore }, ...limits];
}

/**
 * Returns the arguments that have the same value in all conversations. If these are all arguments, they must match
 * exactly.
 */
function toExpectedCallFields(entries: readonly WriteEntry[]): {
  arguments_match?: 'exact';
  unordered?: true;
  calls: JsonObject[];
} {
  const exactCalls = entries.flatMap(({ tool, pattern }): JsonObject[] =>
    pattern.kind === 'exact' && isJsonObject(pattern.value) ? [{ name: tool, arguments: pattern.value }] : [],
  );
  if (exactCalls.length === entries.length) return { arguments_match: 'exact', calls: exactCalls };
  const calls = entries.map(({ tool, pattern }): JsonObject => {
    const fixedParts = findFixedPartOfPattern(pattern);
    return isJsonObject(fixedParts) && Object.keys(fixedParts).length > 0
      ? { name: tool, arguments: fixedParts }
      : { name: tool };
  });
  return entries.some(({ pattern }) => hasAnyOrder(pattern)) ? { unordered: true, calls } : { calls };
}

/** Returns the parts of a pattern that allow only a single value. */
function findFixedPartOfPattern(pattern: ArgumentPattern): Json | undefined {
  switch (pattern.kind) {
    case 'exact':
      return pattern.value;
    case 'items':
      return pattern.items;
    case 'object': {
      const fields = pattern.fields.flatMap(({ key, pattern: member, isOptional }): [string, Json][] => {
        const fixedFields = isOptional ? undefined : findFixedPartOfPattern(member);
        return fixedFields === undefined ? [] : [[key, fixedFields]];
      });
      return Object.fromEntries(fields);
    }
    default:
      return undefined;
  }
}

function hasAnyOrder(pattern: ArgumentPattern): boolean {
  if (pattern.kind === 'object') return pattern.fields.some(({ pattern: member }) => hasAnyOrder(member));
  return pattern.kind === 'items';
}
