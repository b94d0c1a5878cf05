/** So much of a run's id is its time: no two runs of a history share it, and commands take it for the whole. */
const SHORT = 13;

export function shortRunId(runId: string): string {
  return runId.slice(0, SHORT);
}
