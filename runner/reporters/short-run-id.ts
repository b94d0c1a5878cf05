/**
 * The number of characters of a run id that encode its start time. They are unique within a history, and commands
 * accept them in place of the full id.
 */
const SHORT_ID_LENGTH = 13;

export function shortenRunId(runId: string): string {
  return runId.slice(0, SHORT_ID_LENGTH);
}
