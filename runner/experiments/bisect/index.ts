/**
 * Finds the turn of a conversation that decided its failure, by replaying the conversation from different turns.
 *
 * rollout   the conversation with its first turns kept and the rest played anew
 * kept      the number of kept turns; the chance of passing is high before the decisive turn and low from it on
 */
export { type BisectReport, reportBisection, summarizeBisection } from './bisect-report.ts';
export { type BisectionProgress, decideNextRollout } from './next-rollout.ts';
export { type FinishedRollout, failedOutsideAgent, toFinishedRollout } from './rollouts.ts';
