const usualOrder = (
  'id name role type use path value pattern input content assert expected simulator checkpoints after description ' +
  'required max_turns options metadata tags timeout'
).split(' ');
const ranks: ReadonlyMap<string, number> = new Map(usualOrder.map((key, rank) => [key, rank]));

/** Whether people write one key before another in a case; keys without a usual place stand behind, by the alphabet. */
export function asPeopleWrite(left: string, right: string): boolean {
  const leftRank = ranks.get(left) ?? usualOrder.length;
  const rightRank = ranks.get(right) ?? usualOrder.length;
  return leftRank === rightRank ? left < right : leftRank < rightRank;
}
