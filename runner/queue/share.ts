/** What one of several workers may use of limits that all of them share. Alone it has all. */
export type Share = {
  /** `own` is one of the ids of those that share, in the order that all of them see. */
  set(ids: readonly string[], own: string): void;
  of(limit: number): number;
};

export function createShare(): Share {
  let sharers = 1;
  let place = 0;
  return {
    set(ids, own) {
      const found = ids.indexOf(own);
      // Whoever was taken for lost goes on with what it had.
      if (found === -1) return;
      sharers = ids.length;
      place = found;
    },
    of: (limit) => Math.max(1, Math.floor(limit / sharers) + (place < limit % sharers ? 1 : 0)),
  };
}
