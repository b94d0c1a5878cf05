export { getAttemptState } from './get-attempt-state.ts';
export { getRun, type RunRecord } from './get-run.ts';
export { getRunState } from './get-run-state.ts';
export { createHistoryWriter, type HistoryWriter } from './history-writer.ts';
export { interruptRun } from './interrupt-run.ts';
export { listRuns, type RunListItem } from './list-runs.ts';
export { readEvents } from './read-events.ts';
export { createResultReader } from './read-results.ts';
export { createRedactor } from './redactor.ts';
