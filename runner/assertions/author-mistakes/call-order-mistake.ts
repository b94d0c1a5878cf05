import { formatToolName, hasArguments, hasFailed, isToolNamed, mayChangeState } from '../match-tool.ts';
import type { AssertionOf, ToolCallWithTurn } from '../subject.ts';

type ToolsAssertion = AssertionOf<'tools'>;
type ToolsEntry = ToolsAssertion['calls'][number];

/**
 * Finds a call that changed something before the call that should precede it. The rule holds nevertheless, because both
 * calls were repeated later in the right order.
 */
export function findCallOrderMistake(
  assertion: ToolsAssertion,
  toolCalls: readonly ToolCallWithTurn[],
): string | undefined {
  const { match, calls: entries, negate } = assertion;
  if (match !== 'in_order' || negate === true) return undefined;
  for (const [index, entry] of entries.entries()) {
    const previousEntries = entries[index - 1];
    if (previousEntries === undefined || entries.slice(0, index).some(({ name }) => name === entry.name)) continue;
    const firstCall = toolCalls.findIndex((call) => matchesExpectedEntry(previousEntries, call, assertion));
    const earlyCall = toolCalls
      .slice(0, firstCall)
      .find((call) => mayChangeState(call) && matchesExpectedEntry(entry, call, assertion));
    if (earlyCall === undefined) continue;
    return `a rule requires ${previousEntries.name} before ${formatToolName(earlyCall)}, but ${formatToolName(earlyCall)} was also called before the first ${previousEntries.name}`;
  }
  return undefined;
}

function matchesExpectedEntry(entry: ToolsEntry, call: ToolCallWithTurn, assertion: ToolsAssertion): boolean {
  return (
    isToolNamed(call, entry.name) &&
    (entry.succeeded === false || !hasFailed(call)) &&
    (entry.arguments === undefined || hasArguments(call, entry.arguments, assertion))
  );
}
