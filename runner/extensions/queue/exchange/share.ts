import type { Sharing } from './messages.ts';

/**
 * What one of several workers may use of limits that all of them share. It grows only when all have agreed: together they
 * never use more than there is.
 */
export type Share = {
  /** Answers whether it is shared with others than before. */
  set(sharing: Sharing, own: string): boolean;
  of(limit: number): number;
  /** Looks at the use of a limit from now on. */
  watch(limit: number, inUse: () => number): void;
  /** The latest round in which no more than the share is in use; 0 before the first. */
  kept(): number;
};

type Part = { sharers: number; place: number };

export function createShare(): Share {
  const limits: { limit: number; inUse(): number }[] = [];
  /** The parts of the rounds since all agreed on one: the smallest of them counts. */
  let parts: Part[] = [];
  let round = 0;
  let keptRound = 0;
  const of = (limit: number): number => Math.min(limit, ...parts.map((part) => shareSize(limit, part)));
  return {
    of,
    set({ workers, round: next, isAgreed }, own) {
      const place = workers.indexOf(own);
      // Whoever was taken for lost goes on with what it had.
      if (place === -1) return false;
      const part = { sharers: workers.length, place };
      if (isAgreed) parts = [part];
      else if (next !== round) parts.push(part);
      const isOther = next !== round;
      round = next;
      return isOther;
    },
    watch: (limit, inUse) => void limits.push({ limit, inUse }),
    kept() {
      if (limits.every(({ limit, inUse }) => inUse() <= of(limit))) keptRound = round;
      return keptRound;
    },
  };
}

function shareSize(limit: number, { sharers, place }: Part): number {
  return Math.max(1, Math.floor(limit / sharers) + (place < limit % sharers ? 1 : 0));
}
