import { isJsonObject, type Json, tryParseJson } from '../../values/index.ts';
import { hasFailed, mayChangeState } from '../match-tool.ts';
import type { ToolCallWithTurn } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/**
 * Reports a required call that only ended in errors. Calls that only look something up may fail on purpose, and so may
 * tools whose error comes from the mocks of the case.
 */
export function findFailedCallMistake(
  matchingCalls: readonly ToolCallWithTurn[],
  names: readonly string[],
): string | undefined {
  const hasOnlyFailed = matchingCalls.every((call) => hasFailed(call) && call.mocked !== true && mayChangeState(call));
  return matchingCalls.length > 0 && hasOnlyFailed
    ? `a rule requires a call of ${names.join(' or ')}, but each one ended in an error; "succeeded" says whether it has to work`
    : undefined;
}

/** Reports a call that must succeed, although its result says that it did not. */
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

/** The beginning of an error as a text, except for "Error: none". */
const failureTextPattern =
  /^(?:[A-Za-z]*(?:Error|Exception)(?: \d{3})?: (?!(?:no|none|null|0)\b)|Traceback \(most recent|HTTP(?:\/[\d.]+)? [45]\d\d\b)/;

/** True for a call whose result says that it failed, such as `{"ok": false}` or `"Error: declined"`. */
function isFailureResult(call: ToolCallWithTurn): boolean {
  const result = parseResultDocument(call.result ?? null);
  if (typeof result === 'string') return failureTextPattern.test(result.trimStart());
  if (!isJsonObject(result)) return false;
  const { ok, success, error = null, isError, status } = result;
  const hasError = typeof error === 'string' ? error !== '' : error !== null && error !== false;
  if (ok === false || success === false || isError === true || hasError || status === 'error' || status === 'failed')
    return true;
  // Checked only for calls that change something: a look-up also succeeds when it finds a rejected request.
  return mayChangeState(call) && typeof status === 'string' && refusalPattern.test(status);
}

function parseResultDocument(result: Json): Json {
  return typeof result === 'string' ? (tryParseJson(result) ?? result) : result;
}
