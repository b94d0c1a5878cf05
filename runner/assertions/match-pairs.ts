/**
 * Pairs as many items of two lists as possible, one to one: `pairs[left]` is the index on the right. A later item may
 * take the partner of an earlier item that finds another partner, so the order of the lists does not matter.
 */
export function matchPairs(
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean,
): (number | undefined)[] {
  const partnerOfRight = new Array<number | undefined>(right).fill(undefined);
  const pairs = new Array<number | undefined>(left).fill(undefined);

  const findPartnerOf = (from: number, tried: Set<number>): boolean => {
    for (let to = 0; to < right; to += 1) {
      if (tried.has(to) || !fits(from, to)) continue;
      tried.add(to);
      const holder = partnerOfRight[to];
      if (holder !== undefined && !findPartnerOf(holder, tried)) continue;
      partnerOfRight[to] = from;
      pairs[from] = to;
      return true;
    }
    return false;
  };
  for (let from = 0; from < left; from += 1) findPartnerOf(from, new Set());
  return pairs;
}

/** Pairs as many items as possible so that the pairs have the same order in both lists. */
export function matchPairsInOrder(
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean,
): (number | undefined)[] {
  // most[i][j]: the largest number of pairs between the lists from index i and from index j.
  const most = Array.from({ length: left + 1 }, () => new Array<number>(right + 1).fill(0));
  const countPairsFrom = (i: number, j: number): number => most[i]?.[j] ?? 0;
  for (let i = left - 1; i >= 0; i -= 1) {
    const row = most[i] ?? [];
    for (let j = right - 1; j >= 0; j -= 1) {
      row[j] = Math.max(
        countPairsFrom(i + 1, j),
        countPairsFrom(i, j + 1),
        fits(i, j) ? countPairsFrom(i + 1, j + 1) + 1 : 0,
      );
    }
  }
  const pairs = new Array<number | undefined>(left).fill(undefined);
  let i = 0;
  let j = 0;
  while (i < left && j < right) {
    if (fits(i, j) && countPairsFrom(i, j) === countPairsFrom(i + 1, j + 1) + 1) {
      pairs[i] = j;
      i += 1;
      j += 1;
    } else if (countPairsFrom(i, j) === countPairsFrom(i, j + 1)) j += 1;
    else i += 1;
  }
  return pairs;
}
