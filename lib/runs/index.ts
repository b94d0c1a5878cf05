export { cancelRun } from './cancel-run.ts';
export { startRun } from './start-run.ts';
export { tailRun } from './tail-run.ts';
