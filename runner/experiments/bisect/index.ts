/**
 * Finds the turn of a conversation that decided its failure, by replaying the conversation from different turns.
 * rollout: a replay with the first turns of the conversation kept and the remaining turns played anew.
 * kept: the number of kept turns. The chance of passing is high if fewer turns than the decisive one are kept, and low
 * otherwise.
 */
export { type BisectReport, buildBisectReport, summarizeBisection } from './bisect-report.ts';
export { type BisectionProgress, decideNextRollout } from './next-rollout.ts';
export { type FinishedRollout, failedOutsideAgent, toFinishedRollout } from './rollouts.ts';
