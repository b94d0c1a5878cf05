import { isJsonObject, type Json } from '../../values/index.ts';

/**
 * Returns true if an answer, or one of its events, reports a failure: by an `error`, by `success: false` or similar,
 * or by its type, as chat completions, the AI SDK and AG-UI do.
 */
export function isFailureDocument(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  const { error, errors, success, ok, isError, is_error, status, type, event, object } = document;
  if (isReportedError(error) || (isReportedError(errors) && typeof errors === 'object')) return true;
  if (success === false || ok === false || isError === true || is_error === true) return true;
  return status === 'error' || [type, event, object].some(isFailureEventName);
}

/** Servers write "no error" as `null`, `false`, 0 or an empty value. */
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
