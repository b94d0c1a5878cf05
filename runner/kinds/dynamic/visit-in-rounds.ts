/**
 * Visits indexes in ascending order, including those that a visit opens: a later index in the same round, an earlier
 * one in the next round. Awaits only if a visit returns a promise.
 */
export async function visitOpenIndexes(
  first: readonly number[],
  visit: (index: number) => Promise<number[]> | number[],
): Promise<void> {
  let round = [...first];
  while (round.length > 0) {
    const nextRound: number[] = [];
    for (let at = 0; at < round.length; at += 1) {
      const index = round[at] ?? 0;
      const pending = visit(index);
      for (const opened of pending instanceof Promise ? await pending : pending) {
        if (opened < index) nextRound.push(opened);
        else insertInOrder(round, opened, at + 1);
      }
    }
    round = nextRound.sort((left, right) => left - right);
  }
}

function insertInOrder(sorted: number[], value: number, from: number): void {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, value);
}
