import { formatToolName, isToolNamed } from '../match-tool.ts';
import type { ToolCallWithTurn } from '../subject.ts';

const testServerPrefixPattern = /^(?:staging|stage|sandbox|test|testing|dev|demo|mock|dummy|fake)(?:__|\.)/i;

/**
 * Reports a tool without its server that was called only on a server for tests, such as `staging__create_ticket`. If a
 * mock answered, the server makes no difference.
 */
export function findTestServerMistake(
  names: readonly string[],
  toolCalls: readonly ToolCallWithTurn[],
): string | undefined {
  for (const name of names.filter((each) => !/__|\./.test(each))) {
    const calls = toolCalls.filter((call) => isToolNamed(call, name));
    const [first] = calls;
    if (
      first === undefined ||
      !calls.every((call) => call.mocked !== true && testServerPrefixPattern.test(formatToolName(call)))
    )
      continue;
    return `a rule requires ${name}, which was called only as ${formatToolName(first)}; name the server in the rule if it has to be this one or another one`;
  }
  return undefined;
}
