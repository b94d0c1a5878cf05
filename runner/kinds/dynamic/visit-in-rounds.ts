/**
 * Visits indexes in ascending order, including those that a visit opens: a later index in the same round, an earlier
 * one in the next round. Awaits only if a visit returns a promise.
 */
export async function visitUnlockedIndexes(
  first: readonly number[],
  visit: (index: number) => Promise<number[]> | number[],
): Promise<void> {
  let round = [...first];
  while (round.length > 0) {
    const nextRound: number[] = [];
    for (let position = 0; position < round.length; position += 1) {
      const index = round[position] ?? 0;
      const pending = visit(index);
      for (const openedIndex of pending instanceof Promise ? await pending : pending) {
        if (openedIndex < index) nextRound.push(openedIndex);
        else insertInOrder(round, openedIndex, position + 1);
      }
    }
    round = nextRound.sort((left, right) => left - right);
  }
}

function insertInOrder(sortedIndexes: number[], value: number, from: number): void {
  let lowerBound = from;
  let upperBound = sortedIndexes.length;
  while (lowerBound < upperBound) {
    const middle = (lowerBound + upperBound) >>> 1;
    if ((sortedIndexes[middle] ?? 0) < value) lowerBound = middle + 1;
    else upperBound = middle;
  }
  sortedIndexes.splice(lowerBound, 0, value);
}
