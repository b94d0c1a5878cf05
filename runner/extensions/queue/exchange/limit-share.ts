import type { LimitSharingState } from './messages.ts';

/**
 * One worker's share of limits that several workers have in common. The share grows only when all workers have agreed,
 * so that together they never exceed a limit.
 */
export type LimitShare = {
  /** Returns whether the limits are shared with other workers than before. */
  updateSharing(sharing: LimitSharingState, own: string): boolean;
  of(limit: number): number;
  /** Monitors the use of a limit from now on. */
  watch(limit: number, inUse: () => number): void;
  /** The latest round whose share this worker does not exceed; 0 before the first round. */
  settledRound(): number;
};

type SharePosition = { sharers: number; place: number };

export function createLimitShare(): LimitShare {
  const limits: { limit: number; inUse(): number }[] = [];
  /** The shares of all rounds since the last one that all workers agreed on; the smallest share applies. */
  let sharePositions: SharePosition[] = [];
  let round = 0;
  let settledRound = 0;
  const smallestShareOf = (limit: number): number =>
    Math.min(limit, ...sharePositions.map((part) => computeShareOfLimit(limit, part)));
  return {
    of: smallestShareOf,
    updateSharing({ workers, round: next, isAgreed }, own) {
      const index = workers.indexOf(own);
      // A worker that was mistaken for lost keeps its share.
      if (index === -1) return false;
      const part = { sharers: workers.length, place: index };
      if (isAgreed) sharePositions = [part];
      else if (next !== round) sharePositions.push(part);
      const isOther = next !== round;
      round = next;
      return isOther;
    },
    watch: (limit, inUse) => void limits.push({ limit, inUse }),
    settledRound() {
      if (limits.every(({ limit, inUse }) => inUse() <= smallestShareOf(limit))) settledRound = round;
      return settledRound;
    },
  };
}

function computeShareOfLimit(limit: number, { sharers, place }: SharePosition): number {
  return Math.max(1, Math.floor(limit / sharers) + (place < limit % sharers ? 1 : 0));
}
