const usualOrder = (
  'id name role type use path value pattern input content assert expected simulator turns checkpoints after description ' +
  'required never until strict max_turns options metadata tags timeout'
).split(' ');
const ranks: ReadonlyMap<string, number> = new Map(usualOrder.map((key, rank) => [key, rank]));

/** Returns true if one key comes before another in customary order; unknown keys come last, alphabetically. */
export function asPeopleWrite(left: string, right: string): boolean {
  const leftRank = ranks.get(left) ?? usualOrder.length;
  const rightRank = ranks.get(right) ?? usualOrder.length;
  return leftRank === rightRank ? left < right : leftRank < rightRank;
}
