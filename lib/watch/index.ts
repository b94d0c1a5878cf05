export { sharedRunLogFollower } from './run-log-follower.ts';
export { runStateBytes } from './run-states.ts';
export { watchRun } from './watch-run.ts';
