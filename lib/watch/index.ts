export { getSharedRunLogFollower } from './run-log-follower.ts';
export { getRunStateBytes } from './run-states.ts';
export { watchRun } from './watch-run.ts';
