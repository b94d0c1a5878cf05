export { runStateBytes } from './run-states.ts';
export { runTails } from './run-tails.ts';
export { watchRun } from './watch-run.ts';
