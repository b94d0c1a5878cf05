/**
 * The length of the time part of a run id: unique within a history, and accepted by commands in place of the full id.
 */
const SHORT = 13;

export function shortenRunId(runId: string): string {
  return runId.slice(0, SHORT);
}
