/** Runs over many machines: a list of runs, of the attempts of each, and of what workers tell, in a queue that exists. */
export type { QueueFigures } from './figures.ts';
export type { FileDigests, RunRecord } from './messages.ts';
export { openBroker } from './open-broker.ts';
export { openRemoteRun, type RemoteRun } from './remote-run.ts';
export { type Delivery, type OfferedRun, type OpenWorkspace, Refusal } from './serve-run.ts';
export { serveRuns } from './serve-runs.ts';
