/**
 * Assigns as many items of two lists as possible to each other, one to one, regardless of their order. `pairs[left]` is
 * the index of the partner in the right list. An item that already has a partner gets another possible one if that
 * allows more pairs.
 */
export function matchPairs(
  left: number,
  right: number,
  canPair: (left: number, right: number) => boolean,
): (number | undefined)[] {
  const partnerOfRight = new Array<number | undefined>(right).fill(undefined);
  const pairs = new Array<number | undefined>(left).fill(undefined);

  const findPartnerFor = (from: number, triedIndexes: Set<number>): boolean => {
    for (let rightIndex = 0; rightIndex < right; rightIndex += 1) {
      if (triedIndexes.has(rightIndex) || !canPair(from, rightIndex)) continue;
      triedIndexes.add(rightIndex);
      const currentPartner = partnerOfRight[rightIndex];
      if (currentPartner !== undefined && !findPartnerFor(currentPartner, triedIndexes)) continue;
      partnerOfRight[rightIndex] = from;
      pairs[from] = rightIndex;
      return true;
    }
    return false;
  };
  for (let from = 0; from < left; from += 1) findPartnerFor(from, new Set());
  return pairs;
}

/** Assigns as many items as possible to each other such that the pairs have the same order in both lists. */
export function matchPairsInOrder(
  left: number,
  right: number,
  canPair: (left: number, right: number) => boolean,
): (number | undefined)[] {
  // most[i][j] is the largest number of pairs between the left items from index i on and the right items from index j
  // on.
  const maxPairs = Array.from({ length: left + 1 }, () => new Array<number>(right + 1).fill(0));
  const countPairsFrom = (i: number, j: number): number => maxPairs[i]?.[j] ?? 0;
  for (let i = left - 1; i >= 0; i -= 1) {
    const row = maxPairs[i] ?? [];
    for (let j = right - 1; j >= 0; j -= 1) {
      row[j] = Math.max(
        countPairsFrom(i + 1, j),
        countPairsFrom(i, j + 1),
        canPair(i, j) ? countPairsFrom(i + 1, j + 1) + 1 : 0,
      );
    }
  }
  const pairs = new Array<number | undefined>(left).fill(undefined);
  let i = 0;
  let j = 0;
  while (i < left && j < right) {
    if (canPair(i, j) && countPairsFrom(i, j) === countPairsFrom(i + 1, j + 1) + 1) {
      pairs[i] = j;
      i += 1;
      j += 1;
    } else if (countPairsFrom(i, j) === countPairsFrom(i, j + 1)) j += 1;
    else i += 1;
  }
  return pairs;
}
