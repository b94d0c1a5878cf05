import { isJsonObject, type Json } from '../../values/index.ts';

/**
 * Returns true if an answer, or one of its events, reports an error: by an `error`, by a field such as `success:
 * false`, or by its type, as in chat completions, the AI SDK and AG-UI.
 */
export function isFailureDocument(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  const { error, errors, success, ok, isError, is_error, status, type, event, object } = document;
  if (isReportedError(error) || (isReportedError(errors) && typeof errors === 'object')) return true;
  if (success === false || ok === false || isError === true || is_error === true) return true;
  return status === 'error' || [type, event, object].some(isFailureEventName);
}

/** Returns false for the values by which servers mean "no error": `null`, `false`, 0 and empty values. */
function isReportedError(error: Json | undefined): boolean {
  if (error === undefined || error === null || error === false || error === '' || error === 0) return false;
  return typeof error !== 'object' || Object.keys(error).length > 0;
}

/** Matches `RUN_ERROR`, `response.failed`, `error` and similar names. */
function isFailureEventName(name: Json | undefined): boolean {
  return (
    typeof name === 'string' &&
    /^(?:(?:run|stream|agent|response|message|turn)[._-])?(?:error|failed|failure)$/i.test(name)
  );
}
