import type { LimitSharingState } from './messages.ts';

/**
 * One worker's share of the connector limits (concurrent calls), which are divided among all workers of a run. The
 * share grows only when all workers have confirmed the new division, so that together they never exceed a limit.
 */
export type WorkerShareOfLimits = {
  /** Updates the share. Returns true if the limits are now divided among other workers than before. */
  updateSharing(sharing: LimitSharingState, own: string): boolean;
  of(limit: number): number;
  /**
   * Registers a limit and its current use, which must be within the share before this worker confirms a new round (a
   * new division of the limits).
   */
  watch(limit: number, inUse: () => number): void;
  /** Returns the latest round whose share this worker does not exceed; 0 before the first round. */
  confirmedRound(): number;
};

type WorkerPosition = { sharers: number; place: number };

export function createLimitShare(): WorkerShareOfLimits {
  const limits: { limit: number; inUse(): number }[] = [];
  /**
   * This worker's shares in all rounds since the last round that all workers confirmed; the smallest of these shares
   * applies.
   */
  let sharePositions: WorkerPosition[] = [];
  let round = 0;
  let settledRound = 0;
  const smallestShareOf = (limit: number): number =>
    Math.min(limit, ...sharePositions.map((part) => computeShareOfLimit(limit, part)));
  return {
    of: smallestShareOf,
    updateSharing({ workers, round: next, isAgreed }, own) {
      const index = workers.indexOf(own);
      // A worker that is not in the list was removed by mistake, as if it were lost. It keeps its share.
      if (index === -1) return false;
      const part = { sharers: workers.length, place: index };
      if (isAgreed) sharePositions = [part];
      else if (next !== round) sharePositions.push(part);
      const isOther = next !== round;
      round = next;
      return isOther;
    },
    watch: (limit, inUse) => void limits.push({ limit, inUse }),
    confirmedRound() {
      if (limits.every(({ limit, inUse }) => inUse() <= smallestShareOf(limit))) settledRound = round;
      return settledRound;
    },
  };
}

function computeShareOfLimit(limit: number, { sharers, place }: WorkerPosition): number {
  return Math.max(1, Math.floor(limit / sharers) + (place < limit % sharers ? 1 : 0));
}
