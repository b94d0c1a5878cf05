import { isJsonObject, type Json, tryParseJson } from '../../values/index.ts';
import { hasFailed, mayChangeState } from '../match-tool.ts';
import type { ToolCallWithTurn } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/**
 * Finds a required call that only ended in errors. Calls that look something up are not reported, because they may fail
 * on purpose; neither are errors that the mocks of the case define.
 */
export function findFailedCallMistake(
  matchingCalls: readonly ToolCallWithTurn[],
  names: readonly string[],
): string | undefined {
  const hasOnlyFailed = matchingCalls.every((call) => hasFailed(call) && call.mocked !== true && mayChangeState(call));
  return matchingCalls.length > 0 && hasOnlyFailed
    ? `a rule requires a call of ${names.join(' or ')}, but each one ended in an error; write "succeeded" to say whether the call has to work`
    : undefined;
}

/** Finds a call that must succeed but whose result reports a failure. */
export function findFailedResultMistake(
  matchingCalls: readonly ToolCallWithTurn[],
  names: readonly string[],
): string | undefined {
  const succeededCall = matchingCalls.filter((call) => !hasFailed(call));
  const [first] = succeededCall;
  if (first === undefined || !succeededCall.every((call) => call.mocked !== true && isFailureResult(call)))
    return undefined;
  return `a rule requires only that ${names.join(' or ')} ends without an error, but it returned ${formatJsonForMessage(parseResultDocument(first.result ?? null))}`;
}

const refusalPattern = /^(?:declined|denied|rejected|refused|failure|unpaid)$/i;

/** Matches the beginning of an error message, except for messages such as "Error: none". */
const failureTextPattern =
  /^(?:[A-Za-z]*(?:Error|Exception)(?: \d{3})?: (?!(?:no|none|null|0)\b)|Traceback \(most recent|HTTP(?:\/[\d.]+)? [45]\d\d\b)/;

/** Returns true for a call whose result reports a failure, such as `{"ok": false}` or `"Error: declined"`. */
function isFailureResult(call: ToolCallWithTurn): boolean {
  const result = parseResultDocument(call.result ?? null);
  if (typeof result === 'string') return failureTextPattern.test(result.trimStart());
  if (!isJsonObject(result)) return false;
  const { ok, success, error = null, isError, status } = result;
  const hasError = typeof error === 'string' ? error !== '' : error !== null && error !== false;
  if (ok === false || success === false || isError === true || hasError || status === 'error' || status === 'failed')
    return true;
  // Checks the status only for calls that change something, because a look-up that finds a rejected request has
  // succeeded.
  return mayChangeState(call) && typeof status === 'string' && refusalPattern.test(status);
}

function parseResultDocument(result: Json): Json {
  return typeof result === 'string' ? (tryParseJson(result) ?? result) : result;
}
