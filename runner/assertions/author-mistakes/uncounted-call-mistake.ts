import {
  formatToolName,
  hasFailed,
  isToolNamed,
  matchesToolGlob,
  mayChangeState,
  splitToolNameIntoWords,
} from '../match-tool.ts';
import type { AssertionOf, Subject, ToolCallWithTurn } from '../subject.ts';

/**
 * Finds a failed call of a tool that the rule does not mention. Failed calls are usually ignored, because an agent may
 * retry them, but this one was no retry of an expected call.
 */
export function findUncountedCallMistake(assertion: AssertionOf<'tools'>, { toolCalls }: Subject): string | undefined {
  const { match, calls, negate, ignore = [] } = assertion;
  if (match !== 'exactly' || negate === true) return undefined;
  const uncountedCall = toolCalls.find(
    (call) => hasFailed(call) && !isListedTool(call, calls) && !ignore.some((glob) => matchesToolGlob(call, glob)),
  );
  return (
    uncountedCall && `a rule on exact calls does not count ${formatToolName(uncountedCall)}, which ended in an error`
  );
}

/**
 * Finds a call that changes something although an `ignore` pattern matches it that was probably meant for read-only
 * tools, such as `*order*`.
 */
export function findIgnoredCallMistake(
  { match, calls, negate, ignore = [] }: AssertionOf<'tools'>,
  { toolCalls }: Subject,
): string | undefined {
  if ((match !== 'exactly' && match !== 'only') || negate === true) return undefined;
  for (const glob of ignore.filter((ignoreGlob) => ignoreGlob.includes('*'))) {
    const ignoredCall = toolCalls.find(
      (call) => hasChangeWordOutsideGlob(call, glob) && !isListedTool(call, calls) && matchesToolGlob(call, glob),
    );
    if (ignoredCall !== undefined)
      return `a rule on exact calls ignores ${formatToolName(ignoredCall)}, because of ${JSON.stringify(glob)}`;
  }
  return undefined;
}

const changeVerbPattern = /^(?:delete|remove|drop|wipe|purge|destroy|erase|cancel|refund|pay|charge|transfer)$/;

/**
 * Returns true if the first or last word of the tool's name means a change, such as `delete`, and the pattern does not
 * contain this word.
 */
function hasChangeWordOutsideGlob(call: ToolCallWithTurn, glob: string): boolean {
  if (!mayChangeState(call)) return false;
  const words = splitToolNameIntoWords(call.tool);
  return [words[0], words.at(-1)].some(
    (word) => word !== undefined && changeVerbPattern.test(word) && !glob.toLowerCase().includes(word),
  );
}

function isListedTool(call: ToolCallWithTurn, calls: AssertionOf<'tools'>['calls']): boolean {
  return calls.some(({ name }) => isToolNamed(call, name));
}
