export { type CancelRunAnswer, cancelRun } from './cancel-run.ts';
export { type StartRunAnswer, type StartRunRequest, startRun } from './start-run.ts';
export { tailRun } from './tail-run.ts';
