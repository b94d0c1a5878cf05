import { isJsonObject, type JsonObject } from '../../values/index.ts';
import type { Rule } from './infer-rules.ts';
import type { WriteEntry } from './write-rules.ts';

/**
 * The fields of a case that say the same as the rule. Undefined if no assertion says it: for arguments that are not
 * equal everywhere, for calls that may be missing, and for an order, which needs checkpoints.
 */
export function ruleAsFields(rule: Rule, reads: readonly string[]): JsonObject | undefined {
  switch (rule.kind) {
    case 'must': {
      const calls = exactCalls(rule.entries);
      return calls && { assert: [{ type: 'tools', match: 'any_order', arguments_match: 'exact', calls }] };
    }
    case 'only': {
      const calls = rule.optional.length === 0 ? exactCalls(rule.entries) : undefined;
      const ignore = [...reads];
      return calls && { assert: [{ type: 'tools', match: 'exactly', arguments_match: 'exact', calls, ignore }] };
    }
    case 'never': {
      if ('tool' in rule) return { never: [{ type: 'tool_called', name: rule.tool }] };
      return { never: [{ type: 'contains', value: rule.text, ignore_case: true }] };
    }
    case 'said':
      return { assert: [{ type: 'contains', value: rule.value, numbers: true, on: 'any' }] };
    case 'asked':
      return { assert: [{ type: 'elicited', value: [rule.fact], before: { type: 'tool_called', name: rule.before } }] };
    case 'order':
      return undefined;
    default:
      return rule satisfies never;
  }
}

function exactCalls(entries: readonly WriteEntry[]): JsonObject[] | undefined {
  const calls = entries.flatMap(({ tool, pattern }): JsonObject[] =>
    pattern.kind === 'exact' && isJsonObject(pattern.value) ? [{ name: tool, arguments: pattern.value }] : [],
  );
  return calls.length === entries.length ? calls : undefined;
}
