import { compilePattern } from '../../assertions/compile-pattern.ts';
import { formatToolName } from '../../assertions/match-tool.ts';
import { formatJsonForMessage } from '../../assertions/to-plain-text.ts';
import type { StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isComparison, matchesCondition } from '../../mocks/mock-conditions.ts';
import { findMock } from '../../mocks/mock-entries.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

type AnsweredCalls = Pick<StandardOrDynamicCase, 'mocks'> & { inputs: readonly Json[]; toolCalls: readonly ToolCall[] };

/**
 * Finds mocked calls whose argument matches a condition only because its pattern also fits longer numbers: `A17`
 * matches `A170`. Only reports calls for which the user named `A17` and not the longer number.
 */
export function findLooseConditions({ mocks = {}, inputs, toolCalls }: AnsweredCalls): string[] {
  const mocked = toolCalls.filter((call) => call.mocked === true);
  if (mocked.length === 0) return [];
  const inputText = JSON.stringify(inputs);
  return mocked.flatMap((call) => {
    const { arguments: args = null } = call;
    if (!isJsonObject(args)) return [];
    const entries = findMock(mocks, call) ?? [];
    const { when = {} } = entries.find((entry) => matchesCondition(entry.when ?? {}, args)) ?? {};
    return Object.entries(when).flatMap(([name, condition]) => {
      const { [name]: value = null } = args;
      const pattern = isComparison(condition) ? condition.regex : undefined;
      if (typeof value !== 'string' || typeof pattern !== 'string' || inputText.includes(value)) return [];
      const wholeNumber = compileWholeNumber(pattern);
      if (wholeNumber === undefined || wholeNumber(value) || !wholeNumber(inputText)) return [];
      return [
        `${formatToolName(call)} was called with ${formatJsonForMessage(value)}, which contains ${formatJsonForMessage(pattern)} of its mock only inside a longer number; add \\b to the end of the pattern`,
      ];
    });
  });
}

/** Compiles a pattern that ends in a digit so that it does not match if another digit follows. */
function compileWholeNumber(pattern: string): ((text: string) => boolean) | undefined {
  if (!/\d$/.test(pattern)) return undefined;
  const compiled = compilePattern(`(?:${pattern})(?:[^0-9]|$)`);
  return compiled.kind === 'pattern' ? (text) => compiled.pattern.matches(text) : undefined;
}
