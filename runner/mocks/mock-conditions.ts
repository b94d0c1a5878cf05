import { compilePattern } from '../assertions/compile-pattern.ts';
import { jsonEquals } from '../assertions/json-equals.ts';
import { isDeepSubset } from '../assertions/match-tool.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

export const mockOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'regex'] as const;
type ComparisonOperator = (typeof mockOperators)[number];

/**
 * True if arguments satisfy a condition. Plain values must be equal, at any depth; an object of operators is a
 * comparison. In a comparison, a missing argument counts as null.
 */
export function matchesCondition(when: JsonObject, args: Json): boolean {
  if (!isJsonObject(args)) return false;
  return Object.entries(when).every(([key, expected]) =>
    matchesExpected(expected, Object.hasOwn(args, key) ? args[key] : undefined),
  );
}

/** True for an object whose keys are all operators. */
export function isComparison(value: Json): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every(isOperator);
}

export function isOperator(key: string): key is ComparisonOperator {
  return mockOperators.some((operator) => operator === key);
}

function matchesExpected(expected: Json, actual: Json | undefined): boolean {
  if (isComparison(expected)) {
    return Object.entries(expected).every(
      ([key, value]) => isOperator(key) && isComparisonTrue(key, actual ?? null, value),
    );
  }
  if (actual === undefined) return false;
  return isJsonObject(expected) ? matchesCondition(expected, actual) : isDeepSubset(expected, actual);
}

function isComparisonTrue(operator: ComparisonOperator, actual: Json, value: Json): boolean {
  switch (operator) {
    case 'eq':
      return jsonEquals(value, actual);
    case 'ne':
      return !jsonEquals(value, actual);
    case 'gt':
      return compareOrder(actual, value) > 0;
    case 'gte':
      return compareOrder(actual, value) >= 0;
    case 'lt':
      return compareOrder(actual, value) < 0;
    case 'lte':
      return compareOrder(actual, value) <= 0;
    case 'in':
      return Array.isArray(value) && value.some((item) => jsonEquals(item, actual));
    case 'regex':
      return typeof actual === 'string' && typeof value === 'string' && matchesPattern(value, actual);
    default:
      return operator satisfies never;
  }
}

/**
 * Compares two values like a sort function. Returns NaN, which makes every comparison false, unless both values are
 * numbers or both are texts.
 */
function compareOrder(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function matchesPattern(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.kind === 'pattern' && compiled.pattern.matches(text);
}
