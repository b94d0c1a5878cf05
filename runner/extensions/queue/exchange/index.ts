/**
 * Runs on several machines. An existing queue holds the list of runs, the attempts of each run, and the messages of
 * workers.
 */
export type { QueueFigures } from './figures.ts';
export type { FileDigests, FixedRecord, RunRecord } from './messages.ts';
export { openBroker } from './open-broker.ts';
export { openRemoteRun, type RemoteRun } from './remote-run.ts';
export { unsignedWarning } from './seal.ts';
export { type OfferedRun, Refusal } from './serve-run.ts';
export { serveRuns } from './serve-runs.ts';
export type { Delivery, OpenWorkspace } from './worker-hands.ts';
