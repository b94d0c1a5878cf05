/**
 * Distributes a run over several machines. An existing queue server holds the list of runs, the attempts of each run,
 * and the messages of workers.
 */

export type { OpenWorkspace, WorkOrderDelivery } from './attempt-executor.ts';
export { unsignedWarning } from './entry-signer.ts';
export type { ConstantRunRecord, FileDigests, RunRecord } from './messages.ts';
export { openBroker } from './open-broker.ts';
export type { QueueFigures } from './queue-figures.ts';
export { openRemoteRun, type RemoteRun } from './remote-run.ts';
export { type OfferedRun, RunRefusal } from './serve-run.ts';
export { serveRuns } from './serve-runs.ts';
