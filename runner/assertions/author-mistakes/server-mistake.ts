import { formatToolName, isToolNamed } from '../match-tool.ts';
import type { ToolCallWithTurn } from '../subject.ts';

const testServerPrefixPattern = /^(?:staging|stage|sandbox|test|testing|dev|demo|mock|dummy|fake)(?:__|\.)/i;

/**
 * Finds a tool for which a rule names no server and that was called only on a test server, such as
 * `staging__create_ticket`. Mocked calls are not reported, because they never reach a server.
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
    return `a rule requires ${name}, which was called only as ${formatToolName(first)}; name the server in the rule if the call must go to a certain server`;
  }
  return undefined;
}
