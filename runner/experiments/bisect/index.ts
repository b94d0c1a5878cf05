/**
 * Finds the turn that decided the failure of a conversation, by playing the conversation again from different turns.
 * rollout: a conversation whose first turns are kept from the original, while the others are played again.
 * kept: the number of kept turns. If the decisive turn is played again, the chance of passing is high; if it is kept,
 * the chance is low.
 */
export { type BisectReport, buildBisectReport, summarizeBisection } from './bisect-report.ts';
export { type BisectionProgress, decideNextRollout } from './next-rollout.ts';
export { type FinishedRollout, failedOutsideAgent, toFinishedRollout } from './rollouts.ts';
