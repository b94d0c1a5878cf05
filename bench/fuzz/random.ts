/** A seeded random number generator, so that every input can be reproduced. */
export type Random = {
  /** Returns a whole number from 0 to `limit`, exclusive. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const nextNumber = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integerBelow = (limit: number): number => Math.floor(nextNumber() * limit);
  return {
    below: integerBelow,
    chance: (share) => nextNumber() < share,
    pick(items) {
      const item = items[integerBelow(items.length)];
      if (item === undefined && items.length === 0) throw new Error('there is nothing to pick from');
      // Checks the index, because an item may itself be undefined.
      return item as (typeof items)[number];
    },
  };
}
