/**
 * The length of the part of a run id that encodes its time. This part is unique within a history, and commands accept
 * it in place of the full id.
 */
const SHORT_ID_LENGTH = 13;

export function shortenRunId(runId: string): string {
  return runId.slice(0, SHORT_ID_LENGTH);
}
