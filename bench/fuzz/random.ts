/** Numbers that look random and follow from a seed, so that every input can be made again. */
export type Random = {
  /** A whole number from 0 to below `limit`. */
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
      // An item may be undefined itself.
      return item as (typeof items)[number];
    },
  };
}
